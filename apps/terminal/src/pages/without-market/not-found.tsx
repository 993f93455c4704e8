import { StateMessage } from '@tapedeck/ui';
import { goTo } from '../../platform/navigation.tsx';
import { HOME_SYMBOL, tradePath } from '../paths.ts';
import { useText } from './texts.ts';

/** The page of an address that leads nowhere. */
export function NotFound() {
  const text = useText();
  return (
    <main>
      <StateMessage
        title={text('notFound')}
        detail={text('notFoundDetail')}
        action={{ label: text('toTrade'), onPress: () => goTo(tradePath(HOME_SYMBOL)) }}
      />
    </main>
  );
}

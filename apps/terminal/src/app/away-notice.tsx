import { useClient } from '../platform/client-context.tsx';
import { useReadable } from '../platform/use-readable.ts';
import { useAppText } from './app-text.ts';
import styles from './notices.module.css';

/** Says what is on screen in place of the exchange's own list while the exchange cannot be reached, and that it is looked for. */
export function AwayNotice() {
  const fallback = useReadable(useClient().fallback);
  const text = useAppText();
  return (
    <div role="status" aria-label={text('away')}>
      {fallback !== undefined && <p className={styles['away']}>{text(fallback === 'cache' ? 'awayCache' : 'awayBuiltIn')}</p>}
    </div>
  );
}

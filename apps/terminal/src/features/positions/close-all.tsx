import { Button } from '@tapedeck/ui';
import { useClient } from '../../platform/client-context.tsx';
import { askCloseAll } from '../../intents/confirmation-asked.ts';
import { useSelected } from '../../platform/use-readable.ts';
import { usePositionsText } from './texts.ts';

/** Closes every open position at market after confirmation; shown while there is one. */
export function CloseAllButton() {
  const client = useClient();
  const text = usePositionsText();
  const some = useSelected(client.positions.keys, (keys) => keys.status !== 'idle' && (keys.data?.length ?? 0) > 0);
  if (!some) return null;
  return (
    <Button size="small" onClick={() => askCloseAll(client)}>
      {text('closeAll')}
    </Button>
  );
}

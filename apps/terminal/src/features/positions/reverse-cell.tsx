import { arrives, Button } from '@tapedeck/ui';
import { lazy, Suspense, useEffect } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { askReverse, isCopyTrade, reverseAsked } from '../../platform/reverse-asked.ts';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { usePositionsText } from './texts.ts';
import { useReverse } from './use-reverse.ts';

const ReverseDialog = lazy(() => arrives(() => import('./reverse-dialog.tsx')).then((module) => ({ default: module.ReverseDialog })));

/** Turns the position around: by a dialog, or at once where the trader asked not to be asked. */
export function ReverseButton({ positionKey, name }: { positionKey: string; name: string }) {
  const client = useClient();
  const text = usePositionsText();
  const busy = useSelected(client.reversal.state, (state) => state.name !== 'idle');
  return (
    <Button size="small" busy={busy} aria-label={text('reverseOf', { position: name })} onClick={() => askReverse(client, positionKey)}>
      {text('reverse')}
    </Button>
  );
}

/** The dialogs of a reversal; they outlive the row that asked for them. */
export function ReverseDialogs() {
  const asked = useReadable(reverseAsked);
  const { reverse } = useReverse();
  useEffect(() => {
    if (asked?.atOnce !== true) return;
    reverseAsked.set(undefined);
    void reverse(asked.view);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what is done is done once, whatever its words are now
  }, [asked]);
  const view = asked?.atOnce === false ? asked.view : undefined;
  const copyTrade = useSelected(useClient().account.copying, isCopyTrade);
  return (
    <Suspense fallback={null}>
      {view !== undefined && <ReverseDialog view={view} copyTrade={copyTrade} onClose={() => reverseAsked.set(undefined)} />}
    </Suspense>
  );
}

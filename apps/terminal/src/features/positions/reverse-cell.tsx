import { arrives, Button, OnRequest } from '@tapedeck/ui';
import { lazy, useEffect } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { askReverse, isCopyTrade, reverseAsked } from '../../intents/reverse-asked.ts';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { usePositionsText } from './texts.ts';
import { useReverse } from './use-reverse.ts';

const ReverseDialog = lazy(() => arrives(() => import('./reverse-dialog.tsx')).then((module) => ({ default: module.ReverseDialog })));

/** Reverses the position: by a dialog, or at once if the trader has turned confirmation off. */
export function ReverseButton({ positionKey, name }: { positionKey: string; name: string }) {
  const client = useClient();
  const text = usePositionsText();
  const busy = useSelected(client.positions.reversal.state, (state) => state.name !== 'idle');
  return (
    <Button size="small" busy={busy} aria-label={text('reverseOf', { position: name })} onClick={() => askReverse(client, positionKey)}>
      {text('reverse')}
    </Button>
  );
}

const close = (): void => reverseAsked.set(undefined);

/** The dialogs of a reversal; they outlive the row that opened them. */
export function ReverseDialogs() {
  const asked = useReadable(reverseAsked);
  const { reverse } = useReverse();
  useEffect(() => {
    if (asked?.atOnce !== true) return;
    close();
    void reverse(asked.view);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once per request, even if the texts change
  }, [asked]);
  const view = asked?.atOnce === false ? asked.view : undefined;
  const copyTrade = useSelected(useClient().copying.state, isCopyTrade);
  return <OnRequest onVoid={close}>{view !== undefined && <ReverseDialog view={view} copyTrade={copyTrade} onClose={close} />}</OnRequest>;
}

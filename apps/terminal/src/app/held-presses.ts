import { useEffect } from 'react';
import { notify } from '../platform/notifications.ts';
import { guardPresses } from '../platform/press-guard.ts';
import { useAppText } from './app-text.ts';

/** Says which value a press changed, in place of sending it. */
export function useHeldPresses(): void {
  const text = useAppText();
  useEffect(
    () =>
      guardPresses(document, ({ label, before, now }) =>
        notify({
          kind: 'info',
          id: 'held-press',
          title: now === undefined ? text('choiceChanged', { label }) : text(now === '' ? 'valueCleared' : 'valueChanged', { label, now }),
          detail: before === undefined ? text('choiceChangedDetail') : text('valueChangedDetail', { before }),
        }),
      ),
    [text],
  );
}

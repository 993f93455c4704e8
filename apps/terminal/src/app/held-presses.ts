import { useEffect } from 'react';
import { notify } from '../platform/notifications.ts';
import { guardPresses } from '../platform/press-guard.ts';
import { useAppText } from './app-text.ts';

/** Explains why a press did not send: it changed a value, or missed its button. */
export function useHeldPresses(): void {
  const text = useAppText();
  useEffect(() => {
    const tell = (title: string, detail: string) => notify({ kind: 'info', id: 'held-press', title, detail });
    return guardPresses(document, {
      changed: ({ refused, label, before, now }) => {
        if (refused === true) return;
        tell(
          now === undefined ? text('choiceChanged', { label }) : text(now === '' ? 'valueCleared' : 'valueChanged', { label, now }),
          before === undefined ? text('choiceChangedDetail') : text('valueChangedDetail', { before }),
        );
      },
      unclear: (label) => tell(text('numberUnclear', { label }), text('numberUnclearDetail')),
      missed: () => tell(text('pressMissed'), text('pressMissedDetail')),
    });
  }, [text]);
}

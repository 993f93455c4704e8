import { useEffect } from 'react';
import { notify } from '../../platform/notifications.ts';
import { guardPresses, type GuardedPresses } from '../../platform/press-guard.ts';
import { textHook } from '../../platform/texts.tsx';
import english from './text.en.json';

const useText = textHook('held-presses', english);

/** Holds presses that would send a value that has just changed, or that missed their button, and explains why. */
export function HeldPresses() {
  const text = useText();
  useEffect(() => {
    const tell = (title: string, detail: string) => notify({ kind: 'info', id: 'held-press', title, detail });
    const presses: GuardedPresses = {
      changed: ({ refused, label, before, now }) => {
        if (refused === true) return;
        tell(
          now === undefined ? text('choiceChanged', { label }) : text(now === '' ? 'valueCleared' : 'valueChanged', { label, now }),
          before === undefined ? text('choiceChangedDetail') : text('valueChangedDetail', { before }),
        );
      },
      unclear: (label) => tell(text('numberUnclear', { label }), text('numberUnclearDetail')),
      missed: () => tell(text('pressMissed'), text('pressMissedDetail')),
    };
    return guardPresses(document, presses);
  }, [text]);
  return null;
}

import { arrives } from '@tapedeck/ui';
import { useEffect } from 'react';
import { firstViewShown } from '../platform/first-view.tsx';
import { notify } from '../platform/notifications.ts';
import type { GuardedPresses } from '../platform/press-guard.ts';
import { useReadable } from '../platform/use-readable.ts';
import { useAppText } from './app-text.ts';

/** Arrives before the account, without which nothing is sent. */
export const loadGuard = () => arrives(() => import('../platform/press-guard.ts'));

/** Explains why a press did not send: it changed a value, or missed its button. */
export function useHeldPresses(): void {
  const text = useAppText();
  const isShown = useReadable(firstViewShown);
  useEffect(() => {
    if (!isShown) return undefined;
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
    let end: (() => void) | undefined;
    let isOver = false;
    void loadGuard().then(({ guardPresses }) => {
      if (!isOver) end = guardPresses(document, presses);
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, [text, isShown]);
}

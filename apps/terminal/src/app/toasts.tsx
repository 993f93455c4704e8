import 'sonner/dist/styles.css';
import { useEffect, useRef } from 'react';
import { toast, Toaster } from 'sonner';
import { failureText, failureTitle, toldEffect } from '../platform/failures.ts';
import type { Message } from '../platform/notifications.ts';
import { useTexts } from '../platform/texts.tsx';
import { useTheme } from '../platform/theme.ts';
import { useMedia } from '../platform/use-media.ts';
import './toasts.css';

interface ToastsProps {
  /** Every message so far; new ones are shown, each once. */
  readonly queue: readonly Message[];
}

const details = (message: Message & { detail?: string }) => ({
  id: message.id,
  ...(message.detail === undefined ? {} : { description: message.detail }),
});

export function Toasts({ queue }: ToastsProps) {
  const theme = useTheme();
  const texts = useTexts();
  const shown = useRef(0);
  useEffect(() => {
    for (const message of queue.slice(shown.current)) {
      if (message.kind !== 'failure') toast[message.kind](message.title, details(message));
      else if (toldEffect(texts, message.failure).kind === 'toast') {
        toast.error(failureTitle(texts, message.failure, message.title), {
          id: message.id,
          description: failureText(texts, message.failure, message.instrument),
        });
      }
    }
    shown.current = queue.length;
  }, [queue, texts]);
  // Beside dialogs and away from every form where there is room; else over the header, below which narrow dialogs stay.
  const isWide = useMedia('(min-width: 1000px)');
  return isWide ? (
    <Toaster theme={theme} position="bottom-left" offset={{ bottom: 34, left: 12 }} />
  ) : (
    <Toaster theme={theme} position="top-center" offset={{ top: 8 }} mobileOffset={{ top: 8, left: 12, right: 12 }} visibleToasts={1} />
  );
}

import 'sonner/dist/styles.css';
import { useEffect, useRef } from 'react';
import { toast, Toaster } from 'sonner';
import { failureText, toldEffect, useErrorsText } from '../platform/failures.ts';
import type { Message } from '../platform/notifications.ts';
import { useTexts } from '../platform/texts.tsx';
import { useTheme } from '../platform/theme.ts';
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
  const text = useErrorsText();
  const shown = useRef(0);
  useEffect(() => {
    for (const message of queue.slice(shown.current)) {
      if (message.kind !== 'failure') toast[message.kind](message.title, details(message));
      else if (toldEffect(texts, message.failure).kind === 'toast') {
        toast.error(message.title ?? text('failedTitle'), { id: message.id, description: failureText(texts, message.failure) });
      }
    }
    shown.current = queue.length;
  }, [queue, texts, text]);
  return <Toaster theme={theme} position="bottom-right" offset={{ bottom: 34, right: 12 }} mobileOffset={{ bottom: 96 }} />;
}

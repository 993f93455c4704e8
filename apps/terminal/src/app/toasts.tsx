import type { Failure } from '@tapedeck/client';
import 'sonner/dist/styles.css';
import { useEffect, useRef } from 'react';
import { toast, Toaster } from 'sonner';
import type { Message } from '../platform/notifications.ts';
import { useTheme } from '../platform/theme.ts';
import './toasts.css';

interface ToastsProps {
  /** Every message so far; new ones are shown, each once. */
  readonly queue: readonly Message[];
  readonly failedTitle: string;
  failureText(failure: Failure): string;
}

const details = (message: Message & { detail?: string }) => ({
  id: message.id,
  ...(message.detail === undefined ? {} : { description: message.detail }),
});

export function Toasts({ queue, failedTitle, failureText }: ToastsProps) {
  const theme = useTheme();
  const shown = useRef(0);
  useEffect(() => {
    for (const message of queue.slice(shown.current)) {
      if (message.kind === 'failure') toast.error(failedTitle, { id: message.id, description: failureText(message.failure) });
      else toast[message.kind](message.title, details(message));
    }
    shown.current = queue.length;
  }, [queue, failedTitle, failureText]);
  return <Toaster theme={theme} position="bottom-right" offset={{ bottom: 34, right: 12 }} mobileOffset={{ bottom: 96 }} />;
}

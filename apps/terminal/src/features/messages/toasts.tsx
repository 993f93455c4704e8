import 'sonner/dist/styles.css';
import { useEffect, useRef } from 'react';
import { toast, Toaster } from 'sonner';
import { failureText, failureTitle, toldEffect } from '../../platform/failures.ts';
import type { Message } from '../../platform/notifications.ts';
import { useCommonText, useTexts } from '../../platform/texts.tsx';
import { useTheme } from '../../platform/theme.ts';
import { useMedia } from '../../platform/use-media.ts';
import './toasts.css';

interface ToastsProps {
  /** All messages so far; new ones are shown once. */
  readonly queue: readonly Message[];
}

/** Status line and account panel lie below, and on pages with a chart its own bar and time axis. */
const ABOVE_ACCOUNT = 'calc(var(--account-height, 0px) + var(--below-toasts, 98px))';
const RIGHT_OF_DRAWING_TOOLS = 50;

const details = (message: Message & { detail?: string }) => ({
  id: message.id,
  ...(message.detail === undefined ? {} : { description: message.detail }),
});

export function Toasts({ queue }: ToastsProps) {
  const theme = useTheme();
  const texts = useTexts();
  const text = useCommonText();
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
  // Over the oldest bars of the chart if there is room: no button lies there, and dialogs and forms stay free.
  // Otherwise over the header, which narrow dialogs leave free.
  const isWide = useMedia('(min-width: 1000px)');
  const common = { theme, closeButton: true, toastOptions: { closeButtonAriaLabel: text('close') } } as const;
  return isWide ? (
    <Toaster {...common} position="bottom-left" offset={{ bottom: ABOVE_ACCOUNT, left: RIGHT_OF_DRAWING_TOOLS }} />
  ) : (
    <Toaster {...common} position="top-center" offset={{ top: 8 }} mobileOffset={{ top: 8, left: 12, right: 12 }} visibleToasts={1} />
  );
}

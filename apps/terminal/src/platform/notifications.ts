import type { Failure } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';

/** A short message over the screen. Messages with one `id` replace each other. */
export type Message =
  | { readonly kind: 'success' | 'info' | 'error'; readonly id: string; readonly title: string; readonly detail?: string }
  | { readonly kind: 'failure'; readonly id: string; readonly failure: Failure; readonly title?: string; readonly instrument?: Instrument };

type Listener = (message: Message) => void;
let shownBy: Listener | undefined;
const early: Message[] = [];

/** Shows a message; kept until somebody can show it. */
export function notify(message: Message): void {
  if (shownBy === undefined) early.push(message);
  else shownBy(message);
}

/**
 * Tells a failure as the error catalogue has it: some codes are silent, some are told by the whole terminal. A limit that it names has the
 * unit of the instrument.
 */
export function reportFailure(failure: Failure, title?: string, instrument?: Instrument): void {
  const named = { ...(title !== undefined && { title }), ...(instrument !== undefined && { instrument }) };
  notify({ kind: 'failure', id: `failure-${failure.code}`, failure, ...named });
}

/** One listener shows all messages. */
export function showMessages(listener: Listener): () => void {
  shownBy = listener;
  for (const message of early.splice(0)) listener(message);
  return () => {
    if (shownBy === listener) shownBy = undefined;
  };
}

import type { Failure } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';
import { createOutbox } from './outbox.ts';

/** A short message over the screen. Messages with one `id` replace each other. */
export type Message =
  | { readonly kind: 'success' | 'info' | 'error'; readonly id: string; readonly title: string; readonly detail?: string }
  | { readonly kind: 'failure'; readonly id: string; readonly failure: Failure; readonly title?: string; readonly instrument?: Instrument };

const messages = createOutbox<Message>();

/** Shows a message; kept until there is a listener. */
export const notify = messages.send;

/**
 * Reports a failure by the error catalogue: some codes are silent, some concern the whole terminal. Its limit has the
 * unit of the instrument.
 */
export function reportFailure(failure: Failure, title?: string, instrument?: Instrument): void {
  const named = { ...(title !== undefined && { title }), ...(instrument !== undefined && { instrument }) };
  notify({ kind: 'failure', id: `failure-${failure.code}`, failure, ...named });
}

/** One listener shows all messages. */
export const showMessages = messages.receive;

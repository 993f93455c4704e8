import type { TerminalClient } from '@tapedeck/client';
import { notify, type Message } from '../platform/notifications.ts';

/** Reports a sent order if the account's stream cannot; otherwise the stream reports it with the accepted terms. */
export function tellUnreported(client: Pick<TerminalClient, 'session'>, message: Message): void {
  if (client.session.freshness.get() !== 'live') notify(message);
}

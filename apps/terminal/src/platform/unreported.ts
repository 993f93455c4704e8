import type { TerminalClient } from '@tapedeck/client';
import { notify, type Message } from './notifications.ts';

/** Tells that an order was sent, where the account's own news do not: they tell it with what the exchange made of it. */
export function tellUnreported(client: Pick<TerminalClient, 'account'>, message: Message): void {
  if (client.account.freshness.get() !== 'live') notify(message);
}

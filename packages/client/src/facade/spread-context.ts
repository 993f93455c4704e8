import type { SpreadContext } from '../forms/spread/spread-form.ts';
import { derived, type Readable } from '../store/readable.ts';
import { orderFormContext } from './order-form-context.ts';
import type { MarketFeed, TerminalClient } from './terminal-client.ts';

/** What the form of a spread is read against: what the order form of each leg is. */
export function spreadContext(
  client: Pick<TerminalClient, 'account' | 'session'>,
  { far, near }: { readonly far: MarketFeed; readonly near: MarketFeed },
): Readable<SpreadContext> {
  return derived([orderFormContext(client, far), orderFormContext(client, near)], (ofFar, ofNear) => ({ far: ofFar, near: ofNear }));
}

import type { SpreadContext } from '../forms/spread/spread-form.ts';
import { derived, type Readable } from '../store/readable.ts';
import { orderFormContext, type OrderFormSources } from './order-form-context.ts';
import type { MarketFeed } from './terminal-client.ts';

/** Inputs of the spread form: the order-form inputs of each leg. */
export function spreadContext(
  client: OrderFormSources,
  { far, near }: { readonly far: MarketFeed; readonly near: MarketFeed },
): Readable<SpreadContext> {
  return derived([orderFormContext(client, far), orderFormContext(client, near)], (ofFar, ofNear) => ({ far: ofFar, near: ofNear }));
}

import { lotCount, tickCount, type Instrument, type Side } from '@tapedeck/domain';
import { typedLots, typedTicks } from './order/order-command.ts';
import type { OrderTerms } from './order/order-terms.ts';

/** What was typed of an order for a pair, as text. */
export interface SpotOrderDraft {
  readonly symbol: string;
  readonly orderType: 'Limit' | 'Market';
  readonly price: string;
  /** In base coin. */
  readonly quantity: string;
  /** What is missing is borrowed. */
  readonly borrows: boolean;
}

/** What would be sent; `undefined` while price or quantity are missing or off their steps. */
export function spotOrderTerms(draft: SpotOrderDraft, side: Side, instrument: Instrument): OrderTerms | undefined {
  const quantity = typedLots(draft.quantity, instrument);
  const price = draft.orderType === 'Limit' ? typedTicks(draft.price, instrument) : undefined;
  if (quantity === undefined || lotCount(quantity) === 0) return undefined;
  if (draft.orderType === 'Limit' && (price === undefined || tickCount(price) === 0)) return undefined;
  return {
    instrument,
    side,
    orderType: draft.orderType,
    price,
    quantity,
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    positionIndex: 0,
    source: 'form',
    ...(draft.borrows && { borrows: true }),
  };
}

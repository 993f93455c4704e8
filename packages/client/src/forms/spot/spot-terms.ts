import { lotCount, lots, type AttachedExits, type OrderOptions, type Trigger } from '@tapedeck/domain';
import type { OrderTerms } from '../order/order-terms.ts';
import type { SpotReading } from './spot-reading.ts';
import { spotExits } from './spot-tpsl.ts';

/** Quantity: lots, or for a market order an amount; `undefined` while empty. */
function spotSize({ byAmount, amount, quantity }: SpotReading): Pick<OrderTerms, 'quantity' | 'quoteAmount'> | undefined {
  if (byAmount) return amount === undefined ? undefined : { quantity: lots(0), quoteAmount: amount };
  return quantity === undefined || lotCount(quantity) === 0 ? undefined : { quantity };
}

function optionsOf(trigger: Trigger | undefined, exits: AttachedExits | undefined): OrderOptions | undefined {
  if (trigger === undefined && exits === undefined) return undefined;
  return { ...(trigger && { trigger }), ...(exits && { exits }) };
}

/** The order to send; `undefined` while an input is missing. */
export function spotOrderTerms(order: SpotReading): OrderTerms | undefined {
  const { draft, context, trigger } = order;
  const { instrument } = context;
  const limit = draft.orderType === 'Limit';
  const size = spotSize(order);
  const price = limit ? order.price : undefined;
  if (size === undefined || (limit && price === undefined)) return undefined;
  if (draft.trigger !== undefined && trigger === undefined) return undefined;
  const options = optionsOf(trigger, spotExits(draft, context));
  return {
    instrument,
    side: draft.side,
    orderType: draft.orderType,
    price,
    ...size,
    timeInForce: limit && draft.postOnly ? 'PostOnly' : draft.timeInForce,
    reduceOnly: false,
    positionIndex: 0,
    source: 'form',
    ...(options !== undefined && { options }),
    ...(draft.borrows && { borrows: true }),
  };
}

import {
  lotCount,
  lots,
  sourceTicks,
  triggerReached,
  type AttachedExits,
  type Instrument,
  type OrderOptions,
  type Trigger,
} from '@tapedeck/domain';
import { typedTicks } from '../order/order-command.ts';
import type { OrderTerms } from '../order/order-terms.ts';
import type { SpotContext, SpotOrderDraft } from './spot-form.ts';
import { spotExits } from './spot-tpsl.ts';
import { sendsAmount, spotLots, typedAmount } from './spot-sizing.ts';

/** What the order waits for: a rise to a price above its source, a fall to one below. */
export function spotTrigger({ trigger }: SpotOrderDraft, { instrument, last, mark, index }: SpotContext): Trigger | undefined {
  if (trigger === undefined) return undefined;
  const at = typedTicks(trigger.price, instrument);
  const now = { LastPrice: last, MarkPrice: mark, IndexPrice: index }[trigger.source];
  if (at === undefined || now === undefined) return undefined;
  const rising = { price: at, source: trigger.source, direction: 'Rising' } as const;
  return triggerReached(rising, sourceTicks(now, instrument.tickSize)) ? { ...rising, direction: 'Falling' } : rising;
}

/** How much: lots, or of a market order an amount; `undefined` while there is none. */
function spotSize(draft: SpotOrderDraft, instrument: Instrument): Pick<OrderTerms, 'quantity' | 'quoteAmount'> | undefined {
  if (sendsAmount(draft)) {
    const amount = typedAmount(draft);
    return amount === undefined ? undefined : { quantity: lots(0), quoteAmount: amount };
  }
  const quantity = spotLots(draft, instrument);
  return quantity === undefined || lotCount(quantity) === 0 ? undefined : { quantity };
}

function optionsOf(trigger: Trigger | undefined, exits: AttachedExits | undefined): OrderOptions | undefined {
  if (trigger === undefined && exits === undefined) return undefined;
  return { ...(trigger && { trigger }), ...(exits && { exits }) };
}

/** What would be sent; `undefined` while something of it is missing. */
export function spotOrderTerms(draft: SpotOrderDraft, context: SpotContext): OrderTerms | undefined {
  const { instrument } = context;
  const limit = draft.orderType === 'Limit';
  const size = spotSize(draft, instrument);
  const price = limit ? typedTicks(draft.price, instrument) : undefined;
  const trigger = spotTrigger(draft, context);
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

import { lotCount, lots, sourceTicks, triggerReached, type Trigger } from '@tapedeck/domain';
import { typedTicks } from '../order/order-command.ts';
import type { OrderTerms } from '../order/order-terms.ts';
import type { SpotContext, SpotOrderDraft } from './spot-form.ts';
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

/** What would be sent; `undefined` while something of it is missing. */
export function spotOrderTerms(draft: SpotOrderDraft, context: SpotContext): OrderTerms | undefined {
  const { instrument } = context;
  const byAmount = sendsAmount(draft);
  const amount = byAmount ? typedAmount(draft) : undefined;
  const quantity = byAmount ? lots(0) : spotLots(draft, instrument);
  const price = draft.orderType === 'Limit' ? typedTicks(draft.price, instrument) : undefined;
  const trigger = spotTrigger(draft, context);
  if (quantity === undefined || (byAmount ? amount === undefined : lotCount(quantity) === 0)) return undefined;
  if ((draft.orderType === 'Limit' && price === undefined) || (draft.trigger !== undefined && trigger === undefined)) return undefined;
  return {
    instrument,
    side: draft.side,
    orderType: draft.orderType,
    price,
    quantity,
    timeInForce: draft.orderType === 'Limit' && draft.postOnly ? 'PostOnly' : draft.timeInForce,
    reduceOnly: false,
    positionIndex: 0,
    source: 'form',
    ...(amount !== undefined && { quoteAmount: amount }),
    ...(trigger !== undefined && { options: { trigger } }),
    ...(draft.borrows && { borrows: true }),
  };
}

import { priceOfTicks, sourceTicks, tickCount, triggerReached, type Ticks, type Trigger } from '@tapedeck/domain';
import { sourcePrice } from '../price-input/price-fields.ts';
import { typedTicks } from './order-command.ts';
import type { OrderFormContext, OrderFormDraft } from './order-form.ts';

/** Trigger of a conditional order: rising for a price above its source, falling for one below; `undefined` while either is unknown. */
export function draftTrigger({ trigger }: OrderFormDraft, context: OrderFormContext): Trigger | undefined {
  if (trigger === undefined) return undefined;
  const at = typedTicks(trigger.price, context.instrument);
  const now = sourcePrice(trigger.source, context);
  if (at === undefined || now === undefined) return undefined;
  const rising = { price: at, source: trigger.source, direction: 'Rising' } as const;
  return triggerReached(rising, sourceTicks(now, context.instrument.tickSize)) ? { ...rising, direction: 'Falling' } : rising;
}

/** Whether the source has already reached the trigger. */
export function isTriggerReached(trigger: Trigger, context: OrderFormContext): boolean {
  const now = sourcePrice(trigger.source, context);
  return now !== undefined && triggerReached(trigger, sourceTicks(now, context.instrument.tickSize));
}

/** The market when a conditional order triggers: all prices at the trigger, because nothing else is known. */
export function contextWhenTriggered(draft: OrderFormDraft, context: OrderFormContext): OrderFormContext {
  if (draft.trigger === undefined) return context;
  const at: Ticks | undefined = typedTicks(draft.trigger.price, context.instrument);
  if (at === undefined) return { ...context, mark: undefined };
  const price = priceOfTicks(at, context.instrument.tickSize);
  const levels = [tickCount(at), Number.MAX_SAFE_INTEGER];
  return { ...context, last: price, mark: price, bestBid: price, bestAsk: price, book: { bids: levels, asks: levels } };
}

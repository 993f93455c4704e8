import {
  exactLots,
  exactTicks,
  lotCount,
  parseDecimal,
  positionIndexOf,
  positionSideOf,
  opposite,
  price,
  priceUnits,
  quantity,
  quantityUnits,
  tickCount,
} from '@tapedeck/domain';
import type { Instrument, Lots, PositionIndex, SettingsRecord, Side, Ticks } from '@tapedeck/domain';
import type { OrderTerms } from './order-terms.ts';
import type { OrderFormDraft } from './order-form.ts';

/** A positive number that is a countable number of steps, in 1e-8 units. */
function typedUnits(text: string, step: bigint): bigint | undefined {
  const units = parseDecimal(text);
  return units === undefined || units <= 0n || units / step > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : units;
}

/** The typed price in ticks; `undefined` if empty, not positive, or between ticks. */
export function typedTicks(text: string, instrument: Instrument): Ticks | undefined {
  const units = typedUnits(text, priceUnits(instrument.tickSize));
  return units === undefined ? undefined : exactTicks(price(units), instrument.tickSize);
}

/** The typed quantity in lots; `undefined` if empty, not positive, or between lots. */
export function typedLots(text: string, instrument: Instrument): Lots | undefined {
  const units = typedUnits(text, quantityUnits(instrument.lotSize));
  return units === undefined ? undefined : exactLots(quantity(units), instrument.lotSize);
}

/** The position that an order of the form belongs to: in hedge mode, a reduce-only order closes the position of the other side. */
export function formPositionIndex(settings: SettingsRecord | undefined, side: Side, reduceOnly: boolean): PositionIndex {
  return positionIndexOf(settings?.positionMode ?? 'MergedSingle', positionSideOf(reduceOnly ? opposite(side) : side));
}

/** The order to send; `undefined` without a price (limit orders) or a quantity. */
export function orderCommand(
  draft: OrderFormDraft,
  side: Side,
  instrument: Instrument,
  settings: SettingsRecord | undefined,
): OrderTerms | undefined {
  const count = typedLots(draft.quantity, instrument);
  const at = draft.orderType === 'Limit' ? typedTicks(draft.price, instrument) : undefined;
  if (count === undefined || lotCount(count) === 0) return undefined;
  if (draft.orderType === 'Limit' && (at === undefined || tickCount(at) === 0)) return undefined;
  return {
    instrument,
    side,
    orderType: draft.orderType,
    price: at,
    quantity: count,
    timeInForce: draft.orderType === 'Limit' && draft.postOnly ? 'PostOnly' : draft.timeInForce,
    reduceOnly: draft.reduceOnly,
    positionIndex: formPositionIndex(settings, side, draft.reduceOnly),
    source: 'form',
  };
}

import {
  SCALE,
  addMoney,
  divCeil,
  formatDecimal,
  lotCount,
  lots,
  marginDigits,
  money,
  moneyUnits,
  valueAtTick,
  type Instrument,
  type Lots,
  type Money,
} from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import { largest } from '../../calculators/largest.ts';
import { numberIn } from '../../inputs/number-input.ts';
import type { OrderFormDraft, QuantityUnit } from './order-form.ts';
import { maxOrder } from './order-limits.ts';
import type { OrderReadings } from './order-reading.ts';
import { arrivalOf, demandOf, type OrderSide } from './order-side.ts';

/** Decimals of a typed cost or value: those of its coin. */
export const moneyDigits = ({ settleCoin }: Pick<Instrument, 'settleCoin'>): number => marginDigits(settleCoin);

/** Cost or value of a number of lots, at their limit price if they have one; `undefined` without market data. */
function amountOf(order: OrderSide, count: Lots, unit: Exclude<QuantityUnit, 'quantity'>): Money | undefined {
  if (unit === 'value' && order.price !== undefined) return valueAtTick(order.context.instrument, count, order.price);
  const arrival = arrivalOf(order, count);
  if (arrival === undefined) return undefined;
  return unit === 'cost' ? demandOf(order, arrival).cost : addMoney(arrival.fillValue, arrival.restValue);
}

/** The most lots that the typed cost or value pays for; `undefined` while the field is empty or no price is known. */
function lotsFor(order: OrderSide, unit: Exclude<QuantityUnit, 'quantity'>): Lots | undefined {
  const { draft, context } = order;
  const units = numberIn(draft.quantity);
  if (units === undefined || amountOf(order, lots(1), unit) === undefined) return undefined;
  const limit = money(units);
  return largest(lotCount(maxOrder(draft, context.instrument, context.traits)), (count) => {
    const amount = amountOf(order, lots(count), unit);
    return amount !== undefined && amount <= limit;
  });
}

/** The draft with its quantity in lots of the instrument, as that side would send it. */
export function draftInLots(order: OrderSide): OrderFormDraft {
  const { draft, context } = order;
  if (draft.unit === 'quantity') return draft;
  const count = lotsFor(order, draft.unit);
  return { ...draft, unit: 'quantity', quantity: count === undefined ? '' : lotsText(count, context.instrument) };
}

/** Lots in a unit of the field: the smallest sufficient cost or value, of the more expensive side. '' if unknown. */
export function lotsInUnit(count: Lots, unit: QuantityUnit, { context, of }: OrderReadings): string {
  if (lotCount(count) === 0) return '';
  if (unit === 'quantity') return lotsText(count, context.instrument);
  const amounts = (['Buy', 'Sell'] as const).map((side) => amountOf(of(side), count, unit));
  const known = amounts.flatMap((amount) => (amount === undefined ? [] : [moneyUnits(amount)]));
  if (known.length === 0) return '';
  const step = SCALE / 10n ** BigInt(moneyDigits(context.instrument));
  const most = known.reduce((a, b) => (a > b ? a : b));
  return formatDecimal(divCeil(most, step) * step);
}

/** The form in another unit, for the same order as far as both can express it. */
export function inUnit(unit: QuantityUnit, now: OrderReadings): OrderFormDraft {
  const { draft } = now;
  if (unit === draft.unit) return draft;
  const { quantity: count } = now.of('Buy');
  const { replaced: _told, ...rest } = draft;
  return { ...rest, unit, quantity: count === undefined ? '' : lotsInUnit(count, unit, now) };
}

/** Percentage of the largest order, rounded down to a lot; of the smaller side, so that either button can send it. */
export function shareQuantity(percent: number, { draft, of }: OrderReadings): Lots | undefined {
  const sides = (['Buy', 'Sell'] as const).map((side) => of(side).most());
  const known = sides.flatMap((count) => (count === undefined ? [] : [lotCount(count)]));
  if (known.length === 0) return undefined;
  // A reduce-only order has only one side that can reduce.
  const whole = draft.reduceOnly ? Math.max(...known) : Math.min(...known);
  const share = Math.min(Math.max(Math.trunc(percent), 0), 100);
  return lots(Number((BigInt(whole) * BigInt(share)) / 100n));
}

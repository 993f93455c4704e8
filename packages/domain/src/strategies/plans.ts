import type { Instrument } from '../instruments/instrument.ts';
import { quantityBound } from '../refusals/bounds.ts';
import { refusal, type Refusal } from '../refusals/refusal.ts';
import { lotCount, lots, tickCount, ticks } from '../values/quantities.ts';
import type { Lots, Ticks } from '../values/types.ts';
import type { GridPlan, IcebergPlan, ScaledPlan, StrategyPlan, TwapPlan, WebhookPlan } from './strategy.ts';

/** Bounds of plans. */
export const ICEBERG_PARTS_MAX = 500;
export const TWAP_INTERVALS: readonly number[] = [5_000, 10_000, 15_000, 30_000, 60_000, 120_000];
export const TWAP_DURATION_MIN = 300_000;
export const TWAP_DURATION_MAX = 86_400_000;
export const SCALED_ORDERS_MAX = 50;
export const SCALED_SKEW_MIN = 10;
export const SCALED_SKEW_MAX = 1_000;
export const GRID_CELLS_MAX = 100;
export const SECRET_LENGTH_MIN = 16;
export const SECRET_LENGTH_MAX = 64;

export interface LadderStep {
  readonly price: Ticks;
  readonly quantity: Lots;
}

/** A point of an even division of `from … to` into `count` pieces, to the nearest tick. */
const divided = (from: number, to: number, i: number, count: number): number => from + Math.round(((to - from) * i) / count);

/**
 * The orders of a ladder: evenly spaced prices, rounded to the nearest tick; quantities interpolated from the first to the last and rounded
 * down to lots. The last order takes the residue.
 */
export function scaledLadder({ from, to, orders, skew }: ScaledPlan, quantity: Lots): LadderStep[] {
  const total = lotCount(quantity);
  const weights = Array.from({ length: orders }, (_, i) => 100 * (orders - 1) + (skew - 100) * i);
  const sum = weights.reduce((a, b) => a + b, 0);
  let left = total;
  return weights.map((weight, i) => {
    const count = i === orders - 1 ? left : Math.floor((total * weight) / sum);
    left -= count;
    return { price: ticks(divided(tickCount(from), tickCount(to), i, orders - 1)), quantity: lots(count) };
  });
}

/** The levels of a grid, lowest first: one more than cells. */
export function gridLevels({ lower, upper, cells }: GridPlan): Ticks[] {
  return Array.from({ length: cells + 1 }, (_, i) => ticks(divided(tickCount(lower), tickCount(upper), i, cells)));
}

/** The initially empty level of a grid: the one nearest to the last price, the lower of two. Buys are below it, sells above. */
export function emptyLevel(levels: readonly Ticks[], last: number): number {
  const away = (level: number): number => Math.abs(tickCount(levels[level] ?? ticks(0)) - last);
  return levels.reduce((best, _, level) => (away(level) < away(best) ? level : best), 0);
}

/** Next part of a TWAP: the remaining quantity divided by the remaining parts, rounded up. */
export const twapPart = (left: number, parts: number): number => Math.ceil(left / Math.max(1, parts));

/** Smallest part of a plan: the even share of a TWAP, the shown quantity of an iceberg, otherwise the total. */
export function smallestPart(plan: StrategyPlan, quantity: Lots): Lots {
  if (plan.kind === 'TWAP') return lots(Math.floor(lotCount(quantity) / plan.parts));
  return plan.kind === 'Iceberg' ? plan.shown : quantity;
}

const bad = (field: string): Refusal => refusal('parameter', { field });
const smallestOrder = (instrument: Instrument): string => quantityBound(lotCount(instrument.minOrder), instrument);
const partTooSmall = (instrument: Instrument): Refusal => refusal('strategyPartTooSmall', { smallest: smallestOrder(instrument) });
const within = (value: number, min: number, max: number): boolean => Number.isInteger(value) && value >= min && value <= max;

function inRange(price: Ticks, { minPrice, maxPrice }: Instrument): boolean {
  return within(tickCount(price), tickCount(minPrice), tickCount(maxPrice));
}

function gridRefusal(plan: GridPlan, instrument: Instrument): Refusal | undefined {
  const { lower, upper, cells, takeProfit, stopLoss } = plan;
  if (!inRange(lower, instrument) || !inRange(upper, instrument) || lower >= upper) return bad('upper');
  if (!within(cells, 2, GRID_CELLS_MAX) || tickCount(upper) - tickCount(lower) < cells) return bad('cells');
  if (tickCount(takeProfit) !== 0 && (!inRange(takeProfit, instrument) || takeProfit <= upper)) return bad('takeProfit');
  if (tickCount(stopLoss) !== 0 && (!inRange(stopLoss, instrument) || stopLoss >= lower)) return bad('stopLoss');
  return undefined;
}

function scaledRefusal(plan: ScaledPlan, quantity: Lots, instrument: Instrument): Refusal | undefined {
  const { from, to, orders, skew } = plan;
  if (!inRange(from, instrument) || !inRange(to, instrument) || from === to) return bad('to');
  if (!within(orders, 2, SCALED_ORDERS_MAX)) return bad('orders');
  if (!within(skew, SCALED_SKEW_MIN, SCALED_SKEW_MAX)) return bad('skew');
  const least = scaledLadder(plan, quantity).reduce((low, step) => Math.min(low, lotCount(step.quantity)), Infinity);
  return least < lotCount(instrument.minOrder) ? partTooSmall(instrument) : undefined;
}

function icebergRefusal({ price, shown }: IcebergPlan, quantity: Lots, instrument: Instrument): Refusal | undefined {
  if (!inRange(price, instrument)) return bad('price');
  const [total, each] = [lotCount(quantity), lotCount(shown)];
  const fits = within(each, lotCount(instrument.minOrder), total) && Math.ceil(total / each) <= ICEBERG_PARTS_MAX;
  return fits ? undefined : refusal('strategyPartTooSmall', { smallest: smallestOrder(instrument), mostParts: String(ICEBERG_PARTS_MAX) });
}

function twapRefusal({ interval, parts, limit }: TwapPlan, quantity: Lots, instrument: Instrument): Refusal | undefined {
  if (!TWAP_INTERVALS.includes(interval)) return bad('interval');
  if (!within(parts, 1, Infinity) || !within(parts * interval, TWAP_DURATION_MIN, TWAP_DURATION_MAX)) return bad('parts');
  if (tickCount(limit) !== 0 && !inRange(limit, instrument)) return bad('limit');
  const total = lotCount(quantity);
  if (total < lotCount(instrument.minOrder) * parts) return partTooSmall(instrument);
  const most = lotCount(instrument.maxMarketOrder);
  return twapPart(total, parts) > most ? refusal('quantityTooLarge', { limit: quantityBound(most, instrument) }) : undefined;
}

function webhookRefusal({ secret, orderType, price }: WebhookPlan, instrument: Instrument): Refusal | undefined {
  if (secret.length < SECRET_LENGTH_MIN || secret.length > SECRET_LENGTH_MAX) return bad('secret');
  return orderType === 'Limit' && !inRange(price, instrument) ? bad('price') : undefined;
}

/** Refuses a plan that is invalid in any market and for any account. */
export function planRefusal(plan: StrategyPlan, quantity: Lots, instrument: Instrument): Refusal | undefined {
  const total = lotCount(quantity);
  if (!Number.isSafeInteger(total) || total < lotCount(instrument.minOrder))
    return refusal('quantityTooSmall', { limit: smallestOrder(instrument) });
  switch (plan.kind) {
    case 'Iceberg':
      return icebergRefusal(plan, quantity, instrument);
    case 'TWAP':
      return twapRefusal(plan, quantity, instrument);
    case 'Chase':
      return within(tickCount(plan.maxDistance), 0, tickCount(instrument.maxPrice)) ? undefined : bad('maxDistance');
    case 'Scaled':
      return scaledRefusal(plan, quantity, instrument);
    case 'Grid':
      return gridRefusal(plan, instrument);
    case 'Webhook':
      return webhookRefusal(plan, instrument);
    case 'FutureSpread':
      return Number.isSafeInteger(plan.limit) ? undefined : bad('limit');
  }
}

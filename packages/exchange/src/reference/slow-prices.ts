import type { Side } from '@tapedeck/domain';
import { type NaiveInstrument, ONE, ceil, floor, isInverse, isPerpetual, larger, nearest, smaller } from './naive-formulas.ts';
import type { NaiveState, Quoted } from './naive-state.ts';

/** A second computation of market prices: from the index and the book to mark price, funding rate and price limits (docs/concepts). */
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000] as const;
const HALF_HOUR = 30 * MINUTE;
/** Samples of the moving averages, one a second: two and a half minutes of the basis. */
const BASIS = 150;
/** 0.03 % a day, and 0.05 %. */
const [INTEREST_A_DAY, CLAMP] = [30_000n, 50_000n] as const;
/** In quote coin, like the initial margin of the lowest tier: the notional that measures a premium. */
const IMPACT_MARGIN = 200n * ONE;

const clamp = (value: bigint, low: bigint, high: bigint): bigint => larger(low, smaller(high, value));

const meanOf = (samples: readonly bigint[]): bigint =>
  samples.length === 0
    ? 0n
    : nearest(
        samples.reduce((sum, one) => sum + one, 0n),
        BigInt(samples.length),
      );

function remember(samples: bigint[], sample: bigint, most: number): void {
  samples.push(sample);
  if (samples.length > most) samples.shift();
}

const pricesOf = (state: NaiveState, { id }: NaiveInstrument): Quoted => state.quoted[id] as Quoted;

/** Mid price between best bid and best ask; `undefined` if a side is empty. */
function middleOf(state: NaiveState, { id, tickSize }: NaiveInstrument): bigint | undefined {
  const [ask, bid] = [state.best(id, 'Buy'), state.best(id, 'Sell')];
  return ask === undefined || bid === undefined ? undefined : floor(BigInt(ask.price + bid.price) * tickSize, 2n);
}

const onTick = (price: bigint, tickSize: bigint): bigint => larger(1n, nearest(price, tickSize)) * tickSize;

const intervalOf = ({ fundingIntervalHours }: NaiveInstrument): number => fundingIntervalHours * HOUR;

/** End of the last completed interval: whole multiples of the interval since midnight UTC. */
const lastEnd = ({ time }: NaiveState, on: NaiveInstrument): number => time - (time % intervalOf(on));

/** The interest of one interval. */
const interestOf = ({ fundingIntervalHours }: NaiveInstrument): bigint => floor(INTEREST_A_DAY * BigInt(fundingIntervalHours), 24n);

/** Average price at which an order of this side would fill the impact notional, for inverse contracts in contracts; 0 without a book. */
function impactPrice(state: NaiveState, on: NaiveInstrument, side: Side): bigint {
  const notional = nearest(IMPACT_MARGIN * ONE, on.tiers[0]?.initialRate ?? ONE);
  const met = state.orders.filter(({ instrument, side: other }) => instrument === on.id && other !== side);
  met.sort((a, b) => (side === 'Buy' ? a.price - b.price : b.price - a.price));
  let [lots, paid, value] = [0n, 0n, 0n];
  for (const { price, left } of met) {
    if (value >= notional) break;
    const tick = BigInt(price) * on.tickSize;
    const each = isInverse(on) ? on.lotSize : floor(tick * on.lotSize, ONE);
    const taken = smaller(BigInt(left), ceil(notional - value, each));
    lots += taken;
    paid += taken * tick;
    value += taken * each;
  }
  return lots === 0n ? 0n : nearest(paid, lots);
}

/** Samples the premium of the book over the index once a minute. */
export function samplePremiumIndex(state: NaiveState, on: NaiveInstrument): void {
  const quoted = pricesOf(state, on);
  const minute = Math.floor(state.time / MINUTE);
  if (!isPerpetual(on) || !quoted.indexKnown || quoted.premiumIndices.at(-1)?.minute === minute) return;
  const index = state.indices[on.id] as bigint;
  const [bid, ask] = [impactPrice(state, on, 'Sell'), impactPrice(state, on, 'Buy')];
  const discount = ask === 0n ? 0n : larger(0n, index - ask);
  quoted.premiumIndices.push({ minute, premium: nearest((larger(0n, bid - index) - discount) * ONE, index) });
}

/**
 * The rate of an interval that has just ended, `undefined` if none has: the premiums of its minutes weigh 1, 2, … N,
 * and the rate is clamp(P + clamp(I − P, ±0.05 %), ±min((initial rate − maintenance rate) × 0.75, maintenance rate)).
 */
export function endInterval(state: NaiveState, on: NaiveInstrument, before: number): bigint | undefined {
  const end = lastEnd(state, on);
  if (!isPerpetual(on) || end <= before) return undefined;
  const quoted = pricesOf(state, on);
  const first = (end - intervalOf(on)) / MINUTE;
  let [sum, weights] = [0n, 0n];
  for (const { minute, premium } of quoted.premiumIndices.splice(0)) {
    const weight = BigInt(minute - first + 1);
    sum += weight * premium;
    weights += weight;
  }
  const premium = weights === 0n ? 0n : nearest(sum, weights);
  const { initialRate = 0n, maintenanceRate = 0n } = on.tiers[0] ?? {};
  const cap = smaller(floor((initialRate - maintenanceRate) * 3n, 4n), maintenanceRate);
  quoted.fundingRate = clamp(premium + clamp(interestOf(on) - premium, -CLAMP, CLAMP), -cap, cap);
  return quoted.fundingRate;
}

/** Median of the index with the remaining share of the last funding rate, the index with the average basis, and the last price. */
function perpetualMark(state: NaiveState, on: NaiveInstrument, before: number, [index, last]: readonly [bigint, bigint]): bigint {
  const { basis, fundingRate = interestOf(on) } = pricesOf(state, on);
  const interval = BigInt(intervalOf(on));
  // A completed interval that is about to settle has no remaining share.
  const left = lastEnd(state, on) > before ? 0n : interval - (BigInt(state.time) % interval);
  const funded = index + nearest(index * fundingRate * left, ONE * interval);
  return [funded, index + meanOf(basis), last].sort((a, b) => Number(a - b))[1] as bigint;
}

/** Dated contracts: the index with the average basis rate; in the last half hour, the average index so far. */
function datedMark(state: NaiveState, on: NaiveInstrument, index: bigint): bigint {
  const samples = state.samples[on.id] ?? [];
  const settles = state.time >= (on.deliveryAt ?? 0) - HALF_HOUR && samples.length > 0;
  return settles ? meanOf(samples) : nearest(index * (ONE + meanOf(pricesOf(state, on).basis)), ONE);
}

/** Prices a market from its index and its book, given the `earlier` prices; true if its mark price moved. */
export function reprice(state: NaiveState, on: NaiveInstrument, earlier: number): boolean {
  const { id, kind, tickSize, deliveryAt } = on;
  const [index, quoted, middle] = [state.indices[id], pricesOf(state, on), middleOf(state, on)];
  if (index === undefined) return false;
  const [before, last] = [state.marks[id], state.lasts[id]];
  // The index is unknown: the mark price is the last price.
  if (!quoted.indexKnown && last !== undefined) state.marks[id] = last;
  else if (kind === 'Spot') state.marks[id] = onTick(index, tickSize);
  else {
    const sample = middle === undefined ? undefined : deliveryAt === undefined ? middle - index : floor((middle - index) * ONE, index);
    if (sample !== undefined) remember(quoted.basis, sample, BASIS);
    const traded = last ?? nearest(index, tickSize) * tickSize;
    const mark = deliveryAt === undefined ? perpetualMark(state, on, earlier, [index, traded]) : datedMark(state, on, index);
    state.marks[id] = onTick(mark, tickSize);
  }
  const mark = state.mark(id);
  state.lasts[id] ??= kind === 'Spot' ? mark : nearest(index, tickSize) * tickSize;
  if (middle !== undefined) remember(quoted.premiums, middle - mark, (kind === 'Spot' ? 2 * MINUTE : MINUTE / 2) / SECOND);
  if (mark === before) return false;
  state.lines.push(`mark ${id} ${mark} index ${index}`);
  return true;
}

/** Worst tick at which an order of this side may trade now. */
export function priceLimit(state: NaiveState, on: NaiveInstrument, side: Side, rate = on.priceLimitRate): number {
  const { id, option, kind, tickSize } = on;
  const { premiums, indexKnown } = pricesOf(state, on);
  const mark = state.mark(id);
  const index = indexKnown ? state.price(id, 'IndexPrice') : mark;
  const sign = side === 'Buy' ? 1n : -1n;
  const premium = sign * meanOf(premiums);
  // Buys and sells are symmetric: all values below are distances in the direction of the order.
  const room = (times: bigint): bigint => floor((option === undefined ? mark : index) * rate * times, ONE);
  const above = kind === 'Spot' ? premium : larger(0n, premium);
  const near = larger(kind === 'Spot' ? 0n : sign * (index - mark), room(1n) + above);
  const limit = mark + sign * (option === undefined ? smaller(room(2n), near) : room(1n));
  const tick = side === 'Buy' ? floor(larger(limit, 0n), tickSize) : ceil(larger(limit, 0n), tickSize);
  return Math.min(Math.max(Number(tick), on.minPrice), on.maxPrice);
}

import type { Instrument, Leverage, Lots, Money, Price, Quantity, Rate, Side, Ticks, Timestamp } from '@tapedeck/domain';

/**
 * A second implementation of the formulas of contracts, options and collateral (docs/concepts), in plain bigints of
 * 1e-8 units; shares no code with the real ones.
 */
export const ONE = 100_000_000n;

/** A domain value at run time: opaque amounts are bigints, opaque counts numbers. */
export type Plain<T> = T extends Money | Price | Quantity | Rate | Leverage
  ? bigint
  : T extends Ticks | Lots | Timestamp
    ? number
    : T extends object
      ? { [K in keyof T]: Plain<T[K]> }
      : T;

export const plain = <T>(value: T): Plain<T> => value as unknown as Plain<T>;

export type NaiveInstrument = Plain<Instrument>;

export function floor(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

export const ceil = (a: bigint, b: bigint): bigint => -floor(-a, b);

/** Rounded to nearest, halves away from zero. */
export function nearest(a: bigint, b: bigint): bigint {
  const magnitude = (2n * (a < 0n ? -a : a) + b) / (2n * b);
  return a < 0n ? -magnitude : magnitude;
}

export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const against = (side: Side): Side => (side === 'Buy' ? 'Sell' : 'Buy');

/** Values of inverse contracts are in the base coin. */
export const isInverse = ({ kind }: NaiveInstrument): boolean => kind.startsWith('Inverse');

export const isPerpetual = ({ kind }: NaiveInstrument): boolean => kind.endsWith('Perpetual');

/** Value of lots at a price, rounded down. */
export function valueOf(on: NaiveInstrument, lots: number, price: bigint): bigint {
  const quantity = BigInt(lots) * on.lotSize;
  if (!isInverse(on)) return floor(quantity * price, ONE);
  return price === 0n ? 0n : floor(quantity * ONE, price);
}

export const valueAt = (on: NaiveInstrument, lots: number, tick: number): bigint => valueOf(on, lots, BigInt(tick) * on.tickSize);

/** Maximum lots with a value of at most `value` at a price. */
export function lotsWorth(on: NaiveInstrument, value: bigint, price: bigint): number {
  let lots = Number(floor(isInverse(on) ? floor(value * price, ONE) : floor(value * ONE, price), on.lotSize));
  // Inverse values are rounded down, so that a few more lots may have the same value.
  while (valueOf(on, lots + 1, price) <= value) lots += 1;
  return lots;
}

/** Whether a position of this side gains when its value rises. */
const gainsWith = (on: NaiveInstrument, side: Side): boolean => (side === 'Buy') !== isInverse(on);

/** Profit of a position of this side that entered for `entry` and is now worth `value`. */
export const gain = (on: NaiveInstrument, side: Side, entry: bigint, value: bigint): bigint =>
  gainsWith(on, side) ? value - entry : entry - value;

export const initialMargin = (value: bigint, leverage: bigint): bigint => ceil(value * 100n, leverage);

export const feeOf = (value: bigint, rate: bigint): bigint => ceil(value * rate, ONE);

/** The fee for closing at the bankruptcy price. */
export function closingFee(on: NaiveInstrument, side: Side, value: bigint, leverage: bigint): bigint {
  const left = gainsWith(on, side) ? leverage - 100n : leverage + 100n;
  return left <= 0n ? 0n : ceil(value * left * on.takerFee, leverage * ONE);
}

/** Reservation of an opening order of this value: initial margin and both fees. */
export const orderHold = (on: NaiveInstrument, side: Side, value: bigint, leverage: bigint): bigint =>
  initialMargin(value, leverage) + feeOf(value, on.takerFee) + closingFee(on, side, value, leverage);

/** Initial margin of an isolated position of this entry value. */
export const isolatedMargin = (on: NaiveInstrument, side: Side, entry: bigint, leverage: bigint): bigint =>
  initialMargin(entry, leverage) + closingFee(on, side, entry, leverage);

export function tierIndex({ tiers }: NaiveInstrument, value: bigint): number {
  const at = tiers.findIndex((tier) => value <= tier.limit);
  return at < 0 ? tiers.length - 1 : at;
}

export function maintenanceOf(on: NaiveInstrument, value: bigint): bigint {
  const tier = on.tiers[tierIndex(on, value)];
  return tier === undefined ? 0n : larger(0n, ceil(value * tier.maintenanceRate, ONE) - tier.deduction);
}

/** Maximum position value at this leverage. */
export const valueLimit = ({ tiers }: NaiveInstrument, leverage: bigint): bigint =>
  tiers.filter((tier) => leverage <= tier.maxLeverage).at(-1)?.limit ?? 0n;

/** Loss that an isolated position can bear after its closing fee at the bankruptcy price. */
export const freeMargin = (on: NaiveInstrument, side: Side, entry: bigint, margin: bigint): bigint =>
  floor(margin * ONE - entry * on.takerFee, gainsWith(on, side) ? ONE - on.takerFee : ONE + on.takerFee);

/** Price at which `cushion` is lost, on a tick, rounded to the trader's disadvantage; in ticks, at least one. */
export function bankruptTick(on: NaiveInstrument, held: { side: Side; size: number; entry: bigint }, cushion: bigint): number {
  const quantity = BigInt(held.size) * on.lotSize;
  const value = gainsWith(on, held.side) ? held.entry - cushion : held.entry + cushion;
  if (isInverse(on) && value <= 0n) return on.maxPrice;
  const [above, below] = isInverse(on) ? [quantity * ONE, value * on.tickSize] : [value * ONE, quantity * on.tickSize];
  return Math.min(Math.max(Number(held.side === 'Buy' ? ceil(above, below) : floor(above, below)), 1), on.maxPrice);
}

/** Funding payment of a position, negative if it receives. */
export const fundingDue = (side: Side, value: bigint, rate: bigint): bigint => ceil(side === 'Buy' ? value * rate : -value * rate, ONE);

/** Margin terms of an option, for one coin. */
export type OptionPrices = Readonly<Record<'index' | 'mark', bigint>>;

/** A rate in thousandths applied to a size, rounded up once. */
const perMille = (on: NaiveInstrument, lots: number, each: bigint): bigint => ceil(each * BigInt(lots) * on.lotSize, ONE * 1_000n);

const shortEach = ({ index, mark }: OptionPrices): bigint => 30n * larger(index, mark) + 1_000n * mark + 2n * index;

/** [max(3 % index, 3 % mark) + mark + 0.2 % index] × size. */
export const shortMaintenance = (on: NaiveInstrument, lots: number, prices: OptionPrices): bigint => perMille(on, lots, shortEach(prices));

/** [max(10 % index − out of the money, 5 % index) + max(price, mark)] × size, at least the maintenance margin. */
export function shortInitial(on: NaiveInstrument, lots: number, prices: OptionPrices, price: bigint): bigint {
  const { strike, right } = on.option ?? { strike: 0n, right: 'Call' };
  const away = larger(0n, right === 'Call' ? strike - prices.index : prices.index - strike);
  const each = larger(100n * prices.index - 1_000n * away, 50n * prices.index) + 1_000n * larger(price, prices.mark);
  return perMille(on, lots, larger(each, shortEach(prices)));
}

/** min(rate × index, 7 % of the option's price) × size. */
export const optionFee = (on: NaiveInstrument, lots: number, rate: bigint, { index, price }: { index: bigint; price: bigint }): bigint =>
  ceil(smaller(100n * index * rate, 7n * price * ONE) * BigInt(lots) * on.lotSize, 100n * ONE * ONE);

/** Price of one coin, given the total price of the lots. */
export const averagePrice = (on: NaiveInstrument, lots: number, value: bigint): bigint => nearest(value * ONE, BigInt(lots) * on.lotSize);

/** Reservation of the orders of one side of an option, of which `closes` lots only close. */
export function optionHold(on: NaiveInstrument, side: Side, held: { lots: number; value: bigint; closes: number }, prices: OptionPrices) {
  const { lots, value, closes } = held;
  const closing = closes === lots ? value : ceil(value * BigInt(closes), BigInt(lots));
  const price = averagePrice(on, lots, value);
  const fee = (count: number): bigint => optionFee(on, count, on.takerFee, { index: prices.index, price });
  const opens = lots - closes;
  if (side === 'Sell') return fee(lots) + (opens === 0 ? 0n : larger(0n, shortInitial(on, opens, prices, price) - (value - closing)));
  const released = shortInitial(on, closes, prices, prices.mark);
  return (opens === 0 ? 0n : value - closing + fee(opens)) + (closes === 0 ? 0n : larger(0n, closing + fee(closes) - released));
}

/** An amount of coin in dollars, rounded down. */
export const dollars = (amount: bigint, price: bigint): bigint => floor(amount * price, ONE);

/** Collateral value of an amount, in coin: each tier at its ratio; liabilities count in full. */
export function weighted(rows: readonly { upTo: bigint | undefined; ratio: bigint }[], amount: bigint): bigint {
  if (amount <= 0n) return amount;
  let from = 0n;
  let sum = 0n;
  for (const { upTo, ratio } of rows) {
    const to = smaller(upTo ?? amount, amount);
    if (to > from) sum += (to - from) * ratio;
    from = larger(from, to);
  }
  return floor(sum, ONE);
}

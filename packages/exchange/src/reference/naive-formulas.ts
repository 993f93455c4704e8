/**
 * The formulas of contracts once more, in plain bigints of 1e-8 units, written from the reference (sections 6.2 to 6.8) and
 * sharing no code with the real ones.
 */
export const ONE = 100_000_000n;

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

export type Direction = 'Buy' | 'Sell';
export const against = (side: Direction): Direction => (side === 'Buy' ? 'Sell' : 'Buy');

export interface NaiveTier {
  readonly limit: bigint;
  readonly maintenance: bigint;
  readonly deduction: bigint;
  /** Hundredths. */
  readonly leverage: bigint;
}

/** What of an instrument the formulas read. */
export interface NaiveContract {
  /** Quantities are in the quote coin, values in the base coin. */
  readonly inverse: boolean;
  readonly tick: bigint;
  readonly maxTick: number;
  readonly lot: bigint;
  readonly taker: bigint;
  readonly tiers: readonly NaiveTier[];
}

/** Value of lots at a price, rounded down. */
export function valueOf(contract: NaiveContract, lots: number, price: bigint): bigint {
  const quantity = BigInt(lots) * contract.lot;
  if (!contract.inverse) return floor(quantity * price, ONE);
  return price === 0n ? 0n : floor(quantity * ONE, price);
}

/** Most lots that are worth no more than `value` at a price. */
export function lotsWorth(contract: NaiveContract, value: bigint, price: bigint): number {
  const quantity = contract.inverse ? floor(value * price, ONE) : floor(value * ONE, price);
  let lots = Number(floor(quantity, contract.lot));
  // Inverse values are rounded down, so that a few more lots may be worth the same.
  while (valueOf(contract, lots + 1, price) <= value) lots += 1;
  return lots;
}

/** Whether a position of this side gains when its value rises. */
const gainsWith = (contract: NaiveContract, side: Direction): boolean => (contract.inverse ? side === 'Sell' : side === 'Buy');

/** What a position of this side that entered for `entry` has gained when it is worth `value`. */
export const gain = (contract: NaiveContract, side: Direction, entry: bigint, value: bigint): bigint =>
  gainsWith(contract, side) ? value - entry : entry - value;

export const initialMargin = (value: bigint, leverage: bigint): bigint => ceil(value * 100n, leverage);

export const feeOf = (value: bigint, rate: bigint): bigint => ceil(value * rate, ONE);

/** The fee for closing at the bankruptcy price. */
export function closingFee(contract: NaiveContract, side: Direction, value: bigint, leverage: bigint): bigint {
  const left = gainsWith(contract, side) ? leverage - 100n : leverage + 100n;
  return left <= 0n ? 0n : ceil(value * left * contract.taker, leverage * ONE);
}

/** What an opening order of this value holds: initial margin and both fees. */
export function orderHold(contract: NaiveContract, side: Direction, value: bigint, leverage: bigint): bigint {
  return initialMargin(value, leverage) + feeOf(value, contract.taker) + closingFee(contract, side, value, leverage);
}

/** Money that an isolated position of this entry value starts with. */
export function isolatedMargin(contract: NaiveContract, side: Direction, entry: bigint, leverage: bigint): bigint {
  return initialMargin(entry, leverage) + closingFee(contract, side, entry, leverage);
}

export function tierIndex(contract: NaiveContract, value: bigint): number {
  const at = contract.tiers.findIndex((tier) => value <= tier.limit);
  return at < 0 ? contract.tiers.length - 1 : at;
}

export function maintenanceOf(contract: NaiveContract, value: bigint): bigint {
  const tier = contract.tiers[tierIndex(contract, value)] as NaiveTier;
  return larger(0n, ceil(value * tier.maintenance, ONE) - tier.deduction);
}

/** The largest value that this leverage may carry. */
export function valueLimit(contract: NaiveContract, leverage: bigint): bigint {
  const allowed = contract.tiers.filter((tier) => leverage <= tier.leverage);
  return allowed.at(-1)?.limit ?? 0n;
}

/** The highest leverage that this value may have; `undefined` above every limit. */
export const leverageLimit = (contract: NaiveContract, value: bigint): bigint | undefined =>
  contract.tiers.find((tier) => value <= tier.limit)?.leverage;

/** What an isolated position may lose once the fee to close at its bankruptcy price is set aside. */
export function freeMargin(contract: NaiveContract, side: Direction, entry: bigint, margin: bigint): bigint {
  return floor(margin * ONE - entry * contract.taker, gainsWith(contract, side) ? ONE - contract.taker : ONE + contract.taker);
}

/** The price at which `cushion` is lost, on a tick and in the trader's disfavour, in ticks and at least one. */
export function bankruptTick(contract: NaiveContract, held: { side: Direction; size: number; entry: bigint }, cushion: bigint): number {
  const quantity = BigInt(held.size) * contract.lot;
  const value = gainsWith(contract, held.side) ? held.entry - cushion : held.entry + cushion;
  if (contract.inverse && value <= 0n) return contract.maxTick;
  const above = contract.inverse ? quantity * ONE : value * ONE;
  const below = contract.inverse ? value * contract.tick : quantity * contract.tick;
  const tick = held.side === 'Buy' ? ceil(above, below) : floor(above, below);
  return Math.min(Math.max(Number(tick), 1), contract.maxTick);
}

/** What a position pays at a funding settlement, negative when it receives. */
export function fundingDue(side: Direction, value: bigint, rate: bigint): bigint {
  return ceil(side === 'Buy' ? value * rate : -value * rate, ONE);
}

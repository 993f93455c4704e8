import { isInverse, type Instrument, type RiskTier } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { SCALE, divCeil, divFloor, wholeBigint } from '../values/integer.ts';
import type { Lots, Money, Price } from '../values/types.ts';
import { gainsWithValue } from './contract-value.ts';
import type { FeeTerms } from './order-cost.ts';

const raw = (value: Money): bigint => value as unknown as bigint;
const asPrice = (value: bigint): Price => value as unknown as Price;

/**
 * What is left of an isolated position's money once the fee to close at its bankruptcy price is set aside. The fee moves with the
 * margin itself: margin = free + (entry value ∓ free) × taker rate, so free = (margin − entry value × rate) ÷ (1 ∓ rate), minus for
 * what gains with its value, rounded down (reference, section 6.4).
 */
export function isolatedFreeMargin(terms: FeeTerms, side: Side, entryValue: Money, margin: Money): Money {
  const fee = terms.takerFee as unknown as bigint;
  const divisor = gainsWithValue(terms, side) ? SCALE - fee : SCALE + fee;
  return divFloor(raw(margin) * SCALE - raw(entryValue) * fee, divisor) as unknown as Money;
}

export interface LiquidationInput {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly size: Lots;
  readonly entryValue: Money;
  /**
   * Money that may be lost before nothing but maintenance margin would be left, were the position at its entry: isolated, the free
   * margin; cross, the margin balance without this position's unrealised P&L, less the maintenance margin of everything else and
   * this position's fee to close.
   */
  readonly cushion: Money;
}

/**
 * The value, a whole count of units, at which a position is first liquidated by the rates of one tier: the highest one at which
 * cushion + P&L ≤ value × rate − deduction for what gains with its value, the lowest for what loses with it. Exact although maintenance
 * margin is rounded up.
 */
function liquidationValue(gains: boolean, tier: RiskTier, entryValue: bigint, cushion: bigint): bigint {
  const deduction = raw(tier.deduction);
  const maintenance = tier.maintenanceRate as unknown as bigint;
  return gains
    ? divCeil((entryValue - cushion - deduction + 1n) * SCALE, SCALE - maintenance) - 1n
    : divFloor((entryValue + cushion + deduction - 1n) * SCALE, SCALE + maintenance) + 1n;
}

/** The tier in which the liquidation value lies decides; tiers join without a step, so that exactly one does. */
function valueToLiquidate({ instrument, side, entryValue, cushion }: LiquidationInput): bigint {
  const gains = gainsWithValue(instrument, side);
  let value = 0n;
  for (const tier of instrument.tiers) {
    value = liquidationValue(gains, tier, raw(entryValue), raw(cushion));
    if (value <= raw(tier.limit)) break;
  }
  return value;
}

/** The worst tick for the trader, seen from the entry, at which the value has not yet passed `value`; 0 or less when there is none. */
function firstTickAt({ instrument, side, size }: LiquidationInput, value: bigint): bigint {
  const units = wholeBigint(size as unknown as number) * (instrument.lotSize as unknown as bigint);
  const tick = instrument.tickSize as unknown as bigint;
  if (!isInverse(instrument)) return side === 'Buy' ? divFloor(value * SCALE, units * tick) : divCeil(value * SCALE, units * tick);
  // An inverse value is rounded down: it is at least `value` up to units ÷ value, and at most `value` beyond units ÷ (value + 1).
  return side === 'Buy' ? divFloor(units * SCALE, value * tick) : divFloor(units * SCALE, (value + 1n) * tick) + 1n;
}

/**
 * The first mark price on a tick at which cushion + unrealised P&L ≤ value × rate − deduction, with the tier that the value has there.
 * In values: (entry value − cushion − d) ÷ (1 − r) for what gains with its value, (entry value + cushion + d) ÷ (1 + r) for what loses
 * with it; the price of that value on the tick behind it (reference, sections 6.4 and 6.6). `undefined` when no positive price does it.
 */
export function liquidationPrice(input: LiquidationInput): Price | undefined {
  const value = valueToLiquidate(input);
  if (value <= 0n) return undefined;
  const ticks = firstTickAt(input, value);
  return ticks > 0n ? asPrice(ticks * (input.instrument.tickSize as unknown as bigint)) : undefined;
}

/**
 * The price at which `cushion` is lost to the last unit, rounded to a tick towards the entry (reference, section 6.5): linear
 * (entry value ∓ cushion) ÷ size, inverse size ÷ (entry value ± cushion). Never outside the instrument's prices.
 */
export function bankruptcyPrice(input: LiquidationInput): Price {
  const { instrument, side } = input;
  const units = wholeBigint(input.size as unknown as number) * (instrument.lotSize as unknown as bigint);
  const value = gainsWithValue(instrument, side) ? raw(input.entryValue) - raw(input.cushion) : raw(input.entryValue) + raw(input.cushion);
  const tick = instrument.tickSize as unknown as bigint;
  const highest = wholeBigint(instrument.maxPrice as unknown as number);
  const [dividend, divisor] = isInverse(instrument) ? [units * SCALE, value * tick] : [value * SCALE, units * tick];
  // An inverse value of nothing is an infinite price.
  if (divisor <= 0n) return asPrice(highest * tick);
  const exact = side === 'Buy' ? divCeil(dividend, divisor) : divFloor(dividend, divisor);
  const within = exact < 1n ? 1n : exact;
  return asPrice((within > highest ? highest : within) * tick);
}

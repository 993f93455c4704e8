import { isInverse, type Instrument, type RiskTier } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { SCALE, divCeil, divFloor, wholeBigint } from '../values/integer.ts';
import type { Lots, Money, Price } from '../values/types.ts';
import { gainsWithValue } from './contract-value.ts';
import type { FeeTerms } from './order-cost.ts';

const raw = (value: Money): bigint => value as unknown as bigint;
const asPrice = (value: bigint): Price => value as unknown as Price;

/**
 * The remainder of an isolated position's margin after reserving the fee to close at its bankruptcy price. The fee depends on the margin:
 * margin = free + (entry value ∓ free) × taker rate, so free = (margin − entry value × rate) ÷ (1 ∓ rate), rounded down; minus for
 * positions that gain with their value (docs/concepts/liquidation.md).
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
   * Loss after which only maintenance margin would be left, measured from the entry: isolated, the free margin; cross,
   * the margin balance without this position's unrealised P&L, less the maintenance margin of all other positions and
   * this position's closing fee.
   */
  readonly cushion: Money;
}

/**
 * The value, in whole units, at which a position is first liquidated by the rates of one tier: for positions that gain with their value,
 * the highest with cushion + P&L ≤ value × rate − deduction, for the others the lowest. Exact although maintenance margin is rounded up.
 */
function liquidationValue(gains: boolean, tier: RiskTier, entryValue: bigint, cushion: bigint): bigint {
  const deduction = raw(tier.deduction);
  const maintenance = tier.maintenanceRate as unknown as bigint;
  return gains
    ? divCeil((entryValue - cushion - deduction + 1n) * SCALE, SCALE - maintenance) - 1n
    : divFloor((entryValue + cushion + deduction - 1n) * SCALE, SCALE + maintenance) + 1n;
}

/** The tier that contains the liquidation value decides; tiers join without a step, so that exactly one does. */
function valueToLiquidate({ instrument, side, entryValue, cushion }: LiquidationInput): bigint {
  const gains = gainsWithValue(instrument, side);
  let value = 0n;
  for (const tier of instrument.tiers) {
    value = liquidationValue(gains, tier, raw(entryValue), raw(cushion));
    if (value <= raw(tier.limit)) break;
  }
  return value;
}

/** The worst tick for the trader, seen from the entry, at which the value has not yet passed `value`; 0 or less if there is none. */
function firstTickAt({ instrument, side, size }: LiquidationInput, value: bigint): bigint {
  const units = wholeBigint(size as unknown as number) * (instrument.lotSize as unknown as bigint);
  const tick = instrument.tickSize as unknown as bigint;
  if (!isInverse(instrument)) return side === 'Buy' ? divFloor(value * SCALE, units * tick) : divCeil(value * SCALE, units * tick);
  // An inverse value is rounded down: it is at least `value` up to units ÷ value, and at most `value` beyond units ÷ (value + 1).
  return side === 'Buy' ? divFloor(units * SCALE, value * tick) : divFloor(units * SCALE, (value + 1n) * tick) + 1n;
}

/**
 * The first mark price, on a tick, at which cushion + unrealised P&L ≤ value × rate − deduction, with the tier of that value. In values:
 * (entry value − cushion − d) ÷ (1 − r) for positions that gain with their value, (entry value + cushion + d) ÷ (1 + r) for the others; the
 * price of that value, rounded to the tick beyond it (docs/concepts/liquidation.md). `undefined` if no positive price qualifies.
 */
export function liquidationPrice(input: LiquidationInput): Price | undefined {
  const value = valueToLiquidate(input);
  if (value <= 0n) return undefined;
  const ticks = firstTickAt(input, value);
  return ticks > 0n ? asPrice(ticks * (input.instrument.tickSize as unknown as bigint)) : undefined;
}

/**
 * The price at which `cushion` is lost to the last unit, rounded to a tick towards the entry (docs/concepts/liquidation.md): linear
 * (entry value ∓ cushion) ÷ size, inverse size ÷ (entry value ± cushion). Never outside the instrument's prices.
 */
export function bankruptcyPrice(input: LiquidationInput): Price {
  const { instrument, side } = input;
  const units = wholeBigint(input.size as unknown as number) * (instrument.lotSize as unknown as bigint);
  const value = gainsWithValue(instrument, side) ? raw(input.entryValue) - raw(input.cushion) : raw(input.entryValue) + raw(input.cushion);
  const tick = instrument.tickSize as unknown as bigint;
  const highest = wholeBigint(instrument.maxPrice as unknown as number);
  const [dividend, divisor] = isInverse(instrument) ? [units * SCALE, value * tick] : [value * SCALE, units * tick];
  // An inverse value of zero is an infinite price.
  if (divisor <= 0n) return asPrice(highest * tick);
  const exact = side === 'Buy' ? divCeil(dividend, divisor) : divFloor(dividend, divisor);
  const within = exact < 1n ? 1n : exact;
  return asPrice((within > highest ? highest : within) * tick);
}

import type { Instrument, RiskTier } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { SCALE, divCeil, divFloor } from '../values/integer.ts';
import { toTick } from '../values/quantities.ts';
import type { Lots, Money, Price, Rate } from '../values/types.ts';

const raw = (value: Money): bigint => value as unknown as bigint;
const asPrice = (value: bigint): Price => value as unknown as Price;

/**
 * What is left of an isolated position's money once the fee to close at its bankruptcy price is set aside. The fee shrinks (long)
 * or grows (short) with the margin itself: margin = free + (entry value ∓ free) × taker rate, so
 * free = (margin − entry value × rate) ÷ (1 ∓ rate), rounded down (reference, section 6.4).
 */
export function isolatedFreeMargin(margin: Money, entryValue: Money, side: Side, takerFee: Rate): Money {
  const fee = takerFee as unknown as bigint;
  const divisor = side === 'Buy' ? SCALE - fee : SCALE + fee;
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

function liquidationValue(side: Side, tier: RiskTier, entryValue: bigint, cushion: bigint): { dividend: bigint; divisor: bigint } {
  const deduction = raw(tier.deduction);
  const maintenance = tier.maintenanceRate as unknown as bigint;
  return side === 'Buy'
    ? { dividend: (entryValue - cushion - deduction) * SCALE, divisor: SCALE - maintenance }
    : { dividend: (entryValue + cushion + deduction) * SCALE, divisor: SCALE + maintenance };
}

/**
 * The first mark price on a tick at which cushion + unrealised P&L ≤ value × rate − deduction, with the tier that the value has
 * there: long (entry value − cushion − d) ÷ (size × (1 − r)) rounded down to a tick, short
 * (entry value + cushion + d) ÷ (size × (1 + r)) rounded up (reference, sections 6.4 and 6.6). `undefined` when no positive price
 * does it.
 */
export function liquidationPrice(input: LiquidationInput): Price | undefined {
  const { instrument, side, entryValue, cushion } = input;
  const quantity = BigInt(input.size as unknown as number) * (instrument.lotSize as unknown as bigint);
  const last = instrument.tiers.length - 1;
  for (let i = 0; i <= last; i += 1) {
    const tier = instrument.tiers[i] as RiskTier;
    const { dividend, divisor } = liquidationValue(side, tier, raw(entryValue), raw(cushion));
    // Compared without dividing: the root belongs to the tier when its value is at most the tier's limit.
    if (i < last && dividend > raw(tier.limit) * divisor) continue;
    if (dividend <= 0n) return undefined;
    const exact = side === 'Buy' ? divFloor(dividend * SCALE, divisor * quantity) : divCeil(dividend * SCALE, divisor * quantity);
    const onTick = toTick(asPrice(exact), instrument.tickSize, side === 'Buy' ? 'down' : 'up');
    return (onTick as unknown as bigint) > 0n ? onTick : undefined;
  }
  return undefined;
}

/**
 * The price at which `cushion` is lost to the last unit: (entry value ∓ cushion) ÷ size, rounded to a tick in the trader's disfavour
 * (reference, section 6.5). Not below one tick.
 */
export function bankruptcyPrice(input: LiquidationInput): Price {
  const { instrument, side } = input;
  const quantity = BigInt(input.size as unknown as number) * (instrument.lotSize as unknown as bigint);
  const value = side === 'Buy' ? raw(input.entryValue) - raw(input.cushion) : raw(input.entryValue) + raw(input.cushion);
  const tick = instrument.tickSize as unknown as bigint;
  const exact = side === 'Buy' ? divCeil(value * SCALE, quantity) : divFloor(value * SCALE, quantity);
  const onTick = (side === 'Buy' ? divCeil(exact, tick) : divFloor(exact, tick)) * tick;
  return asPrice(onTick < tick ? tick : onTick);
}

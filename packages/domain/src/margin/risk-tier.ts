import type { RiskTier } from '../instruments/instrument.ts';
import { timesRateCeil } from '../values/integer.ts';
import { invariant } from '../values/assert.ts';
import type { Leverage, Money } from '../values/types.ts';

/** The first tier whose limit reaches `value`; the last one for values above every limit. */
export function tierOf(tiers: readonly RiskTier[], value: Money): RiskTier {
  for (const tier of tiers) if (value <= tier.limit) return tier;
  const last = tiers[tiers.length - 1];
  invariant(last !== undefined, 'an instrument has at least one risk tier');
  return last;
}

/** The largest position value that this leverage allows; 0 when no tier allows it. */
export function positionLimit(tiers: readonly RiskTier[], leverage: Leverage): Money {
  for (let at = tiers.length - 1; at >= 0; at -= 1) {
    const tier = tiers[at];
    if (tier !== undefined && leverage <= tier.maxLeverage) return tier.limit;
  }
  return 0n as unknown as Money;
}

/** The highest leverage that a position of this value may have; `undefined` above every limit. */
export function maxLeverageFor(tiers: readonly RiskTier[], value: Money): Leverage | undefined {
  for (const tier of tiers) if (value <= tier.limit) return tier.maxLeverage;
  return undefined;
}

/** Value × rate − deduction of the value's tier, rounded up, without the fee to close (docs/concepts/margin.md). */
export function maintenanceMarginOf(tiers: readonly RiskTier[], value: Money): Money {
  const tier = tierOf(tiers, value);
  const gross = timesRateCeil(value as unknown as bigint, tier.maintenanceRate as unknown as bigint);
  const net = gross - (tier.deduction as unknown as bigint);
  return (net > 0n ? net : 0n) as unknown as Money;
}

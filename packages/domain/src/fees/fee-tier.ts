import { isOption, isSpot, type Instrument } from '../instruments/instrument.ts';
import { rate } from '../values/quantities.ts';
import type { Rate } from '../values/types.ts';

/** Fee tiers by loyalty label; `VIPS` is Supreme VIP. The journal stores the index, so the order never changes. */
export const FEE_TIERS = [
  ...(['VIP0', 'VIP1', 'VIP2', 'VIP3', 'VIP4', 'VIP5', 'VIPS'] as const),
  ...(['PRO1', 'PRO2', 'PRO3', 'PRO4', 'PRO5', 'PRO6'] as const),
] as const;
export type FeeTier = (typeof FEE_TIERS)[number];
/** Fee tier of a new account. */
export const BASE_FEE_TIER: FeeTier = 'VIP0';

/** Highest level of each label with its own fees. */
export const VIP_LEVEL_MAX = 6;
export const PRO_LEVEL_MAX = 6;

/** The tier of a user's labels: PRO has precedence over VIP, and a level above the highest counts as the highest. */
export function feeTierOf({ vipLevel, proLevel }: { readonly vipLevel: number; readonly proLevel: number }): FeeTier {
  const at = proLevel > 0 ? VIP_LEVEL_MAX + Math.min(proLevel, PRO_LEVEL_MAX) : Math.min(vipLevel, VIP_LEVEL_MAX);
  return FEE_TIERS[at] ?? BASE_FEE_TIER;
}

export interface FeeRates {
  readonly maker: Rate;
  readonly taker: Rate;
}

/** Hundred-thousandths of a percent, maker first. */
const figures = (maker: number, taker: number): FeeRates => ({
  maker: rate(BigInt(maker) * 10n),
  taker: rate(BigInt(taker) * 10n),
});

/** Caps nothing: the instrument's own rates apply. */
const HIGHEST: FeeRates = { maker: rate(100_000_000n), taker: rate(100_000_000n) };

export interface TierFees {
  readonly contract: FeeRates;
  readonly spot: FeeRates;
  readonly option: FeeRates;
}

/**
 * Fee rates per tier: VIP rates follow the published table of a large venue; PRO rates are not public and are our own decision
 * (docs/concepts/fees.md). The lowest tier pays the rates of the instrument.
 */
export const TIER_FEES: Readonly<Record<FeeTier, TierFees>> = {
  VIP0: { contract: HIGHEST, spot: HIGHEST, option: HIGHEST },
  VIP1: { contract: figures(1_800, 4_000), spot: figures(6_750, 8_000), option: figures(1_500, 2_000) },
  VIP2: { contract: figures(1_600, 3_750), spot: figures(6_500, 7_750), option: figures(1_500, 2_000) },
  VIP3: { contract: figures(1_400, 3_500), spot: figures(6_250, 7_500), option: figures(1_500, 2_000) },
  VIP4: { contract: figures(1_200, 3_200), spot: figures(5_000, 6_000), option: figures(1_500, 1_800) },
  VIP5: { contract: figures(1_000, 3_200), spot: figures(4_000, 5_000), option: figures(1_000, 1_500) },
  VIPS: { contract: figures(0, 3_000), spot: figures(3_000, 4_500), option: figures(500, 1_500) },
  PRO1: { contract: figures(800, 3_200), spot: figures(3_000, 4_500), option: figures(1_000, 1_500) },
  PRO2: { contract: figures(400, 3_100), spot: figures(1_500, 3_000), option: figures(500, 1_500) },
  PRO3: { contract: figures(0, 3_000), spot: figures(0, 2_000), option: figures(500, 1_500) },
  PRO4: { contract: figures(0, 2_800), spot: figures(0, 1_800), option: figures(500, 1_300) },
  PRO5: { contract: figures(0, 2_600), spot: figures(0, 1_600), option: figures(0, 1_300) },
  PRO6: { contract: figures(0, 2_400), spot: figures(0, 1_500), option: figures(0, 1_200) },
};

const lower = (a: Rate, b: Rate): Rate => (a < b ? a : b);

type Priced = Pick<Instrument, 'kind' | 'makerFee' | 'takerFee'>;

/** Maker and taker rate of an instrument for an account of that tier: the tier's for its product, but never more than the instrument's own. */
export function feeRatesOf(instrument: Priced, tier: FeeTier): FeeRates {
  const own = { maker: instrument.makerFee, taker: instrument.takerFee };
  if (tier === BASE_FEE_TIER) return own;
  const fees = TIER_FEES[tier];
  const { maker, taker } = isSpot(instrument) ? fees.spot : isOption(instrument) ? fees.option : fees.contract;
  return { maker: lower(own.maker, maker), taker: lower(own.taker, taker) };
}

/** Cache of instruments with a tier's fees, so that equal requests return the same object. */
const known = new WeakMap<Instrument, Map<FeeTier, Instrument>>();

/**
 * The instrument as an account of that tier trades it: with its own fees. Costs, the fee to close, liquidation and bankruptcy prices and
 * break-even follow from it by the functions that take an instrument. The same object for the same instrument and tier.
 */
export function withFeeTier(instrument: Instrument, tier: FeeTier): Instrument {
  if (tier === BASE_FEE_TIER) return instrument;
  const tiers = known.get(instrument) ?? new Map<FeeTier, Instrument>();
  known.set(instrument, tiers);
  const before = tiers.get(tier);
  if (before !== undefined) return before;
  const { maker, taker } = feeRatesOf(instrument, tier);
  const own: Instrument = { ...instrument, makerFee: maker, takerFee: taker };
  tiers.set(tier, own);
  return own;
}

import { logarithm } from './real-functions.ts';

/** The shape of a base coin's volatility over strikes and tenors; plain doubles that move slowly. */
export interface VolatilitySurface {
  /** Volatility at the money of a far expiry: 0.5 is 50 %. */
  readonly level: number;
  /** Premium of a near expiry over a far one, as a share of the level. */
  readonly nearPremium: number;
  /** Tilt of the smile: negative makes low strikes more expensive. */
  readonly skew: number;
  /** Bend of the smile. */
  readonly curvature: number;
  /** Yearly growth of forwards over the index: 0.08 is 8 %. */
  readonly carry: number;
}

/** Tenor at which half of the near premium is gone, years (30 days). */
const PREMIUM_TENOR = 30 / 365;
/** Wings flatten from about this many deviations on. */
const WING = 3;
/** A smile in the last hours would be unbounded: it keeps its shape from this tenor, years (8 hours). */
const TENOR_MIN = 1 / 1_095;
const VOLATILITY_MIN = 0.05;
const VOLATILITY_MAX = 5;

/** The forward of an expiry: index × (1 + carry × years), which meets the index at expiry. */
export function forwardOf(surface: Pick<VolatilitySurface, 'carry'>, index: number, years: number): number {
  return index * (1 + surface.carry * years);
}

/**
 * Volatility of a strike: at the money level × (1 + premium × τ ÷ (τ + T)), times 1 + skew × z + curvature × z², where z counts the
 * deviations between forward and strike and bends to ±3 in the wings.
 */
export function surfaceVolatility(surface: VolatilitySurface, forward: number, strike: number, years: number): number {
  const tenor = Math.max(years, TENOR_MIN);
  const atTheMoney = surface.level * (1 + (surface.nearPremium * PREMIUM_TENOR) / (PREMIUM_TENOR + tenor));
  const deviations = logarithm(strike / forward) / (atTheMoney * Math.sqrt(tenor));
  const z = deviations / Math.sqrt(1 + (deviations * deviations) / (WING * WING));
  const volatility = atTheMoney * (1 + surface.skew * z + surface.curvature * z * z);
  return Math.max(VOLATILITY_MIN, Math.min(VOLATILITY_MAX, volatility));
}

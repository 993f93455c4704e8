import type { OptionRight } from '../instruments/instrument.ts';
import { logarithm, normalDensity, normalDistribution } from './real-functions.ts';

const YEAR_MS = 365 * 86_400_000;
const VOLATILITY_POINT = 100;
const DAYS_PER_YEAR = 365;

/** A European option on a forward, as doubles. */
export interface OptionInput {
  readonly right: OptionRight;
  /** Forward of the expiry and strike, in quote coin. */
  readonly forward: number;
  readonly strike: number;
  /** Calendar years of 365 days to expiry. */
  readonly years: number;
  /** Annualised: 0.6 is 60 %. */
  readonly volatility: number;
}

/** Change of an option's price, for one unit of the base coin. */
export interface Greeks {
  /** By 1 of the forward. */
  readonly delta: number;
  /** Change of delta per 1 of the forward. */
  readonly gamma: number;
  /** By one point (1 %) of volatility. */
  readonly vega: number;
  /** By one day that passes. */
  readonly theta: number;
}

/** Calendar years between two times in ms, not below 0. */
export function yearsBetween(from: number, to: number): number {
  return Math.max(0, to - from) / YEAR_MS;
}

/** Payoff if the option expired now. */
export function intrinsicValue({ right, forward, strike }: Pick<OptionInput, 'right' | 'forward' | 'strike'>): number {
  return Math.max(0, right === 'Call' ? forward - strike : strike - forward);
}

interface Terms {
  readonly d1: number;
  readonly d2: number;
  readonly root: number;
}

/** The terms by volatility, `undefined` if no uncertainty is left. */
function termsOf({ forward, strike, years }: Omit<OptionInput, 'volatility'>): (volatility: number) => Terms | undefined {
  const rootOfTime = Math.sqrt(years);
  const moneyness = logarithm(forward / strike);
  return (volatility) => {
    const root = volatility * rootOfTime;
    if (!(root > 0)) return undefined;
    const d1 = moneyness / root + root / 2;
    return { d1, d2: d1 - root, root };
  };
}

/** The price as a function of the volatility, for searches and scenarios that need many prices of one option. */
export function pricesByVolatility(option: Omit<OptionInput, 'volatility'>): (volatility: number) => number {
  const { forward, strike, right } = option;
  const intrinsic = intrinsicValue(option);
  const termsAt = termsOf(option);
  return (volatility) => {
    const terms = termsAt(volatility);
    if (terms === undefined) return intrinsic;
    const price =
      right === 'Call'
        ? forward * normalDistribution(terms.d1) - strike * normalDistribution(terms.d2)
        : strike * normalDistribution(-terms.d2) - forward * normalDistribution(-terms.d1);
    return Math.max(price, 0);
  };
}

/**
 * Black-76 at rate 0: call F·N(d1) − K·N(d2), put K·N(−d2) − F·N(−d1), d1 = ln(F/K) ÷ (σ√T) + σ√T ÷ 2, d2 = d1 − σ√T
 * (docs/concepts/options.md). Error below 1e-13 of the larger of forward and strike. At expiry, the intrinsic value.
 */
export function optionPrice(input: OptionInput): number {
  return pricesByVolatility(input)(input.volatility);
}

/**
 * Delta N(d1) (put N(d1) − 1), gamma φ(d1) ÷ (Fσ√T), vega F·φ(d1)·√T per point, theta −F·φ(d1)·σ ÷ (2√T) per day
 * (docs/concepts/options.md).
 */
export function optionGreeks(input: OptionInput): Greeks {
  const { right, forward, strike, years, volatility } = input;
  const terms = termsOf(input)(volatility);
  if (terms === undefined) {
    const inTheMoney = right === 'Call' ? forward > strike : forward < strike;
    const delta = inTheMoney ? (right === 'Call' ? 1 : -1) : 0;
    return { delta, gamma: 0, vega: 0, theta: 0 };
  }
  const density = normalDensity(terms.d1);
  const rootOfTime = Math.sqrt(years);
  return {
    delta: right === 'Call' ? normalDistribution(terms.d1) : -normalDistribution(-terms.d1),
    gamma: density / (forward * terms.root),
    vega: (forward * density * rootOfTime) / VOLATILITY_POINT,
    theta: (-forward * density * volatility) / (2 * rootOfTime) / DAYS_PER_YEAR,
  };
}

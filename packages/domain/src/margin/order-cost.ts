import type { Instrument } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { productDivCeil, productTimesRateDivCeil, timesRateCeil } from '../values/integer.ts';
import type { Leverage, Money, Rate } from '../values/types.ts';
import { gainsWithValue } from './contract-value.ts';

const wrap = (value: bigint): Money => value as unknown as Money;
const UNIT_LEVERAGE = 100n;

/** Value ÷ leverage, rounded up. */
export function initialMarginOf(value: Money, leverage: Leverage): Money {
  return wrap(productDivCeil(value as unknown as bigint, UNIT_LEVERAGE, leverage as unknown as bigint));
}

/** Value × rate, rounded up to the house: what a fill costs. */
export function tradingFee(value: Money, feeRate: Rate): Money {
  return wrap(timesRateCeil(value as unknown as bigint, feeRate as unknown as bigint));
}

/** What the fees of an account in an instrument depend on. */
export type FeeTerms = Pick<Instrument, 'kind' | 'takerFee'>;

/**
 * The fee reserved for closing at the bankruptcy price: value × (1 ∓ 1/leverage) × taker rate, minus for what gains with its value
 * (linear longs, inverse shorts), rounded up (reference, section 6.2).
 */
export function feeToClose(terms: FeeTerms, side: Side, entryValue: Money, leverage: Leverage): Money {
  const hundredths = leverage as unknown as bigint;
  const share = gainsWithValue(terms, side) ? hundredths - UNIT_LEVERAGE : hundredths + UNIT_LEVERAGE;
  if (share <= 0n) return wrap(0n);
  return wrap(productTimesRateDivCeil(entryValue as unknown as bigint, share, terms.takerFee as unknown as bigint, hundredths));
}

const sum = (initialMargin: Money, openFee: Money, closeFee: Money): Money =>
  wrap((initialMargin as unknown as bigint) + (openFee as unknown as bigint) + (closeFee as unknown as bigint));

/** Initial margin + fee to open + fee to close of an opening order of this value (reference, section 6.2). */
export function costOf(terms: FeeTerms, side: Side, value: Money, leverage: Leverage): Money {
  return sum(initialMarginOf(value, leverage), tradingFee(value, terms.takerFee), feeToClose(terms, side, value, leverage));
}

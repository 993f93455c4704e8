import type { Instrument } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { SCALE, productDivCeil, productTimesRateDivCeil, timesRateCeil } from '../values/integer.ts';
import { ceilShare, fractionOf, ifNarrow } from '../values/narrow.ts';
import type { Leverage, Money, Rate } from '../values/types.ts';
import { gainsWithValue } from './contract-value.ts';

const wrap = (value: bigint): Money => value as unknown as Money;
const UNIT_LEVERAGE = 100n;

/** Value ÷ leverage, rounded up. */
export function initialMarginOf(value: Money, leverage: Leverage): Money {
  return wrap(productDivCeil(value as unknown as bigint, UNIT_LEVERAGE, leverage as unknown as bigint));
}

/** Fee of a fill: value × rate, rounded up. */
export function tradingFee(value: Money, feeRate: Rate): Money {
  return wrap(timesRateCeil(value as unknown as bigint, feeRate as unknown as bigint));
}

/** Terms from which an account's fees in an instrument follow. */
export type FeeTerms = Pick<Instrument, 'kind' | 'takerFee'>;

/** Value at the bankruptcy price as a share of the entry value, in hundredths ÷ leverage. */
function closingShare(terms: FeeTerms, side: Side, hundredths: bigint): bigint {
  const share = gainsWithValue(terms, side) ? hundredths - UNIT_LEVERAGE : hundredths + UNIT_LEVERAGE;
  return share > 0n ? share : 0n;
}

/**
 * The fee reserved for closing at the bankruptcy price: value × (1 ∓ 1/leverage) × taker rate, rounded up; minus for positions that gain
 * with their value (linear longs, inverse shorts) (docs/concepts/cost.md).
 */
export function feeToClose(terms: FeeTerms, side: Side, entryValue: Money, leverage: Leverage): Money {
  const hundredths = leverage as unknown as bigint;
  const share = closingShare(terms, side, hundredths);
  if (share === 0n) return wrap(0n);
  return wrap(productTimesRateDivCeil(entryValue as unknown as bigint, share, terms.takerFee as unknown as bigint, hundredths));
}

const sum = (initialMargin: Money, openFee: Money, closeFee: Money): Money =>
  wrap((initialMargin as unknown as bigint) + (openFee as unknown as bigint) + (closeFee as unknown as bigint));

/** Initial margin + fee to open + fee to close of an opening order of this value (docs/concepts/cost.md). */
export function costOf(terms: FeeTerms, side: Side, value: Money, leverage: Leverage): Money {
  return sum(initialMarginOf(value, leverage), tradingFee(value, terms.takerFee), feeToClose(terms, side, value, leverage));
}

/**
 * `costOf` of one side at one leverage for narrow amounts (see `narrow.ts`): its fractions, computed once. Flat,
 * because every order reads them.
 */
export class CostShares {
  readonly #initial: number;
  readonly #initialBy: number;
  readonly #open: number;
  readonly #openBy: number;
  readonly #close: number;
  readonly #closeBy: number;

  constructor(terms: FeeTerms, side: Side, leverage: Leverage) {
    const hundredths = leverage as unknown as bigint;
    const fee = terms.takerFee as unknown as bigint;
    ({ factor: this.#initial, divisor: this.#initialBy } = fractionOf(UNIT_LEVERAGE, hundredths));
    ({ factor: this.#open, divisor: this.#openBy } = fractionOf(fee, SCALE));
    ({ factor: this.#close, divisor: this.#closeBy } = fractionOf(closingShare(terms, side, hundredths) * fee, hundredths * SCALE));
  }

  costOf(value: number): number {
    const opening = ceilShare(value, this.#initial, this.#initialBy) + ceilShare(value, this.#open, this.#openBy);
    return ifNarrow(opening + ceilShare(value, this.#close, this.#closeBy));
  }
}

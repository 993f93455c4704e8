import { isInverse, type Instrument } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { SCALE, divNearest } from '../values/integer.ts';
import { moneyUnits } from '../values/money.ts';
import { leverageHundredths, price, priceUnits, quantityOfLots, quantityUnits, rate, rateUnits } from '../values/quantities.ts';
import type { Leverage, Lots, Money, Price, Rate } from '../values/types.ts';

/** Kind of exit: with a profit, or with a loss. */
export type ExitKind = 'takeProfit' | 'stopLoss';

/** The position that an exit closes. */
export interface ExitBasis {
  readonly instrument: Pick<Instrument, 'kind' | 'lotSize'>;
  /** Buy for a long. */
  readonly side: Side;
  /** Entry price, or the price of the opening order. */
  readonly entry: Price;
}

const ONE_TIMES = 100n;
/** Positive for an exit above the entry: a long's take-profit, a short's stop-loss. */
const direction = (side: Side, kind: ExitKind): bigint => ((side === 'Buy') === (kind === 'takeProfit') ? 1n : -1n);

/**
 * Entry price × (1 ± share ÷ leverage), rounded to 1e-8: plus for a long's take-profit and a short's stop-loss, minus
 * otherwise. With a leverage, the share is a return on the margin, without one a price change. `undefined` if no
 * positive price is that far away.
 */
export function exitPriceOfShare(basis: ExitBasis, kind: ExitKind, share: Rate, leverage?: Leverage): Price | undefined {
  const hundredths = leverage === undefined ? ONE_TIMES : leverageHundredths(leverage);
  const entry = priceUnits(basis.entry);
  const distance = divNearest(entry * rateUnits(share) * ONE_TIMES, hundredths * SCALE);
  const exact = entry + direction(basis.side, kind) * distance;
  return exact > 0n ? price(exact) : undefined;
}

/** The share between the entry price and `exit`, positive on the side of the kind; the inverse of the above. */
export function shareOfExitPrice(basis: ExitBasis, kind: ExitKind, exit: Price, leverage?: Leverage): Rate | undefined {
  const entry = priceUnits(basis.entry);
  if (entry <= 0n) return undefined;
  const hundredths = leverage === undefined ? ONE_TIMES : leverageHundredths(leverage);
  const distance = direction(basis.side, kind) * (priceUnits(exit) - entry);
  return rate(divNearest(distance * hundredths * SCALE, entry * ONE_TIMES));
}

/**
 * The price at which `size` lots earn (take-profit) or lose (stop-loss) `amount` before fees, rounded to 1e-8: entry ± amount ÷ size;
 * of an inverse contract 1 ÷ (1 ÷ entry ∓ amount ÷ size). `undefined` when no positive price does it.
 */
export function exitPriceOfProfit(basis: ExitBasis, kind: ExitKind, size: Lots, amount: Money): Price | undefined {
  const quantity = quantityUnits(quantityOfLots(size, basis.instrument.lotSize));
  if (quantity <= 0n) return undefined;
  const entry = priceUnits(basis.entry);
  const towards = direction(basis.side, kind);
  if (!isInverse(basis.instrument)) {
    const exact = entry + towards * divNearest(moneyUnits(amount) * SCALE, quantity);
    return exact > 0n ? price(exact) : undefined;
  }
  const divisor = quantity * SCALE - towards * moneyUnits(amount) * entry;
  return divisor > 0n ? price(divNearest(entry * quantity * SCALE, divisor)) : undefined;
}

import type { Coin } from '../accounts/account.ts';
import { DOLLAR_COINS, coinTerms, type CoinTerms } from '../accounts/coin-terms.ts';
import type { Instrument, InstrumentKind } from '../instruments/instrument.ts';
import { SCALE, divCeil, divFloor } from '../values/integer.ts';
import { money, moneyUnits } from '../values/money.ts';
import { price, priceUnits, rate, rateUnits } from '../values/quantities.ts';
import type { Money, Price } from '../values/types.ts';

/** One US dollar for one coin. */
export const DOLLAR_PRICE: Price = price(SCALE);

const WHOLE = rate(SCALE);

/** Markets whose index price is a coin's price in dollars, the first one that is listed. */
const SOURCES: readonly (readonly [kind: InstrumentKind, quoteCoin: Coin])[] = [
  ['Spot', 'USDT'],
  ['LinearPerpetual', 'USDT'],
  ['UsdcPerpetual', 'USDC'],
  ['InversePerpetual', 'USD'],
  ['LinearFutures', 'USDT'],
  ['InverseFutures', 'USD'],
];

/** The instrument whose index price values a coin; `undefined` for dollar coins, which are worth 1, and for unknown coins, worth 0. */
export function priceSourceOf(coin: Coin, instruments: readonly Instrument[]): Instrument | undefined {
  if (DOLLAR_COINS.has(coin)) return undefined;
  for (const [kind, quoteCoin] of SOURCES) {
    const found = instruments.find((one) => one.kind === kind && one.baseCoin === coin && one.quoteCoin === quoteCoin);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Value of an amount in USD, rounded down; for debts (negative), rounded away from zero. */
export function dollarValue(amount: Money, at: Price): Money {
  if (at === DOLLAR_PRICE) return amount;
  return money(divFloor(moneyUnits(amount) * priceUnits(at), SCALE));
}

/** Converts USD into an amount of the coin; 0 without a price. Round `down` for spendable amounts, `up` for required ones. */
export function coinValue(dollars: Money, at: Price, rounding: 'down' | 'up'): Money {
  if (at === DOLLAR_PRICE) return dollars;
  if (priceUnits(at) <= 0n) return money(0n);
  const dividend = moneyUnits(dollars) * SCALE;
  return money(rounding === 'down' ? divFloor(dividend, priceUnits(at)) : divCeil(dividend, priceUnits(at)));
}

/** Whether the full amount of the coin counts as collateral, whatever its size. */
function countsWhole({ collateral }: CoinTerms): boolean {
  const [first] = collateral;
  return first?.upTo === undefined && first?.ratio === WHOLE;
}

/** Collateral value of an amount, in coin: each tier's share rounded down; debts count in full. */
export function weightedAmount(terms: CoinTerms, amount: Money): Money {
  const units = moneyUnits(amount);
  if (units <= 0n || countsWhole(terms)) return amount;
  let below = 0n;
  let weighted = 0n;
  for (const { upTo, ratio } of terms.collateral) {
    const limit = upTo === undefined || moneyUnits(upTo) > units ? units : moneyUnits(upTo);
    weighted += (limit - below) * rateUnits(ratio);
    below = limit;
    if (below === units) break;
  }
  return money(divFloor(weighted, SCALE));
}

/** Dollars of margin that an amount contributes (or, if owed, costs). */
export function collateralValue(coin: Coin, amount: Money, at: Price): Money {
  return dollarValue(weightedAmount(coinTerms(coin), amount), at);
}

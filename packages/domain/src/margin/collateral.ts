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

/** The instrument whose index price values a coin; `undefined` for the dollar coins, which are worth 1, and for unknown coins, worth 0. */
export function priceSourceOf(coin: Coin, instruments: readonly Instrument[]): Instrument | undefined {
  if (DOLLAR_COINS.has(coin)) return undefined;
  for (const [kind, quoteCoin] of SOURCES) {
    const found = instruments.find((one) => one.kind === kind && one.baseCoin === coin && one.quoteCoin === quoteCoin);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Value of an amount in dollars, rounded down; of what is owed (negative) away from zero. */
export function dollarValue(amount: Money, at: Price): Money {
  if (at === DOLLAR_PRICE) return amount;
  return money(divFloor(moneyUnits(amount) * priceUnits(at), SCALE));
}

/** The dollars an amount of coin is, as an amount of that coin; 0 without a price. `down` for what can be spent, `up` for what is needed. */
export function coinValue(dollars: Money, at: Price, rounding: 'down' | 'up'): Money {
  if (at === DOLLAR_PRICE) return dollars;
  if (priceUnits(at) <= 0n) return money(0n);
  const dividend = moneyUnits(dollars) * SCALE;
  return money(rounding === 'down' ? divFloor(dividend, priceUnits(at)) : divCeil(dividend, priceUnits(at)));
}

/** Whether all of the coin counts as margin, however much there is. */
function countsWhole({ collateral }: CoinTerms): boolean {
  const [first] = collateral;
  return first?.upTo === undefined && first?.ratio === WHOLE;
}

/** What an amount counts as margin, in coin: row by row its share, rounded down; all of what is owed. */
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

/** Dollars of margin that an amount gives (or, owed, takes). */
export function collateralValue(coin: Coin, amount: Money, at: Price): Money {
  return dollarValue(weightedAmount(coinTerms(coin), amount), at);
}

import type { Coin } from '../accounts/account.ts';
import { divCeil } from '../values/integer.ts';
import { money, moneyUnits } from '../values/money.ts';
import type { Money } from '../values/types.ts';
import { Stress, heldDollars, type Portfolio, type PortfolioHolding } from './portfolio-stress.ts';

/** Initial margin in tenths of the maintenance margin. */
const INITIAL_TENTHS = 12n;

/** In dollars, like all figures here. */
export interface PortfolioMargin {
  /** With all margin-raising open orders counted as filled. */
  readonly initialMargin: Money;
  /** Maintenance margin of the positions alone. */
  readonly maintenanceMargin: Money;
  /** Maintenance margin as if the open orders were filled; orders are checked against it. */
  readonly trialMargin: Money;
}

/** Whether a fill gains by a rising price: bought futures and calls, sold puts. */
function gainsByRise({ instrument, side }: PortfolioHolding): boolean {
  return (side === 'Buy') !== (instrument.option?.right === 'Put');
}

interface CoinStress {
  readonly positions: Stress;
  readonly rising: Stress;
  readonly falling: Stress;
}

function stressByCoin(portfolio: Portfolio): Map<Coin, CoinStress> {
  const byCoin = new Map<Coin, CoinStress>();
  const of = (coin: Coin): CoinStress => {
    let found = byCoin.get(coin);
    if (found === undefined) {
      found = { positions: new Stress(coin), rising: new Stress(coin), falling: new Stress(coin) };
      byCoin.set(coin, found);
    }
    return found;
  };
  for (const position of portfolio.positions) of(position.instrument.baseCoin).positions.add(position, portfolio);
  for (const order of portfolio.orders) {
    const coin = of(order.instrument.baseCoin);
    (gainsByRise(order) ? coin.rising : coin.falling).add(order, portfolio);
  }
  return byCoin;
}

/**
 * Portfolio margin (docs/concepts/portfolio-margin.md): for each base coin the worst loss over price moves of ±2 % to
 * ±10 % (others than BTC and ETH: ±4 % to ±20 %), each with volatility as it is, a quarter lower and a quarter higher, plus 0.5 % of the
 * value of futures and 1 % of the index value of short options. That is the maintenance margin; the initial margin is 1.2 times the
 * largest one of: no order filled, all orders that gain by a rise filled, all others filled. Coins are not netted with each other.
 */
export function portfolioMargin(portfolio: Portfolio): PortfolioMargin {
  let maintenance = 0n;
  let trial = 0n;
  for (const [coin, { positions, rising, falling }] of stressByCoin(portfolio)) {
    const held = heldDollars(portfolio, coin);
    const own = positions.margin(held);
    const tries = [own, positions.with(rising).margin(held), positions.with(falling).margin(held)];
    maintenance += own;
    trial += tries.reduce((most, one) => (one > most ? one : most));
  }
  return {
    initialMargin: money(divCeil(trial * INITIAL_TENTHS, 10n)),
    maintenanceMargin: money(maintenance),
    trialMargin: money(trial),
  };
}

/** Liquidation reduces a portfolio until its margin is at most 90 % of the balance (docs/concepts/portfolio-margin.md). */
export function portfolioSafe(account: { readonly marginBalance: Money; readonly maintenanceMargin: Money }): boolean {
  return moneyUnits(account.maintenanceMargin) * 10n <= moneyUnits(account.marginBalance) * 9n;
}

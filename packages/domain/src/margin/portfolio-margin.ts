import type { Coin } from '../accounts/account.ts';
import { isOption, type Instrument } from '../instruments/instrument.ts';
import { optionPrice, yearsBetween } from '../options/black-76.ts';
import { impliedVolatility } from '../options/implied-volatility.ts';
import type { OptionPrices } from '../options/option-margin.ts';
import { priceNumber, priceOfNumber } from '../options/option-value.ts';
import type { Side } from '../orders/order.ts';
import { SCALE, divCeil, divFloor, divNearest } from '../values/integer.ts';
import { money, moneyUnits } from '../values/money.ts';
import { milliseconds, price, priceUnits, quantityOfLots, quantityUnits } from '../values/quantities.ts';
import type { Lots, Money, Price, Timestamp } from '../values/types.ts';
import { dollarValue } from './collateral.ts';

/** Price moves on either side: the outermost one is the range of the coin. */
const PRICE_STEPS = 5n;
/** Range of the price moves, in thousandths: major coins, and all others. */
const CALM_COINS: ReadonlySet<Coin> = new Set(['BTC', 'ETH']);
const CALM_RANGE = 100n;
const OTHER_RANGE = 200n;
const THOUSAND = 1_000n;
/** Factors by which scenarios multiply volatility. */
const VOLATILITY_FACTORS: readonly number[] = [0.75, 1, 1.25];
const UNMOVED_VOLATILITY = 1;
/** Added to the worst case, in thousandths: of the value of futures, and of the index value of short options. */
const FUTURES_CONTINGENCY = 5n;
const SHORT_OPTION_CONTINGENCY = 10n;
/** Initial margin in tenths of the maintenance margin. */
const INITIAL_TENTHS = 12n;
const HOUR_MS = 3_600_000;

/** A position, or orders of one side counted as if they were filled. */
export interface PortfolioHolding {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly size: Lots;
  /** In the settle coin: positions at the mark price, orders at their own prices. Absent for options. */
  readonly value: Money;
  /** Options only. */
  readonly prices?: OptionPrices | undefined;
}

export interface Portfolio {
  readonly now: Timestamp;
  readonly positions: readonly PortfolioHolding[];
  readonly orders: readonly PortfolioHolding[];
  /** Dollars for one coin. */
  coinPrice(coin: Coin): Price;
  /** Cash of a coin less its debt. */
  held(coin: Coin): Money;
}

/** In dollars, like all figures here. */
export interface PortfolioMargin {
  /** With all margin-raising open orders counted as filled. */
  readonly initialMargin: Money;
  /** Maintenance margin of the positions alone. */
  readonly maintenanceMargin: Money;
  /** Maintenance margin as if the open orders were filled; orders are checked against it. */
  readonly trialMargin: Money;
}

const indexOfPrice = (step: bigint, volatility: number): number => Number(step + PRICE_STEPS) * VOLATILITY_FACTORS.length + volatility;
const SCENARIOS = indexOfPrice(PRICE_STEPS, VOLATILITY_FACTORS.length - 1) + 1;

const rangeOf = (coin: Coin): bigint => (CALM_COINS.has(coin) ? CALM_RANGE : OTHER_RANGE);

/** `value` × the price move of a step, rounded against the owner. */
const moved = (value: bigint, step: bigint, range: bigint): bigint => divFloor(value * step * range, PRICE_STEPS * THOUSAND);

/**
 * Gain of one unit of an option in each scenario, in price units: Black-76 with the index as forward, the implied volatility of its mark
 * price (0 if there is none), and the time to expiry in whole hours, rounded up.
 */
export function optionScenarios(instrument: Instrument, { index, mark }: OptionPrices, now: Timestamp): readonly bigint[] {
  const { option, deliveryAt, baseCoin } = instrument;
  if (option === undefined || deliveryAt === undefined) return new Array<bigint>(SCENARIOS).fill(0n);
  const hours = Math.ceil(Math.max(0, milliseconds(deliveryAt) - milliseconds(now)) / HOUR_MS);
  const years = yearsBetween(0, hours * HOUR_MS);
  const [forward, strike] = [priceNumber(index), priceNumber(option.strike)];
  const terms = { right: option.right, forward, strike, years };
  const volatility = impliedVolatility(terms, priceNumber(mark)) ?? 0;
  const gains: bigint[] = [];
  for (let step = -PRICE_STEPS; step <= PRICE_STEPS; step += 1n) {
    const shifted = priceNumber(price(priceUnits(index) + moved(priceUnits(index), step, rangeOf(baseCoin))));
    for (const factor of VOLATILITY_FACTORS) {
      const unmoved = step === 0n && factor === UNMOVED_VOLATILITY;
      const then = optionPrice({ ...terms, forward: shifted, volatility: volatility * factor });
      gains.push(unmoved ? 0n : priceUnits(priceOfNumber(then)) - priceUnits(mark));
    }
  }
  return gains;
}

/** Gains by scenario and contingency of some holdings of one coin; they add up. */
class Stress {
  readonly gains: bigint[] = new Array<bigint>(SCENARIOS).fill(0n);
  contingency = 0n;

  constructor(readonly coin: Coin) {}

  add(holding: PortfolioHolding, { coinPrice, now }: Portfolio): void {
    if (isOption(holding.instrument)) this.#addOption(holding, now, coinPrice(holding.instrument.settleCoin));
    else this.#addFuture(holding, coinPrice(holding.instrument.settleCoin));
  }

  #addFuture({ side, value }: PortfolioHolding, dollars: Price): void {
    const worth = moneyUnits(dollarValue(value, dollars));
    this.addValue(side === 'Buy' ? worth : -worth);
    this.contingency += divCeil(worth * FUTURES_CONTINGENCY, THOUSAND);
  }

  /** Adds (or subtracts) dollars of the coin itself. */
  addValue(dollars: bigint): void {
    const range = rangeOf(this.coin);
    for (let step = -PRICE_STEPS; step <= PRICE_STEPS; step += 1n) {
      const gain = moved(dollars, step, range);
      for (let v = 0; v < VOLATILITY_FACTORS.length; v += 1) {
        const at = indexOfPrice(step, v);
        this.gains[at] = (this.gains[at] ?? 0n) + gain;
      }
    }
  }

  #addOption({ instrument, side, size, prices }: PortfolioHolding, now: Timestamp, dollars: Price): void {
    if (prices === undefined) return;
    const units = quantityUnits(quantityOfLots(size, instrument.lotSize));
    const signed = side === 'Buy' ? units : -units;
    optionScenarios(instrument, prices, now).forEach((gain, at) => {
      const worth = moneyUnits(dollarValue(money(divFloor(gain * signed, SCALE)), dollars));
      this.gains[at] = (this.gains[at] ?? 0n) + worth;
    });
    if (side === 'Buy') return;
    const notional = dollarValue(money(divCeil(priceUnits(prices.index) * units, SCALE)), dollars);
    this.contingency += divCeil(moneyUnits(notional) * SHORT_OPTION_CONTINGENCY, THOUSAND);
  }

  /** USD amount of the coin whose gain equals this portfolio's gain near the current price. */
  get exposure(): bigint {
    const at = VOLATILITY_FACTORS.indexOf(UNMOVED_VOLATILITY);
    const up = this.gains[indexOfPrice(1n, at)] ?? 0n;
    const down = this.gains[indexOfPrice(-1n, at)] ?? 0n;
    return divNearest((up - down) * PRICE_STEPS * THOUSAND, 2n * rangeOf(this.coin));
  }

  with(other: Stress): Stress {
    const sum = new Stress(this.coin);
    for (let at = 0; at < SCENARIOS; at += 1) sum.gains[at] = (this.gains[at] ?? 0n) + (other.gains[at] ?? 0n);
    sum.contingency = this.contingency + other.contingency;
    return sum;
  }

  /** Worst loss plus the contingency. The coin balance covers losses from a rise of its price, but adds nothing beyond them. */
  margin(heldDollars: bigint): bigint {
    const short = -this.exposure;
    const cover = new Stress(this.coin);
    if (short > 0n && heldDollars > 0n) cover.addValue(short < heldDollars ? short : heldDollars);
    let worst = 0n;
    for (let at = 0; at < SCENARIOS; at += 1) {
      const loss = -((this.gains[at] ?? 0n) + (cover.gains[at] ?? 0n));
      if (loss > worst) worst = loss;
    }
    return worst + this.contingency;
  }
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
    const held = moneyUnits(dollarValue(portfolio.held(coin), portfolio.coinPrice(coin)));
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

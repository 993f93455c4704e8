import type { Coin } from '../accounts/account.ts';
import { isOption, type Instrument, type OptionTerms } from '../instruments/instrument.ts';
import { pricesByVolatility, yearsBetween } from '../options/black-76.ts';
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

const indexOfPrice = (step: bigint, volatility: number): number => Number(step + PRICE_STEPS) * VOLATILITY_FACTORS.length + volatility;
const SCENARIOS = indexOfPrice(PRICE_STEPS, VOLATILITY_FACTORS.length - 1) + 1;

const rangeOf = (coin: Coin): bigint => (CALM_COINS.has(coin) ? CALM_RANGE : OTHER_RANGE);

/** `value` × the price move of a step, rounded against the owner. */
const moved = (value: bigint, step: bigint, range: bigint): bigint => divFloor(value * step * range, PRICE_STEPS * THOUSAND);

/** Inputs of an option's scenarios other than its own terms. */
interface ScenarioInputs extends OptionPrices {
  /** To expiry. */
  readonly hours: number;
  readonly range: bigint;
}

interface KnownScenarios extends ScenarioInputs {
  readonly gains: readonly bigint[];
}

/** The last result of each option: its prices move once a second, and every account that holds it is checked many times meanwhile. */
const known = new WeakMap<OptionTerms, KnownScenarios>();

/**
 * Gain of one unit of an option in each scenario, in price units: Black-76 with the index as forward, the implied volatility of its mark
 * price (0 if there is none), and the time to expiry in whole hours, rounded up.
 */
export function optionScenarios({ option, deliveryAt, baseCoin }: Instrument, prices: OptionPrices, now: Timestamp): readonly bigint[] {
  if (option === undefined || deliveryAt === undefined) return new Array<bigint>(SCENARIOS).fill(0n);
  const { index, mark } = prices;
  const range = rangeOf(baseCoin);
  const hours = Math.ceil(Math.max(0, milliseconds(deliveryAt) - milliseconds(now)) / HOUR_MS);
  const last = known.get(option);
  if (last?.index === index && last.mark === mark && last.hours === hours && last.range === range) return last.gains;
  const gains = scenarioGains(option, { index, mark, hours, range });
  known.set(option, { index, mark, hours, range, gains });
  return gains;
}

function scenarioGains({ right, strike }: OptionTerms, { index, mark, hours, range }: ScenarioInputs): readonly bigint[] {
  const terms = { right, forward: priceNumber(index), strike: priceNumber(strike), years: yearsBetween(0, hours * HOUR_MS) };
  const volatility = impliedVolatility(terms, priceNumber(mark)) ?? 0;
  const gains: bigint[] = [];
  for (let step = -PRICE_STEPS; step <= PRICE_STEPS; step += 1n) {
    const forward = priceNumber(price(priceUnits(index) + moved(priceUnits(index), step, range)));
    const priceAt = pricesByVolatility({ ...terms, forward });
    for (const factor of VOLATILITY_FACTORS) {
      const unmoved = step === 0n && factor === UNMOVED_VOLATILITY;
      gains.push(unmoved ? 0n : priceUnits(priceOfNumber(priceAt(volatility * factor))) - priceUnits(mark));
    }
  }
  return gains;
}

/** Cash of a coin less its debt, in dollars. */
export const heldDollars = ({ held, coinPrice }: Pick<Portfolio, 'held' | 'coinPrice'>, coin: Coin): bigint =>
  moneyUnits(dollarValue(held(coin), coinPrice(coin)));

/** A coin balance that covers losses from a rise of the coin's price, and the coin's range. */
interface Cover {
  readonly dollars: bigint;
  readonly range: bigint;
}

/** Gain of the cover in a scenario. */
const gainOf = ({ dollars, range }: Cover, at: number): bigint =>
  dollars === 0n ? 0n : moved(dollars, BigInt(Math.floor(at / VOLATILITY_FACTORS.length)) - PRICE_STEPS, range);

/** Gains by scenario and contingency of some holdings of one coin; they add up. */
export class Stress {
  readonly #gains: bigint[] = new Array<bigint>(SCENARIOS).fill(0n);
  #contingency = 0n;

  constructor(readonly coin: Coin) {}

  add(holding: PortfolioHolding, { coinPrice, now }: Pick<Portfolio, 'now' | 'coinPrice'>): void {
    if (isOption(holding.instrument)) this.#addOption(holding, now, coinPrice(holding.instrument.settleCoin));
    else this.#addFuture(holding, coinPrice(holding.instrument.settleCoin));
  }

  #addFuture({ side, value }: PortfolioHolding, dollars: Price): void {
    const worth = moneyUnits(dollarValue(value, dollars));
    const signed = side === 'Buy' ? worth : -worth;
    const range = rangeOf(this.coin);
    for (let at = 0; at < SCENARIOS; at += 1) this.#gain(at, gainOf({ dollars: signed, range }, at));
    this.#contingency += divCeil(worth * FUTURES_CONTINGENCY, THOUSAND);
  }

  #addOption({ instrument, side, size, prices }: PortfolioHolding, now: Timestamp, dollars: Price): void {
    if (prices === undefined) return;
    const units = quantityUnits(quantityOfLots(size, instrument.lotSize));
    const signed = side === 'Buy' ? units : -units;
    optionScenarios(instrument, prices, now).forEach((gain, at) => {
      this.#gain(at, moneyUnits(dollarValue(money(divFloor(gain * signed, SCALE)), dollars)));
    });
    if (side === 'Buy') return;
    const notional = dollarValue(money(divCeil(priceUnits(prices.index) * units, SCALE)), dollars);
    this.#contingency += divCeil(moneyUnits(notional) * SHORT_OPTION_CONTINGENCY, THOUSAND);
  }

  #gain(at: number, gain: bigint): void {
    this.#gains[at] = (this.#gains[at] ?? 0n) + gain;
  }

  include(other: Stress): void {
    for (let at = 0; at < SCENARIOS; at += 1) this.#gain(at, other.#gains[at] ?? 0n);
    this.#contingency += other.#contingency;
  }

  remove(other: Stress): void {
    for (let at = 0; at < SCENARIOS; at += 1) this.#gain(at, -(other.#gains[at] ?? 0n));
    this.#contingency -= other.#contingency;
  }

  with(other: Stress): Stress {
    const sum = new Stress(this.coin);
    sum.include(this);
    sum.include(other);
    return sum;
  }

  /** USD amount of the coin whose gain equals this portfolio's gain near the current price. */
  #exposure(without: Stress): bigint {
    const at = VOLATILITY_FACTORS.indexOf(UNMOVED_VOLATILITY);
    const gain = (step: bigint): bigint => this.#gainWithout(without, indexOfPrice(step, at));
    return divNearest((gain(1n) - gain(-1n)) * PRICE_STEPS * THOUSAND, 2n * rangeOf(this.coin));
  }

  #gainWithout(part: Stress, at: number): bigint {
    return (this.#gains[at] ?? 0n) - (part.#gains[at] ?? 0n);
  }

  /**
   * Worst loss plus the contingency, of all holdings but a part of them. The coin balance covers losses from a rise of its price, but adds
   * nothing beyond them.
   */
  margin(held: bigint, without: Stress = new Stress(this.coin)): bigint {
    const short = held > 0n ? -this.#exposure(without) : 0n;
    const cover = { dollars: short <= 0n ? 0n : short < held ? short : held, range: rangeOf(this.coin) };
    let worst = 0n;
    for (let at = 0; at < SCENARIOS; at += 1) {
      const loss = -this.#gainWithout(without, at) - gainOf(cover, at);
      if (loss > worst) worst = loss;
    }
    return worst + this.#contingency - without.#contingency;
  }
}

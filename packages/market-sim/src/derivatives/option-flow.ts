import {
  codesOfDelivery,
  invariant,
  milliseconds,
  modelGreeks,
  modelOption,
  priceOfNumber,
  quantityUnits,
  timestamp,
  type Coin,
  type Instrument,
  type InstrumentId,
  type Side,
  type VolatilitySurface,
} from '@tapedeck/domain';
import type { StateReader, StateWriter } from '@tapedeck/exchange';
import { DAY_MS, MINUTE_MS } from '../path/calendar.ts';
import { Random } from '../random/random.ts';

/** Trades per minute in all options of a coin, and the share of those that settle in each coin. */
const TRADES_A_MINUTE: Readonly<Record<Coin, number>> = { BTC: 10, ETH: 5, SOL: 2 };
const SETTLE_SHARES: Readonly<Record<Coin, number>> = { USDT: 0.6, USDC: 0.4 };
/** Mean value of the underlying of a trade, dollars, and the maximum in multiples of it. */
const MEAN_VALUE = 60_000;
const TAIL_MAX = 40;
/** Share of trades in calls. */
const CALLS = 0.6;
/** Most trades are at this delta, and fewer by this distance from it; options in the money trade less and less. */
const TYPICAL_DELTA = 0.26;
const DELTA_WIDTH = 0.15;
const MONEY_DELTA = 0.45;
const MONEY_WIDTH = 0.22;
/** Month-end expiries trade more than the weeks and days between. */
const MONTH_END_SHARE = 3;
const DAYS_LEAST = 0.5;
/** No positions are opened shortly before expiry. */
const LAST_MS = 5 * MINUTE_MS;
/** Open interest in days of trading volume: for options that have traded for weeks, and for those listed a day before expiry. */
const HELD_DAYS = 12;
const HELD_DAYS_OF_DAILIES = 1.2;
/** Share of trades that open a position. */
const OPENING = 0.55;
/** Share of takers that take nothing beyond the touch. */
const TOUCH_TAKERS = 0.85;
/** Maximum number of trades per clock step. */
const TRADES_MAX = 20;
const UNITS = 100_000_000;
const HOUR_MS = 3_600_000;
const NEVER = -1;

/** Prices that determine the likelihood of trades: as of one point in time. */
export interface OptionMoment {
  readonly time: number;
  readonly index: (coin: Coin) => number;
  readonly surface: (coin: Coin) => VolatilitySurface;
}

/** A simulated participant's intended trade in one option. */
export interface OptionTaking {
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly opens: boolean;
  readonly lots: number;
  /** Whether only the best quotes are good enough. */
  readonly touch: boolean;
}

/** An option, its expected trades per day, and their lots. */
interface Popular {
  readonly instrument: Instrument;
  readonly tradesADay: number;
  readonly meanLots: number;
}

const isMonthEnd = (deliveryAt: number, now: number): boolean =>
  codesOfDelivery(timestamp(deliveryAt), timestamp(now)).some((code) => code !== 'W' && code !== 'BIW' && code !== 'NBIW');

/** Weight of one option among the trades of its coin. */
function attraction(instrument: Instrument, { time, index, surface }: OptionMoment): number {
  const { baseCoin, option, deliveryAt } = instrument;
  if (option === undefined || deliveryAt === undefined || milliseconds(deliveryAt) - time < LAST_MS) return 0;
  const model = modelOption(instrument, surface(baseCoin), priceOfNumber(index(baseCoin)), timestamp(time));
  const delta = Math.abs(modelGreeks(model).delta);
  const away = (delta - TYPICAL_DELTA) / DELTA_WIDTH;
  const inside = Math.max(0, (delta - MONEY_DELTA) / MONEY_WIDTH);
  const byStrike = 1 / ((1 + away * away) * (1 + inside * inside));
  const days = Math.max(DAYS_LEAST, (milliseconds(deliveryAt) - time) / DAY_MS);
  const byDate = (isMonthEnd(milliseconds(deliveryAt), time) ? MONTH_END_SHARE : 1) / Math.sqrt(days);
  return (option.right === 'Call' ? CALLS : 1 - CALLS) * byStrike * byDate;
}

/** Draws the participants' trades in options: most are near the money and near delivery. */
export class OptionFlow {
  readonly #seed: number;
  readonly #random: Random;
  #nextAt = NEVER;
  #popular: readonly Popular[] = [];

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = Random.stream(seed, 'options', 'flow');
  }

  /** Reads the listed options and the prices of their coins; derived from the state of the market. */
  look(instruments: readonly Instrument[], moment: OptionMoment): void {
    const attractions = instruments.map((instrument) => attraction(instrument, moment));
    const seriesOf = ({ baseCoin, settleCoin }: Instrument): string => `${baseCoin} ${settleCoin}`;
    const sums = new Map<string, number>();
    for (const [i, instrument] of instruments.entries()) {
      const series = seriesOf(instrument);
      sums.set(series, (sums.get(series) ?? 0) + (attractions[i] ?? 0));
    }
    this.#popular = instruments.flatMap((instrument, i): Popular[] => {
      const share = (attractions[i] ?? 0) / Math.max(Number.MIN_VALUE, sums.get(seriesOf(instrument)) ?? 0);
      const rate = (TRADES_A_MINUTE[instrument.baseCoin] ?? 0) * (SETTLE_SHARES[instrument.settleCoin] ?? 0);
      const lot = Number(quantityUnits(instrument.lotSize)) / UNITS;
      const meanLots = MEAN_VALUE / moment.index(instrument.baseCoin) / lot;
      return share === 0 ? [] : [{ instrument, tradesADay: (rate * share * DAY_MS) / MINUTE_MS, meanLots }];
    });
  }

  /** Lots that participants hold on each side of each option, from trades before the market opened. */
  held(time: number): readonly (readonly [instrument: InstrumentId, lots: number])[] {
    return this.#popular.map(({ instrument, tradesADay, meanLots }) => {
      const left = milliseconds(instrument.deliveryAt ?? timestamp(0)) - time;
      const isDaily = left < 3 * DAY_MS && codesOfDelivery(instrument.deliveryAt ?? timestamp(0), timestamp(time)).length === 0;
      const days = isDaily ? HELD_DAYS_OF_DAILIES : HELD_DAYS;
      return [instrument.id, Math.round(tradesADay * meanLots * days * (0.3 + 0.7 * this.#random.exponential()))];
    });
  }

  /** Lots traded in an option in each hour of [from, to) with trades, before it was watched. */
  past(instrument: InstrumentId, from: number, to: number): readonly (readonly [hour: number, lots: number])[] {
    const popular = this.#popular.find((one) => one.instrument.id === instrument);
    if (popular === undefined) return [];
    const random = Random.stream(this.#seed, popular.instrument.symbol, 'past');
    const anHour = (popular.tradesADay * HOUR_MS) / DAY_MS;
    const hours: [number, number][] = [];
    for (let at = from; at < to; at += HOUR_MS) {
      let traded = 0;
      for (let left = anHour - random.exponential(); left > 0; left -= random.exponential()) traded += this.#size(popular, random);
      if (traded > 0) hours.push([at, traded]);
    }
    return hours;
  }

  #size({ meanLots }: Popular, random: Random): number {
    return Math.max(1, roundLots(meanLots * random.exponential() * random.exponential() * random.pareto(TAIL_MAX)));
  }

  /** The trades up to a time, one after the other. */
  *arrivals(now: number): Generator<OptionTaking> {
    const rate = this.#popular.reduce((sum, { tradesADay }) => sum + tradesADay, 0) / DAY_MS;
    if (rate === 0) return;
    if (this.#nextAt === NEVER) this.#nextAt = now + this.#random.exponential() / rate;
    for (let count = 0; this.#nextAt <= now; count += 1) {
      if (count === TRADES_MAX) this.#nextAt = now;
      this.#nextAt += this.#random.exponential() / rate;
      if (count < TRADES_MAX) yield this.#draw();
    }
  }

  #draw(): OptionTaking {
    const random = this.#random;
    let rest = random.unit() * this.#popular.reduce((sum, { tradesADay }) => sum + tradesADay, 0);
    const chosen = this.#popular.find(({ tradesADay }) => (rest -= tradesADay) < 0) ?? this.#popular.at(-1);
    invariant(chosen !== undefined, 'somebody trades only where there are options');
    return {
      instrument: chosen.instrument.id,
      side: random.chance(0.5) ? 'Buy' : 'Sell',
      opens: random.chance(OPENING),
      lots: this.#size(chosen, random),
      touch: random.chance(TOUCH_TAKERS),
    };
  }

  write(writer: StateWriter): void {
    this.#random.write(writer);
    writer.number(this.#nextAt);
  }

  read(reader: StateReader): void {
    this.#random.read(reader);
    this.#nextAt = reader.number();
  }
}

/** Trade sizes are whole lots of at most two significant digits, the second a 5 or 0: 7, 15, 20, 350. */
function roundLots(lots: number): number {
  let unit = 1;
  while (unit * 10 <= lots) unit *= 10;
  return unit === 1 ? Math.round(lots) : Math.round((2 * lots) / unit) * (unit / 2);
}

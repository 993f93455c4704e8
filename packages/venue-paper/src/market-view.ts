import {
  isOption,
  moneyUnits,
  priceUnits,
  quantityUnits,
  type Instrument,
  type PricesChanged,
  type Timestamp,
  type TradePrinted,
} from '@tapedeck/domain';
import type { StateReader, StateWriter } from '@tapedeck/exchange';
import { DAY_MS, MINUTE_MS, type PathBar, type PricePath } from '@tapedeck/market-sim';
import type { Candle, DayStatistics, Series } from '@tapedeck/venue';
import { MINUTES_KEPT, MinuteSeries, flatCandle, type Memory } from './minute-series.ts';
import { RecentTrades } from './recent-trades.ts';
import { candleOfPath, mergeCandles } from './roll-up.ts';

export const SERIES: readonly Series[] = ['trade', 'mark', 'index'];
type Memories = Readonly<Record<Series, Memory>>;
/** Index minutes older than four hours are rarely requested: the history has them. */
const CONTRACT: Memories = { trade: { minutes: MINUTES_KEPT }, mark: { minutes: MINUTES_KEPT }, index: { minutes: 240 } };
/** Hundreds of options trade occasionally: the day of their figures. */
const OPTION: Memories = {
  trade: { minutes: 1_440, sparse: true },
  mark: { minutes: 240, sparse: true },
  index: { minutes: 240, sparse: true },
};
const memoryOf = (instrument: Instrument, series: Series): Memory => (isOption(instrument) ? OPTION : CONTRACT)[series];

/** Number of closed minutes kept per series. */
export const minutesKept = (instrument: Instrument, series: Series): number => memoryOf(instrument, series).minutes;

const emptySeries = (instrument: Instrument, name: Series): MinuteSeries => new MinuteSeries(memoryOf(instrument, name));

/** A closed minute and its instrument. */
export interface ClosedMinute {
  readonly series: Series;
  readonly candle: Candle;
}

/** Aggregates one instrument's events: minutes of trades, of the mark price and of the index, the newest trades, the last 24 hours. */
export class MarketView {
  readonly #instrument: Instrument;
  readonly trade: MinuteSeries;
  readonly mark: MinuteSeries;
  readonly index: MinuteSeries;
  readonly recent: RecentTrades;
  /** The closed part of the last 24 hours, up to the forming minute. */
  #day: { readonly minute: number; readonly closed: Candle | undefined } | undefined;

  constructor(
    instrument: Instrument,
    series: (name: Series) => MinuteSeries = (name) => emptySeries(instrument, name),
    recent = new RecentTrades(),
  ) {
    this.#instrument = instrument;
    this.trade = series('trade');
    this.mark = series('mark');
    this.index = series('index');
    this.recent = recent;
  }

  series(name: Series): MinuteSeries {
    return this[name];
  }

  /** Copies the path's minutes in [from, minute), as far as they are kept, and starts `minute` after them. */
  fillFromPath(path: PricePath, from: number, minute: number): void {
    const { id } = this.#instrument;
    const count = Math.min(MINUTES_KEPT, (minute - from) / MINUTE_MS);
    const bars = path.bars(id, 1, minute / MINUTE_MS - count, count);
    const close = path.bars(id, 1, minute / MINUTE_MS, 1)[0]?.open ?? 1;
    for (const name of SERIES) {
      const series = this.series(name);
      for (const bar of bars.slice(-minutesKept(this.#instrument, name))) series.keep(candleOfPath(this.#instrument, name, bar));
      series.restart(minute, BigInt(close) * priceUnits(this.#instrument.tickSize));
    }
    this.#day = undefined;
  }

  /** Copies minutes of trades from an unwatched period. */
  keepTrades(bars: readonly PathBar[]): void {
    for (const bar of bars) this.trade.keep(candleOfPath(this.#instrument, 'trade', bar));
    this.#day = undefined;
  }

  /**
   * Closes minutes until the one at `minute` forms. Of the minutes in between, at most `flatMost` become flat bars; if
   * there are more, none.
   */
  closeUntil(minute: number, flatMost: number, onClosed: (closed: ClosedMinute) => void): void {
    for (const name of SERIES) {
      const series = this.series(name);
      const first = series.current;
      if (first === undefined) continue;
      const between = (minute - first.start) / MINUTE_MS - 1;
      const closed = series.close(minute);
      if (closed !== undefined) onClosed({ series: name, candle: closed });
      for (let i = 1; i <= between && between <= flatMost; i += 1) {
        const flat = flatCandle(first.start + i * MINUTE_MS, first.close);
        series.keep(flat);
        onClosed({ series: name, candle: flat });
      }
    }
    this.#day = undefined;
  }

  addTrade(minute: number, time: Timestamp, trade: TradePrinted): void {
    this.trade.add(minute, priceUnits(trade.price), quantityUnits(trade.quantity), moneyUnits(trade.value));
    this.recent.add(time, trade);
  }

  addPrices(minute: number, prices: PricesChanged): void {
    this.mark.add(minute, priceUnits(prices.mark), 0n, 0n);
    this.index.add(minute, priceUnits(prices.index), 0n, 0n);
  }

  /** The last 24 hours including the forming minute. */
  day(minute: number): DayStatistics {
    if (this.#day?.minute !== minute) {
      this.#day = { minute, closed: this.trade.merged(minute - DAY_MS + MINUTE_MS, minute) };
    }
    const parts = [this.#day.closed, this.trade.current].filter((part) => part !== undefined);
    const { open, high, low, volume, turnover } = mergeCandles(minute, parts) ?? flatCandle(minute, 0n);
    return { instrument: this.#instrument.id, open, high, low, volume, turnover };
  }

  write(writer: StateWriter): void {
    for (const name of SERIES) this.series(name).write(writer);
    this.recent.write(writer);
  }

  static read(reader: StateReader, instrument: Instrument): MarketView {
    const series = new Map(SERIES.map((name) => [name, MinuteSeries.read(reader, memoryOf(instrument, name))]));
    return new MarketView(instrument, (name) => series.get(name) ?? emptySeries(instrument, name), RecentTrades.read(reader));
  }
}

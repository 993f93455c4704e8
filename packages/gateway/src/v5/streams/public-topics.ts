import { hasNoMarket, isOption, type Instrument, type InstrumentId, type PositionLiquidated, type Timestamp } from '@tapedeck/domain';
import type { Category } from '@tapedeck/protocol/v5';
import type { MinuteBar, Venue } from '@tapedeck/venue';
import type { Catalogue } from '../../catalogue.ts';
import type { BookFeed } from '../../streams/book-feed.ts';
import { CandleTopic } from '../../streams/candle-topic.ts';
import { LiquidationTopic } from '../../streams/liquidation-topic.ts';
import type { PublicTopic } from '../../streams/topic.ts';
import { RESOLUTION_OF, isInterval } from '../intervals.ts';
import { instrumentOf } from '../symbols.ts';
import { BookStream } from './book-stream.ts';
import { klineForm } from './kline-form.ts';
import { LimitStream } from './limit-stream.ts';
import { liquidationForm } from './liquidation-form.ts';
import { stampsOf, type Stamps } from './stamps.ts';
import { TickDirections } from './tick-directions.ts';
import { TickerStream } from './ticker-stream.ts';
import { TradeStream, type DirectedTrade } from './trade-stream.ts';

/** Depths of books. */
const DEPTHS: Readonly<Record<Category, readonly string[]>> = {
  spot: ['1', '50', '200', '1000'],
  linear: ['1', '50', '200', '1000'],
  inverse: ['1', '50', '200', '1000'],
  option: ['25', '100'],
};

export interface PublicTopicSources {
  readonly venue: Venue;
  readonly catalogue: Catalogue;
  readonly feedOf: (instrument: Instrument) => BookFeed;
  readonly now: () => number;
  readonly fault: (error: unknown) => void;
}

/** Every requested public topic, by category and name, and by instrument. */
export class PublicTopics {
  readonly #sources: PublicTopicSources;
  readonly #stamps: Stamps;
  readonly #directions = new TickDirections();
  readonly #byName = new Map<string, PublicTopic>();
  readonly #byInstrument = new Map<InstrumentId, PublicTopic[]>();
  /** Trades of all options of a coin. */
  readonly #byCoin = new Map<string, TradeStream>();

  constructor(sources: PublicTopicSources) {
    this.#sources = sources;
    this.#stamps = stampsOf(sources.venue, sources.now);
  }

  /** `undefined` for an unknown topic. */
  byName(category: Category, name: string): PublicTopic | undefined {
    const key = `${category} ${name}`;
    const known = this.#byName.get(key);
    if (known !== undefined) return known;
    const made = this.#make(category, name);
    if (made === undefined) return undefined;
    this.#byName.set(key, made);
    if (made.instrument >= 0) this.#byInstrument.set(made.instrument, [...(this.#byInstrument.get(made.instrument) ?? []), made]);
    return made;
  }

  onTrades(instrument: Instrument, trades: readonly DirectedTrade['trade'][], time: Timestamp): void {
    const directed = trades.map((trade) => ({ trade, direction: this.#directions.take(trade) }));
    for (const topic of this.#of(instrument.id)) if (topic instanceof TradeStream) topic.onTrades(directed, time, instrument);
    if (isOption(instrument)) this.#byCoin.get(instrument.baseCoin)?.onTrades(directed, time, instrument);
  }

  onLiquidated(instrument: InstrumentId, events: readonly PositionLiquidated[], time: Timestamp): void {
    for (const topic of this.#of(instrument)) if (topic instanceof LiquidationTopic) topic.onLiquidated(events, time);
  }

  onMarket(instrument: InstrumentId): void {
    for (const topic of this.#of(instrument)) if (topic instanceof TickerStream || topic instanceof LimitStream) topic.onMarket();
  }

  onMinuteBar(bar: MinuteBar): void {
    if (bar.series !== 'trade') return;
    for (const topic of this.#of(bar.instrument)) if (topic instanceof CandleTopic) topic.onMinuteBar(bar);
  }

  /** An instrument that has ended sends nothing more. */
  onEnded(instrument: InstrumentId): void {
    const topics = new Set(this.#of(instrument));
    for (const [key, topic] of this.#byName) if (topics.has(topic)) this.#byName.delete(key);
    this.#byInstrument.delete(instrument);
  }

  /** Runs periodically. */
  repeat(): void {
    for (const topic of this.#byName.values()) if (topic instanceof BookStream) topic.repeat();
  }

  #of(instrument: InstrumentId): readonly PublicTopic[] {
    return this.#byInstrument.get(instrument) ?? [];
  }

  #make(category: Category, name: string): PublicTopic | undefined {
    const [kind = '', ...rest] = name.split('.');
    const last = rest.at(-1) ?? '';
    if (kind === 'publicTrade' && rest.length === 1 && category === 'option' && this.#hasOptions(last)) return this.#ofCoin(last);
    const instrument = instrumentOf(this.#sources.catalogue, category, last);
    if (instrument === undefined || hasNoMarket(instrument)) return undefined;
    if (rest.length === 1) return this.#plain(category, kind, instrument);
    return rest.length === 2 ? this.#parted(category, kind, rest[0] ?? '', instrument) : undefined;
  }

  /** Topics of a single symbol. */
  #plain(category: Category, kind: string, instrument: Instrument): PublicTopic | undefined {
    const { venue, feedOf } = this.#sources;
    switch (kind) {
      case 'publicTrade':
        return new TradeStream(instrument, venue);
      case 'tickers':
        return new TickerStream(feedOf(instrument), { venue, directions: this.#directions, stamps: this.#stamps });
      case 'priceLimit':
        return new LimitStream(instrument, venue, this.#stamps);
      case 'allLiquidation':
      case 'liquidation':
        return category === 'linear' || category === 'inverse'
          ? new LiquidationTopic(instrument, liquidationForm(kind, instrument))
          : undefined;
      default:
        return undefined;
    }
  }

  /** Topics of a single symbol with a depth or an interval. */
  #parted(category: Category, kind: string, part: string, instrument: Instrument): PublicTopic | undefined {
    const { venue, feedOf, fault } = this.#sources;
    if (kind === 'orderbook')
      return DEPTHS[category].includes(part) ? new BookStream(feedOf(instrument), Number(part), this.#stamps) : undefined;
    if (kind !== 'kline' || !isInterval(part)) return undefined;
    const form = klineForm(instrument, part, this.#stamps);
    return new CandleTopic({ instrument, series: 'trade', resolution: RESOLUTION_OF[part], form, venue, fault });
  }

  #hasOptions(coin: string): boolean {
    return this.#sources.catalogue.instruments.some((one) => isOption(one) && one.baseCoin === coin && one.status !== 'Closed');
  }

  #ofCoin(baseCoin: string): TradeStream {
    const known = this.#byCoin.get(baseCoin);
    if (known !== undefined) return known;
    const made = new TradeStream({ baseCoin }, this.#sources.venue);
    this.#byCoin.set(baseCoin, made);
    return made;
  }
}

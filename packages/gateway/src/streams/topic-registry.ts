import { hasNoMarket, isSpot, type Instrument, type InstrumentId } from '@tapedeck/domain';
import { resolutionText, readWire } from '@tapedeck/protocol';
import type { MinuteBar, Venue } from '@tapedeck/venue';
import type { Catalogue } from '../catalogue.ts';
import { BookFeed } from './book-feed.ts';
import { BookTopic } from './book-topic.ts';
import { CandleTopic, webCandleForm } from './candle-topic.ts';
import { InstrumentInfoTopic } from './instrument-info-topic.ts';
import { LiquidationTopic, webLiquidationForm } from './liquidation-topic.ts';
import { NOTICE_TOPIC, NoticeTopic } from './notice-topic.ts';
import { SymbolListTopic } from './symbol-list-topic.ts';
import { TapeTopic } from './tape-topic.ts';
import type { PublicTopic } from './topic.ts';

export interface TopicSources {
  readonly venue: Venue;
  readonly catalogue: Catalogue;
  readonly now: () => number;
  readonly fault: (error: unknown) => void;
}

interface InstrumentTopics {
  readonly feed: BookFeed;
  readonly book: BookTopic;
  readonly tape: TapeTopic;
  readonly info: InstrumentInfoTopic;
  readonly liquidations: LiquidationTopic;
  /** Created on first request. */
  readonly candles: Map<string, CandleTopic>;
}

type PlainTopic = (topics: InstrumentTopics, instrument: Instrument) => PublicTopic | undefined;
/** Topics of a single symbol, by the first part of their names. */
const PLAIN_TOPICS: ReadonlyMap<string, PlainTopic> = new Map<string, PlainTopic>([
  ['orderBook_200', ({ book }) => book],
  ['recently_trade', ({ tape }) => tape],
  ['instrument_info', ({ info }) => info],
  ['liquidation', ({ liquidations }, instrument) => (isSpot(instrument) ? undefined : liquidations)],
]);

/** Check interval for silent tickers. */
const SWEEP_MS = 250;

const SERIES_BY_NAME: ReadonlyMap<string, MinuteBar['series']> = new Map([
  ['candle', 'trade'],
  ['mark_kline', 'mark'],
  ['index_candle', 'index'],
]);

const LIST_TOPICS = ['symbol_list', 'public.symbol.notify'] as const;

/** The form of every public topic's name. */
export const TOPIC_FORMS: readonly string[] = [
  ...[...PLAIN_TOPICS.keys()].map((name) => `${name}.{symbol}`),
  ...[...SERIES_BY_NAME.keys()].map((name) => `${name}.{resolution}.{symbol}`),
  ...LIST_TOPICS,
  NOTICE_TOPIC,
];

/** All public topics, by name and by instrument. */
export class TopicRegistry {
  readonly #sources: TopicSources;
  /** Contracts from the start, because their tapes remember trades; options on first request. */
  readonly #topics = new Map<InstrumentId, InstrumentTopics>();

  readonly #symbols: readonly SymbolListTopic[];
  readonly notices: NoticeTopic;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(sources: TopicSources) {
    this.#sources = sources;
    this.notices = new NoticeTopic(sources.now);
    this.#symbols = LIST_TOPICS.map((name) => new SymbolListTopic(name, sources.catalogue, sources.now));
    for (const instrument of sources.catalogue.contracts.filter((one) => !hasNoMarket(one))) this.#make(instrument);
  }

  /** The topics requested so far. */
  of(instrument: InstrumentId): InstrumentTopics | undefined {
    return this.#topics.get(instrument);
  }

  /** Instruments that were listed or changed their status; ended ones send nothing more. */
  onInstruments(changed: readonly Instrument[]): void {
    for (const instrument of changed) {
      if (instrument.status === 'Closed') this.#topics.delete(instrument.id);
      else if (this.#sources.catalogue.lists(instrument) && !hasNoMarket(instrument)) this.#make(instrument);
    }
    for (const topic of this.#symbols) topic.onInstruments(changed);
  }

  /** It has no timer: this runs with every message of the venue. */
  sweep(): void {
    const now = this.#sources.now();
    if (now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    for (const { info } of this.#topics.values()) info.sweep();
  }

  /** Its tape stores trades from the first request on; that of a contract from the start. */
  tapeOf(instrument: Instrument): TapeTopic {
    return this.#make(instrument).tape;
  }

  /** One feed, shared by all consumers of the book. */
  feedOf(instrument: Instrument): BookFeed {
    return this.#make(instrument).feed;
  }

  #make(instrument: Instrument): InstrumentTopics {
    const known = this.#topics.get(instrument.id);
    if (known !== undefined) return known;
    const { venue, now, fault } = this.#sources;
    const feed = new BookFeed({ instrument, venue, fault });
    const topics: InstrumentTopics = {
      feed,
      book: new BookTopic(feed, now),
      tape: new TapeTopic(instrument, now),
      info: new InstrumentInfoTopic(instrument, venue, now),
      liquidations: new LiquidationTopic(instrument, webLiquidationForm(instrument)),
      candles: new Map(),
    };
    this.#topics.set(instrument.id, topics);
    return topics;
  }

  /** `undefined` for an unknown topic. */
  byName(text: string): PublicTopic | undefined {
    const symbols = this.#symbols.find((topic) => topic.name === text);
    if (symbols !== undefined) return symbols;
    if (text === this.notices.name) return this.notices;
    const [name, ...rest] = text.split('.');
    const instrument = this.#sources.catalogue.bySymbol(rest.at(-1) ?? '');
    if (name === undefined || instrument === undefined || hasNoMarket(instrument)) return undefined;
    const topics = this.#make(instrument);
    const series = SERIES_BY_NAME.get(name);
    if (series !== undefined) return rest.length === 2 ? this.#candle(instrument, topics, series, rest[0]) : undefined;
    return rest.length === 1 ? PLAIN_TOPICS.get(name)?.(topics, instrument) : undefined;
  }

  #candle(
    instrument: Instrument,
    topics: InstrumentTopics,
    series: MinuteBar['series'],
    resolution: string | undefined,
  ): CandleTopic | undefined {
    const parsed = readWire(resolutionText, resolution);
    if (!parsed.ok) return undefined;
    const { venue, now, fault } = this.#sources;
    const of = { instrument, series, resolution: parsed.value };
    const topic = new CandleTopic({ ...of, form: webCandleForm(of, now), venue, fault });
    const known = topics.candles.get(topic.name);
    if (known === undefined) topics.candles.set(topic.name, topic);
    return known ?? topic;
  }
}

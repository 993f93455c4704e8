import { isOption, isSpot, venueSymbol } from '@tapedeck/domain';
import type { Venue } from '@tapedeck/venue';
import type { BookFeed, BookFollower } from '../../streams/book-feed.ts';
import { Subscribers, type PublicTopic, type Subscriber } from '../../streams/topic.ts';
import { encodeStreamTicker } from './encode-ticker.ts';
import type { Stamps } from './stamps.ts';
import type { TickDirections } from './tick-directions.ts';

type Row = Readonly<Record<string, unknown>>;

export interface TickerSources {
  readonly venue: Pick<Venue, 'market'>;
  readonly directions: TickDirections;
  readonly stamps: Stamps;
}

/** `tickers.{symbol}`: for contracts a snapshot, then changed fields; for pairs and options always complete. */
export class TickerStream implements PublicTopic, BookFollower {
  readonly name: string;
  readonly instrument: number;
  /** The sizes of the best prices are in the book. */
  readonly cost = 'light';
  readonly watches = true;
  readonly #feed: BookFeed;
  readonly #sources: TickerSources;
  readonly #subscribers = new Subscribers();
  #told: Row | undefined;

  constructor(feed: BookFeed, sources: TickerSources) {
    this.#feed = feed;
    this.#sources = sources;
    this.name = `tickers.${venueSymbol(feed.instrument)}`;
    this.instrument = feed.instrument.id;
  }

  add(subscriber: Subscriber): void {
    if (this.#subscribers.size === 0) this.#feed.follow(this);
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.remove(subscriber);
    if (this.#subscribers.size > 0) return;
    this.#feed.leave(this);
    this.#told = undefined;
  }

  catchUp(): readonly string[] | undefined {
    if (!this.#feed.isLive) return undefined;
    this.#told ??= this.#row();
    return this.#told === undefined ? undefined : [this.#frame('snapshot', this.#told)];
  }

  onReset(): void {
    this.#told = this.#row();
    if (this.#told !== undefined) this.#subscribers.snapshot(this, [this.#frame('snapshot', this.#told)]);
  }

  onUpdate(): void {
    // The best prices are sent with the rest of the market.
  }

  onMarket(): void {
    if (this.#subscribers.size === 0 || !this.#feed.isLive) return;
    const [before, now] = [this.#told, this.#row()];
    this.#told = now;
    if (now === undefined) return;
    const { instrument } = this.#feed;
    if (before === undefined || isSpot(instrument) || isOption(instrument)) {
      if (before === undefined || changesOf(before, now) !== undefined) this.#subscribers.snapshot(this, [this.#frame('snapshot', now)]);
      return;
    }
    const changes = changesOf(before, now);
    if (changes !== undefined) this.#subscribers.delta(this, this.#frame('delta', { symbol: now['symbol'], ...changes }));
  }

  #row(): Row | undefined {
    const { venue, directions } = this.#sources;
    const market = venue.market(this.instrument);
    if (market === undefined) return undefined;
    return encodeStreamTicker(this.#feed.instrument, market, this.#feed.book, directions.of(this.instrument));
  }

  #frame(type: 'snapshot' | 'delta', data: Row): string {
    const ts = this.#sources.stamps.marketTime(this.instrument);
    const { instrument, update } = this.#feed;
    if (isOption(instrument)) return JSON.stringify({ id: `${this.name}-${update}-${ts}`, topic: this.name, ts, data, type });
    return JSON.stringify({ topic: this.name, type, data, cs: update, ts });
  }
}

/** `undefined` without changes. */
function changesOf(before: Row, now: Row): Row | undefined {
  const changed = Object.entries(now).filter(([name, value]) => value !== before[name]);
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

import type { RecordedTrade } from './candle-trades.ts';
import { scaledDecimal, sideOf, timeOf, type ScaledDecimal } from './decimal-fields.ts';
import { RecordingMalformed } from './recording-malformed.ts';

/** Price and quantity, units of 1e-8; a quantity of 0 removes the level. */
export type RecordedLevel = readonly [price: bigint, quantity: bigint];

/** A book, or a change of it. */
export interface RecordedBook {
  readonly symbol: string;
  readonly time: number;
  /** The levels are the full book. */
  readonly whole: boolean;
  readonly bids: readonly RecordedLevel[];
  readonly asks: readonly RecordedLevel[];
}

type Fields = Readonly<Record<string, unknown>>;

/** A line that begins with its time of receipt, or with a frame. */
const LINE = /^(?:\d{13,19}\s+)?(\{.*)$/;
/** Contracts of a capture whose quantities count contracts of more than a dollar. */
const CONTRACT_DOLLARS: Readonly<Record<string, bigint>> = { BTCUSD: 100n };
const OTHER_CONTRACT_DOLLARS = 10n;
const COIN_MARGINED = '_PERP';
const FRAME = 'a frame of a book or of trades: topic and data, stream and data, or bids and asks';

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a file contains frames, by its first line. */
export const isFrame = (line: string): boolean => LINE.test(line.trim());

/**
 * Reads captures of WebSocket frames: books as snapshots and changes, and trades, from the venue's topics, from raw
 * captures (`stream`, and an answer with `lastUpdateId` as snapshot), and from lines of best levels. Other frames are
 * left out.
 */
export class FrameParser {
  readonly trades: RecordedTrade[] = [];
  readonly books: RecordedBook[] = [];
  /** Frames of other kinds. */
  leftOut = 0;
  readonly #symbol: string | undefined;
  #line = 0;
  /** The symbol of the last frame that named one: a requested snapshot has none. */
  #named: string | undefined;
  /** Changes received before their snapshot, and the last update that it contains. */
  readonly #early: { readonly until: number; readonly book: RecordedBook }[] = [];
  #contains: number | undefined;

  /** `symbol` overrides the symbols in the frames. */
  constructor(symbol: string | undefined) {
    this.#symbol = symbol;
  }

  push(text: string): void {
    this.#line += 1;
    const line = text.trim();
    if (line === '') return;
    const json = LINE.exec(line)?.[1];
    const frame = json === undefined ? undefined : this.#parse(json);
    if (frame === undefined) throw this.#malformed(FRAME);
    if (typeof frame['topic'] === 'string') this.#topic(frame['topic'], frame);
    else if (isFields(frame['data']) && typeof frame['stream'] === 'string') this.#stream(frame['data']);
    else if (typeof frame['lastUpdateId'] === 'number') this.#answer(frame, frame['lastUpdateId']);
    else if (Array.isArray(frame['b']) && typeof frame['symbol'] === 'string') this.#best(frame);
    else this.leftOut += 1;
  }

  /** Releases the changes that still wait for a snapshot; the book then builds up from its changes. */
  finish(): void {
    for (const { book } of this.#early) this.books.push(book);
    this.#early.length = 0;
  }

  #malformed(expected: string): RecordingMalformed {
    return new RecordingMalformed(this.#line, `expected ${expected}`);
  }

  #parse(json: string): Fields | undefined {
    try {
      // eslint-disable-next-line no-restricted-syntax -- this is the border of recordings, and each field is checked below
      const value: unknown = JSON.parse(json);
      return isFields(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  #symbolOf(named: unknown): string {
    if (typeof named === 'string') this.#named = named.replace(COIN_MARGINED, '');
    const symbol = this.#symbol ?? this.#named;
    if (symbol === undefined) throw this.#malformed('a symbol in an earlier frame: name it with --replay-symbol');
    return symbol;
  }

  #time(value: unknown): number {
    const time = typeof value === 'number' || typeof value === 'string' ? timeOf(String(value)) : undefined;
    if (time === undefined) throw this.#malformed('a time in milliseconds');
    return time;
  }

  #decimal(value: unknown): ScaledDecimal {
    const decimal = typeof value === 'string' || typeof value === 'number' ? scaledDecimal(String(value)) : undefined;
    if (decimal === undefined) throw this.#malformed('a decimal number');
    return decimal;
  }

  #quantity(value: unknown, dollars: bigint): bigint {
    return this.#decimal(value).units * dollars;
  }

  #price(value: unknown): bigint {
    const { units, isFiner } = this.#decimal(value);
    if (isFiner) throw this.#malformed(`a price of at most 8 decimals, not ${String(value)}`);
    return units;
  }

  #levels(rows: unknown, dollars: bigint): RecordedLevel[] {
    if (!Array.isArray(rows)) throw this.#malformed('levels of price and quantity');
    return rows.map((row: unknown): RecordedLevel => {
      if (!Array.isArray(row)) throw this.#malformed('a level of price and quantity');
      return [this.#price(row[0]), this.#quantity(row[1], dollars)];
    });
  }

  #topic(topic: string, frame: Fields): void {
    const { data } = frame;
    if (topic.startsWith('orderbook.') && isFields(data)) {
      const symbol = this.#symbolOf(data['s']);
      const [bids, asks] = [this.#levels(data['b'], 1n), this.#levels(data['a'], 1n)];
      this.books.push({ symbol, time: this.#time(frame['cts'] ?? frame['ts']), whole: frame['type'] === 'snapshot', bids, asks });
    } else if (topic.startsWith('publicTrade.') && Array.isArray(data)) {
      for (const trade of data as readonly unknown[]) {
        if (!isFields(trade)) throw this.#malformed('trades with T, s, S, v and p');
        this.#trade(trade['s'], { time: trade['T'], price: trade['p'], quantity: trade['v'], side: String(trade['S']) });
      }
    } else {
      this.leftOut += 1;
    }
  }

  #trade(symbol: unknown, { time, price, quantity, side }: { time: unknown; price: unknown; quantity: unknown; side: string }): void {
    const taker = sideOf(side);
    if (taker === undefined) throw this.#malformed('Buy or Sell as side');
    const dollars = this.#dollars(symbol);
    const found = {
      symbol: this.#symbolOf(symbol),
      time: this.#time(time),
      side: taker,
      price: this.#price(price),
      quantity: this.#quantity(quantity, dollars),
    };
    if (found.price === 0n || found.quantity === 0n) throw this.#malformed('a price and a quantity above zero');
    this.trades.push(found);
  }

  /** Dollars per contract of a coin-margined symbol; 1 for other symbols. */
  #dollars(symbol: unknown): bigint {
    if (typeof symbol !== 'string' || !symbol.endsWith(COIN_MARGINED)) return 1n;
    return CONTRACT_DOLLARS[symbol.replace(COIN_MARGINED, '')] ?? OTHER_CONTRACT_DOLLARS;
  }

  #stream(data: Fields): void {
    if (data['e'] === 'trade') {
      this.#trade(data['s'], { time: data['T'], price: data['p'], quantity: data['q'], side: data['m'] === true ? 'Sell' : 'Buy' });
      return;
    }
    if (data['e'] !== 'depthUpdate') {
      this.leftOut += 1;
      return;
    }
    const dollars = this.#dollars(data['s']);
    const symbol = this.#symbolOf(data['s']);
    const [bids, asks] = [this.#levels(data['b'], dollars), this.#levels(data['a'], dollars)];
    const book = { symbol, time: this.#time(data['T'] ?? data['E']), whole: false, bids, asks };
    const until = Number(data['u']);
    if (this.#contains === undefined) this.#early.push({ until, book });
    else if (until >= this.#contains) this.books.push(book);
  }

  /** A requested snapshot: changes that it already contains are left out. */
  #answer(frame: Fields, contains: number): void {
    this.#contains = contains;
    const symbol = this.#symbolOf(undefined);
    const time = frame['T'] === undefined ? this.#early.at(-1)?.book.time : this.#time(frame['T']);
    if (time === undefined) throw this.#malformed('a snapshot with its time, or behind a change of the book');
    const [bids, asks] = [this.#levels(frame['bids'], 1n), this.#levels(frame['asks'], 1n)];
    this.books.push({ symbol, time, whole: true, bids, asks });
    for (const { until, book } of this.#early.splice(0))
      if (until >= contains) this.books.push({ ...book, time: Math.max(time, book.time) });
  }

  #best(frame: Fields): void {
    const symbol = this.#symbolOf(frame['symbol']);
    const time = this.#time(frame['exch_ms'] ?? frame['recv_ms']);
    this.books.push({ symbol, time, whole: true, bids: this.#levels(frame['b'], 1n), asks: this.#levels(frame['a'], 1n) });
  }
}

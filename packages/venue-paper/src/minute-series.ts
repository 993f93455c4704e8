import { invariant } from '@tapedeck/domain';
import { StateUnreadable, type StateReader, type StateWriter } from '@tapedeck/exchange';
import { MINUTE_MS } from '@tapedeck/market-sim';
import type { Candle } from '@tapedeck/venue';
import { mergeCandles } from './roll-up.ts';

/** Closed minutes that a series keeps: three days. */
export const MINUTES_KEPT = 4_320;
const FIELDS = 7;
const BYTES_PER_FIELD = 8;
/** The ring is allocated in pieces: most instruments of a long list never trade, and few are as old as the whole ring. */
const PIECE_MINUTES = 240;
const HOUR_MINUTES = 60;
const HOUR_MS = HOUR_MINUTES * MINUTE_MS;
/** Pieces are written little-endian, as most machines store them: a snapshot must not convert millions of values one by one. */
const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** The forming bar of one minute. */
export interface OpenMinute {
  start: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
  turnover: bigint;
  /** No price yet: the bar is flat at the previous close, and the first price opens it. */
  untouched: boolean;
}

function candleOf(bar: OpenMinute): Candle {
  const { start, open, high, low, close, volume, turnover } = bar;
  return { start, open, high, low, close, volume, turnover };
}

/** Retention of a series. */
export interface Memory {
  /** Closed minutes: whole pieces. */
  readonly minutes: number;
  /** Minutes without a change are neither kept nor published, and pieces are small: for hundreds of instruments that trade occasionally. */
  readonly sparse?: boolean;
}

const SPARSE_PIECE_MINUTES = 15;

function readPiece(reader: StateReader, minutes: number): BigInt64Array {
  const bytes = reader.bytes();
  if (bytes.length !== minutes * FIELDS * BYTES_PER_FIELD) throw new StateUnreadable('a piece of minutes has another length');
  return new BigInt64Array(littleEndian(bytes).slice().buffer);
}

export function flatCandle(start: number, close: bigint): Candle {
  return { start, open: close, high: close, low: close, close, volume: 0n, turnover: 0n };
}

/** One series of 1-minute bars: the forming minute and a ring of closed ones. Values in units of 1e-8. */
export class MinuteSeries {
  /** A minute's place follows from its number, so that equal bars give equal bytes. Sparse: a piece is created with its first minute. */
  readonly #ring: BigInt64Array[] = [];
  /** Hours as one bar each, in a ring, computed on demand: the last day is summed each minute. */
  readonly #hours: (Candle | undefined)[] = [];
  #current: OpenMinute | undefined;
  readonly #kept: number;
  readonly #sparse: boolean;
  readonly #pieceMinutes: number;

  constructor({ minutes, sparse = false }: Memory = { minutes: MINUTES_KEPT }) {
    this.#pieceMinutes = sparse ? SPARSE_PIECE_MINUTES : PIECE_MINUTES;
    invariant(minutes % this.#pieceMinutes === 0, 'a series remembers whole pieces');
    this.#kept = minutes;
    this.#sparse = sparse;
  }

  /** The forming minute; `undefined` before the first price. */
  get current(): Candle | undefined {
    return this.#current === undefined ? undefined : candleOf(this.#current);
  }

  /** A price within the minute that starts at `start`; earlier minutes must have been closed. */
  add(start: number, price: bigint, volume: bigint, turnover: bigint): void {
    const bar = this.#current;
    if (bar === undefined || bar.untouched) {
      this.#current = { start, open: price, high: price, low: price, close: price, volume, turnover, untouched: false };
      return;
    }
    if (price > bar.high) bar.high = price;
    if (price < bar.low) bar.low = price;
    bar.close = price;
    bar.volume += volume;
    bar.turnover += turnover;
  }

  /** Closes the forming minute, stores it, and starts the one at `next` flat; returns the closed bar if it should be published. */
  close(next: number): Candle | undefined {
    const bar = this.#current;
    if (bar === undefined) return undefined;
    const closed = bar.untouched && this.#sparse ? undefined : candleOf(bar);
    if (closed !== undefined) this.keep(closed);
    this.#current = { ...flatCandle(next, bar.close), untouched: true };
    return closed;
  }

  /** Starts the minute at `next` flat at a price other than the last close, after an unwatched period. */
  restart(next: number, close: bigint): void {
    this.#current = { ...flatCandle(next, close), untouched: true };
  }

  /** Stores a closed minute. */
  keep(bar: Candle): void {
    const place = this.#placeOf(bar.start);
    const minutes = this.#pieceMinutes;
    const piece = (this.#ring[Math.floor(place / minutes)] ??= new BigInt64Array(minutes * FIELDS));
    const fields = [BigInt(bar.start), bar.open, bar.high, bar.low, bar.close, bar.volume, bar.turnover];
    piece.set(fields, (place % minutes) * FIELDS);
    this.#hours[Math.floor(place / HOUR_MINUTES)] = undefined;
  }

  /** The closed minute that starts at `start`, if it is kept. */
  minute(start: number): Candle | undefined {
    const place = this.#placeOf(start);
    const piece = start > 0 ? this.#ring[Math.floor(place / this.#pieceMinutes)] : undefined;
    const at = (place % this.#pieceMinutes) * FIELDS;
    if (piece === undefined || Number(piece[at]) !== start) return undefined;
    return {
      start,
      open: piece[at + 1] as bigint,
      high: piece[at + 2] as bigint,
      low: piece[at + 3] as bigint,
      close: piece[at + 4] as bigint,
      volume: piece[at + 5] as bigint,
      turnover: piece[at + 6] as bigint,
    };
  }

  /** The kept closed minutes that start in [from, to), both on a minute, as one bar. */
  merged(from: number, to: number): Candle | undefined {
    const parts: Candle[] = [];
    let start = Math.max(from, to - this.#kept * MINUTE_MS);
    while (start < to) {
      const isWhole = start % HOUR_MS === 0 && start + HOUR_MS <= to;
      const part = isWhole ? this.#hour(start) : this.minute(start);
      if (part !== undefined) parts.push(part);
      start += isWhole ? HOUR_MS : MINUTE_MS;
    }
    return mergeCandles(from, parts);
  }

  /** The kept minutes of a whole hour as one bar. */
  #hour(start: number): Candle | undefined {
    const place = Math.floor(this.#placeOf(start) / HOUR_MINUTES);
    const known = this.#hours[place];
    if (known?.start === start) return known;
    const minutes: Candle[] = [];
    for (let at = start; at < start + HOUR_MS; at += MINUTE_MS) {
      const bar = this.minute(at);
      if (bar !== undefined) minutes.push(bar);
    }
    const hour = mergeCandles(start, minutes);
    this.#hours[place] = hour;
    return hour;
  }

  #placeOf(start: number): number {
    return (start / MINUTE_MS) % this.#kept;
  }

  /** Kept minutes that start in [from, to), including the forming one. */
  between(from: number, to: number): Candle[] {
    const bars: Candle[] = [];
    const current = this.#current;
    const newest = current === undefined ? from : current.start;
    const first = Math.max(Math.ceil(from / MINUTE_MS) * MINUTE_MS, newest - this.#kept * MINUTE_MS);
    for (let start = first; start < to && start < newest; start += MINUTE_MS) {
      const before = bars.at(-1);
      const quiet = this.#sparse && before !== undefined ? flatCandle(start, before.close) : undefined;
      const bar = this.minute(start) ?? quiet;
      if (bar !== undefined) bars.push(bar);
    }
    if (current !== undefined && current.start >= from && current.start < to) bars.push(candleOf(current));
    return bars;
  }

  write(writer: StateWriter): void {
    for (let number = 0; number < this.#kept / this.#pieceMinutes; number += 1) {
      const piece = this.#ring[number];
      writer.boolean(piece !== undefined);
      if (piece !== undefined) writer.bytes(littleEndian(piece));
    }
    const bar = this.#current;
    writer.boolean(bar !== undefined);
    if (bar === undefined) return;
    writer.number(bar.start);
    for (const value of [bar.open, bar.high, bar.low, bar.close, bar.volume, bar.turnover]) writer.bigint(value);
    writer.boolean(bar.untouched);
  }

  static read(reader: StateReader, memory?: Memory): MinuteSeries {
    const series = new MinuteSeries(memory);
    const minutes = series.#pieceMinutes;
    for (let number = 0; number < series.#kept / minutes; number += 1)
      if (reader.boolean()) series.#ring[number] = readPiece(reader, minutes);
    if (!reader.boolean()) return series;
    series.#current = {
      start: reader.number(),
      open: reader.bigint(),
      high: reader.bigint(),
      low: reader.bigint(),
      close: reader.bigint(),
      volume: reader.bigint(),
      turnover: reader.bigint(),
      untouched: reader.boolean(),
    };
    return series;
  }
}

/** The bytes of 64-bit values in little-endian order, on every machine; not copied on little-endian machines. */
function littleEndian(values: BigInt64Array | Uint8Array): Uint8Array {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  if (LITTLE_ENDIAN) return bytes;
  const turned = bytes.slice();
  for (let at = 0; at < turned.length; at += BYTES_PER_FIELD) turned.subarray(at, at + BYTES_PER_FIELD).reverse();
  return turned;
}

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { price, priceUnits, quantity, quantityUnits, timestamp, divFloor, type Instrument, type Untimed } from '@tapedeck/domain';
import {
  FOUNDING_INSTRUMENTS,
  PERPETUALS,
  RecordingMalformed,
  decimalStep,
  isListable,
  parseRecording,
  symbolInFileName,
  type RecordedBook,
  type RecordedLevel,
  type RecordedSymbol,
  type RecordedTrade,
  type Span,
} from '@tapedeck/venue-paper';
import { foundingInstruments, listedSymbol, type Genesis } from './genesis.ts';
import { GAP_MS_MAX, type ReplayPosition } from './replay-clock.ts';
import type { Command } from './world.ts';

/** Without a start position so much of a recording is its past. */
const PAST_SHARE = 0.1;
/** Levels of a side that one change of a book takes along, from the best on. */
const LEVELS_MAX = 1_000;
const GZIP_MAGIC = [0x1f, 0x8b];

/** What `--replay` asked for. */
export interface ReplayOptions {
  readonly files: readonly string[];
  readonly speed: number;
  /** ms; undefined for a tenth into the recording. */
  readonly start: number | undefined;
  /** Whose recordings these are, where the files do not say so. */
  readonly symbol?: string | undefined;
}

/** What was recorded at a time. */
export interface TapeEntry {
  readonly time: number;
  readonly command: Untimed<Extract<Command, { type: 'ReplayTrade' | 'ReplayBook' }>>;
}

/** The recordings of one run, merged in order of time. */
export interface Tape {
  readonly entries: readonly TapeEntry[];
  /** What comes before this one is the past that charts show. */
  readonly startIndex: number;
  /** Time of the first entry: when the world begins. */
  readonly genesis: number;
  /** Time at which the present begins. */
  readonly start: number;
  readonly label: string;
  /** What the exchange lists because the recording has it. */
  readonly listed: NonNullable<Genesis['listed']>;
  /** Spans without anything recorded that are crossed at once. */
  readonly gaps: readonly Span[];
  /** What an operator should know. */
  readonly notes: readonly string[];
}

/** A recording that cannot be played; the message names the file. */
export class RecordingRefused extends Error {
  override readonly name = 'RecordingRefused';
}

/** Reads, unpacks and parses the files. Throws `RecordingRefused`. */
export function loadTape(options: ReplayOptions): Tape {
  const label = options.files.map((file) => basename(file)).join(', ');
  const recordings = options.files.map((file) => readRecording(file, options.symbol));
  const trades = recordings.flatMap((recording) => recording.trades);
  const books = recordings.flatMap((recording) => recording.books);
  const listed = unlisted(trades, books).map(listedSymbol);
  const instruments = new Map<string, Instrument>();
  for (const instrument of foundingInstruments({ listed })) instruments.set(instrument.symbol, instrument);
  const entries = [
    // A book that changed in the moment of a trade changed by it.
    ...trades.flatMap((trade) => tradeEntry(instruments.get(trade.symbol), trade)),
    ...books.flatMap((book) => bookEntry(instruments.get(book.symbol), book)),
  ];
  entries.sort((a, b) => a.time - b.time);
  const first = entries[0];
  if (first === undefined) throw new RecordingRefused(`no trade of ${symbols()} or of another contract in USDT is in ${label}`);
  const startIndex =
    options.start === undefined ? Math.floor(entries.length * PAST_SHARE) : countBefore(entries, Math.max(options.start, first.time));
  const start = options.start ?? entries[startIndex]?.time ?? first.time;
  const gaps = gapsIn(entries);
  const notes = notesOn(gaps, listed);
  return { entries, startIndex, genesis: first.time, start: Math.max(start, first.time), label, listed, gaps, notes };
}

const symbols = (): string => PERPETUALS.map((instrument) => instrument.symbol).join(', ');

/** Contracts of a recording that the exchange does not have, in the order of the alphabet. */
function unlisted(trades: readonly RecordedTrade[], books: readonly RecordedBook[]): RecordedSymbol[] {
  const known = new Set(FOUNDING_INSTRUMENTS.map(({ symbol }) => symbol));
  const found = new Map<string, { prices: bigint[]; quantities: bigint[] }>();
  const of = (symbol: string): { prices: bigint[]; quantities: bigint[] } | undefined => {
    if (known.has(symbol) || !isListable(symbol)) return undefined;
    const values = found.get(symbol) ?? { prices: [], quantities: [] };
    found.set(symbol, values);
    return values;
  };
  for (const trade of trades) {
    of(trade.symbol)?.prices.push(trade.price);
    of(trade.symbol)?.quantities.push(trade.quantity);
  }
  for (const book of books) {
    for (const [at, count] of [...book.bids, ...book.asks]) {
      of(book.symbol)?.prices.push(at);
      if (count > 0n) of(book.symbol)?.quantities.push(count);
    }
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([symbol, { prices, quantities }]) => ({
      symbol,
      tickSize: decimalStep(prices),
      lotSize: decimalStep(quantities),
      price: prices[0] ?? 1n,
    }));
}

function tradeEntry(instrument: Instrument | undefined, trade: RecordedTrade): TapeEntry[] {
  if (instrument === undefined) return [];
  const { time, side } = trade;
  return [
    {
      time,
      command: { type: 'ReplayTrade', instrument: instrument.id, side, price: price(trade.price), quantity: quantity(trade.quantity) },
    },
  ];
}

/** A price between two ticks is the next worse one of its side. */
function rowsOf(instrument: Instrument, levels: readonly RecordedLevel[], rounding: 'up' | 'down'): number[] {
  const [tick, lot] = [priceUnits(instrument.tickSize), quantityUnits(instrument.lotSize)];
  return levels
    .slice(0, LEVELS_MAX)
    .flatMap(([at, count]) => [Number(divFloor(at + (rounding === 'up' ? tick - 1n : 0n), tick)), Number(divFloor(count, lot))]);
}

function bookEntry(instrument: Instrument | undefined, { time, whole, bids, asks }: RecordedBook): TapeEntry[] {
  if (instrument === undefined) return [];
  const rows = { bids: rowsOf(instrument, bids, 'down'), asks: rowsOf(instrument, asks, 'up') };
  return [{ time, command: { type: 'ReplayBook', instrument: instrument.id, whole, ...rows } }];
}

/** Where the replay does not wait for what comes next. */
const gapsIn = (entries: readonly TapeEntry[]): Span[] =>
  entries.flatMap(({ time }, i) => {
    const from = entries[i - 1]?.time ?? time;
    return time - from > GAP_MS_MAX ? [{ from, to: time }] : [];
  });

/** What was listed, and which gaps are crossed. */
function notesOn(gaps: readonly Span[], listed: Tape['listed']): string[] {
  const notes = listed.map(({ symbol }) => `${symbol} is listed because the recording has it`);
  const [first] = gaps;
  if (first === undefined) return notes;
  const day = (time: number): string => new Date(time).toISOString();
  return [...notes, `the recording has ${gaps.length} gaps, which are skipped; the first from ${day(first.from)} to ${day(first.to)}`];
}

function readRecording(file: string, symbol: string | undefined): ReturnType<typeof parseRecording> {
  const name = basename(file);
  const named = symbol ?? symbolInFileName(name, PERPETUALS);
  try {
    const bytes = readFileSync(file);
    const text = GZIP_MAGIC.every((byte, at) => bytes[at] === byte) ? gunzipSync(bytes) : bytes;
    const recording = parseRecording(linesOf(text), { instruments: PERPETUALS, ...(named === undefined ? {} : { symbol: named }) });
    return recording;
  } catch (error) {
    if (error instanceof RecordingMalformed) throw new RecordingRefused(`${name}, ${error.message}`);
    throw new RecordingRefused(`${name} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

const NEW_LINE = 0x0a;

/** Line by line, so that a large file never stands in memory as one text. */
function* linesOf(bytes: Buffer): Generator<string> {
  let from = 0;
  for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, from)) {
    yield bytes.toString('utf8', from, end);
    from = end + 1;
  }
  if (from < bytes.length) yield bytes.toString('utf8', from);
}

function countBefore(entries: readonly TapeEntry[], time: number): number {
  const at = entries.findIndex((entry) => entry.time >= time);
  return at < 0 ? entries.length : at;
}

/** The command that plays an entry; never before `notBefore`. */
export const playing = ({ time, command }: TapeEntry, notBefore: number): Command => ({
  ...command,
  time: timestamp(Math.max(time, notBefore)),
});

/** Where a world goes on that stands at `now` and has played so many entries. */
export const replayPosition = (tape: Tape, now: number, played: number): ReplayPosition => ({
  time: Math.max(now, tape.start),
  next: Math.max(played, tape.startIndex),
});

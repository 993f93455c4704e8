import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
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
import { foundingInstruments, listedSymbol, type Genesis, type RecordingFile } from './genesis.ts';
import { GAP_MS_MAX, type ReplayPosition } from './replay-clock.ts';
import type { Command } from './world.ts';

/** Default share of a recording before its start position. */
const PAST_SHARE = 0.1;
/** Levels per side that one book change copies, best first. */
const LEVELS_MAX = 1_000;
const GZIP_MAGIC = [0x1f, 0x8b];

/** The options of `--replay`. */
export interface ReplayOptions {
  readonly files: readonly string[];
  readonly speed: number;
  /** ms; undefined for a tenth into the recording. */
  readonly start: number | undefined;
  /** Symbol of recordings whose files name none. */
  readonly symbol?: string | undefined;
}

/** A recorded entry and its time. */
export interface TapeEntry {
  readonly time: number;
  readonly command: Untimed<Extract<Command, { type: 'ReplayTrade' | 'ReplayBook' }>>;
}

/** The recordings of one run, merged in order of time. */
export interface Tape {
  readonly entries: readonly TapeEntry[];
  /** Entries before this one form the history on charts. */
  readonly startIndex: number;
  /** Time of the first entry: when the world begins. */
  readonly genesis: number;
  /** Start time of the replay. */
  readonly start: number;
  readonly label: string;
  /** The files as they were read. */
  readonly recordings: readonly RecordingFile[];
  /** Symbol of the first trades or book, for pages that name none. */
  readonly symbol: string;
  /** Instruments listed because the recording contains them. */
  readonly listed: NonNullable<Genesis['listed']>;
  /** Gaps that are crossed at once. */
  readonly gaps: readonly Span[];
  /** Notes for the operator. */
  readonly notes: readonly string[];
}

/** A recording that cannot be played; the message names the file. */
export class RecordingRefused extends Error {
  override readonly name = 'RecordingRefused';
}

/** Reads, unpacks and parses the files. Throws `RecordingRefused`. */
export function loadTape(options: ReplayOptions): Tape {
  const label = options.files.map((file) => basename(file)).join(', ');
  const read = options.files.map((file) => readRecording(file, options.symbol));
  const trades = read.flatMap(({ recording }) => recording.trades);
  const books = read.flatMap(({ recording }) => recording.books);
  const recordings = read.map(({ file }) => file);
  const listed = unlisted(trades, books).map(listedSymbol);
  const instruments = new Map<string, Instrument>();
  for (const instrument of foundingInstruments({ listed })) instruments.set(instrument.symbol, instrument);
  const entries = [
    // A book change at the time of a trade is caused by it.
    ...trades.flatMap((trade) => tradeEntry(instruments.get(trade.symbol), trade)),
    ...books.flatMap((book) => bookEntry(instruments.get(book.symbol), book)),
  ];
  entries.sort((a, b) => a.time - b.time);
  const first = entries[0];
  if (first === undefined) throw new RecordingRefused(`${label} holds no trades in ${symbols()} or another USDT contract`);
  const startIndex =
    options.start === undefined ? Math.floor(entries.length * PAST_SHARE) : countBefore(entries, Math.max(options.start, first.time));
  const start = options.start ?? entries[startIndex]?.time ?? first.time;
  const gaps = gapsIn(entries);
  const symbol = [...instruments.values()][first.command.instrument]?.symbol ?? '';
  const rest = { recordings, symbol, listed, gaps, notes: notesOn(gaps, listed) };
  return { entries, startIndex, genesis: first.time, start: Math.max(start, first.time), label, ...rest };
}

const symbols = (): string => PERPETUALS.map((instrument) => instrument.symbol).join(', ');

/** Contracts of a recording that the exchange lacks, in alphabetical order. */
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

/** A price between two ticks is rounded to the worse one of its side. */
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

/** Gaps that the replay skips. */
const gapsIn = (entries: readonly TapeEntry[]): Span[] =>
  entries.flatMap(({ time }, i) => {
    const from = entries[i - 1]?.time ?? time;
    return time - from > GAP_MS_MAX ? [{ from, to: time }] : [];
  });

/** The instruments listed and the gaps crossed. */
function notesOn(gaps: readonly Span[], listed: Tape['listed']): string[] {
  const notes = listed.map(({ symbol }) => `${symbol} is listed because the recording contains it`);
  const [first] = gaps;
  if (first === undefined) return notes;
  const day = (time: number): string => new Date(time).toISOString();
  return [
    ...notes,
    `the replay skips ${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'} in the recording, the first from ${day(first.from)} to ${day(first.to)}`,
  ];
}

interface ReadRecording {
  readonly file: RecordingFile;
  readonly recording: ReturnType<typeof parseRecording>;
}

function readRecording(file: string, symbol: string | undefined): ReadRecording {
  const name = basename(file);
  const named = symbol ?? symbolInFileName(name, PERPETUALS);
  try {
    const bytes = readFileSync(file);
    const text = GZIP_MAGIC.every((byte, at) => bytes[at] === byte) ? gunzipSync(bytes) : bytes;
    const recording = parseRecording(linesOf(text), { instruments: PERPETUALS, ...(named === undefined ? {} : { symbol: named }) });
    return { file: { path: resolve(file), sha256: createHash('sha256').update(bytes).digest('hex') }, recording };
  } catch (error) {
    if (error instanceof RecordingMalformed) throw new RecordingRefused(`${name}, ${error.message}`);
    throw new RecordingRefused(`${name} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

const NEW_LINE = 0x0a;

/** Line by line, so that a large file is never in memory as one text. */
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

/** Where a world continues after `now` and the given number of played entries. */
export const replayPosition = (tape: Tape, now: number, played: number): ReplayPosition => ({
  time: Math.max(now, tape.start),
  next: Math.max(played, tape.startIndex),
});

import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { price, priceUnits, quantity, quantityUnits, timestamp, divFloor, type Instrument, type Untimed } from '@tapedeck/domain';
import {
  FOUNDING_INSTRUMENTS,
  PERPETUALS,
  RecordingMalformed,
  RecordingReader,
  decimalStep,
  isListable,
  symbolInFileName,
  type Recording,
  type RecordedBook,
  type RecordedLevel,
  type RecordedSymbol,
  type RecordedTrade,
  type Span,
} from '@tapedeck/venue-paper';
import { foundingInstruments, listedSymbol, type Genesis, type RecordingFile } from './genesis.ts';
import { readLines } from './recorded-file.ts';
import { RecordingRefused } from './recording-refused.ts';
import { GAP_MS_MAX, type ReplayPosition } from './replay-clock.ts';
import type { Command } from './world.ts';

/** Default share of a recording before its start position. */
const PAST_SHARE = 0.1;
/** Levels per side that one book change copies, best first. */
const LEVELS_MAX = 1_000;

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

/** Reads, unpacks and parses the files. Throws `RecordingRefused`. */
export async function loadTape(options: ReplayOptions): Promise<Tape> {
  const { read, notes } = await readDistinct(options);
  const label = read.map(({ file }) => basename(file.path)).join(', ');
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
  if (first === undefined)
    throw new RecordingRefused(
      `${label} holds no trades of a contract in USDT or of ${symbols()}. Name a file of one, or its contract with --replay-symbol.`,
    );
  const startIndex =
    options.start === undefined ? Math.floor(entries.length * PAST_SHARE) : countBefore(entries, Math.max(options.start, first.time));
  const start = options.start ?? entries[startIndex]?.time ?? first.time;
  const gaps = gapsIn(entries);
  const symbol = [...instruments.values()][first.command.instrument]?.symbol ?? '';
  const rest = { recordings, symbol, listed, gaps, notes: [...notes, ...notesOn(gaps, listed)] };
  return { entries, startIndex, genesis: first.time, start: Math.max(start, first.time), label, ...rest };
}

/** The contracts that a recording can play although they are not in USDT. */
const symbols = (): string =>
  PERPETUALS.map(({ symbol }) => symbol)
    .filter((symbol) => !isListable(symbol))
    .join(', ');

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
  return [
    ...notes,
    `the replay skips ${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'} in the recording, the first from ${day(first.from)} to ${day(first.to)}`,
  ];
}

interface ReadRecording {
  readonly file: RecordingFile;
  readonly recording: Recording;
  /** Equal for files that play the same trades. */
  readonly key: string;
}

/** Reads the files, each content once; the notes name the others, and the rows that are left out. */
async function readDistinct({ files, symbol }: ReplayOptions): Promise<{ read: ReadRecording[]; notes: string[] }> {
  const read: ReadRecording[] = [];
  const notes: string[] = [];
  for (const file of files) {
    const found = await readRecording(file, symbol);
    const same = read.find(({ key }) => key === found.key);
    if (same === undefined) {
      read.push(found);
      notes.push(...leftOutOf(found));
    } else {
      const [path, other] = [found.file.path, same.file.path];
      notes.push(`${path} ${path === other ? 'is named twice' : `has the content of ${other}`}: the replay plays it once`);
    }
  }
  return { read, notes: [...notes, ...overlapsOf(read)] };
}

interface TradeSpan extends Span {
  readonly name: string;
}

/** Files that hold trades of one symbol and time, such as those of a month and of a day in it. */
function overlapsOf(read: readonly ReadRecording[]): string[] {
  const spans = new Map<string, TradeSpan[]>();
  const notes: string[] = [];
  for (const { file, recording } of read) {
    const name = basename(file.path);
    for (const [symbol, { from, to }] of spansOf(recording.trades)) {
      const others = spans.get(symbol) ?? [];
      for (const other of others) {
        const [first, last] = [Math.max(from, other.from), Math.min(to, other.to)];
        if (first > last) continue;
        notes.push(`${other.name} and ${name} hold trades of ${symbol} from ${day(first)} to ${day(last)}: the replay plays both`);
      }
      spans.set(symbol, [...others, { name, from, to }]);
    }
  }
  return notes;
}

/** First and last time of each symbol; the trades are in order of time. */
function spansOf(trades: readonly RecordedTrade[]): ReadonlyMap<string, Span> {
  const spans = new Map<string, { readonly from: number; to: number }>();
  for (const { symbol, time } of trades) {
    const span = spans.get(symbol);
    if (span === undefined) spans.set(symbol, { from: time, to: time });
    else span.to = time;
  }
  return spans;
}

const day = (time: number): string => new Date(time).toISOString();

const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`;

function leftOutOf({ file, recording: { format, leftOut } }: ReadRecording): string[] {
  const others =
    format === 'frames'
      ? counted(leftOut.others, 'frame of another kind', 'frames of other kinds')
      : counted(leftOut.others, 'row of another market', 'rows of other markets');
  const rows = [
    leftOut.others > 0 ? others : '',
    leftOut.unknownSides > 0 ? counted(leftOut.unknownSides, 'trade without a side', 'trades without a side') : '',
    leftOut.doubles > 0 ? counted(leftOut.doubles, 'double row', 'double rows') : '',
  ].filter((text) => text !== '');
  return rows.length === 0 ? [] : [`${basename(file.path)}: the replay leaves out ${rows.join(', ')}`];
}

async function readRecording(file: string, symbol: string | undefined): Promise<ReadRecording> {
  const name = basename(file);
  const named = symbol ?? symbolInFileName(name, PERPETUALS);
  const reader = new RecordingReader({ instruments: PERPETUALS, ...(named === undefined ? {} : { symbol: named }) });
  try {
    const bytes = readFileSync(file);
    const content = await readLines(bytes, name, (line) => reader.push(line));
    const recording = reader.finish();
    return {
      file: { path: resolve(file), sha256: createHash('sha256').update(bytes).digest('hex') },
      recording,
      key: `${content} ${recording.usesSymbol ? (named ?? '') : ''}`,
    };
  } catch (error) {
    if (error instanceof RecordingRefused) throw error;
    if (error instanceof RecordingMalformed) throw new RecordingRefused(`${name}, ${error.message}`);
    throw new RecordingRefused(`${name} cannot be read: ${(error as Error).message}`, { cause: error });
  }
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

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { price, quantity, timestamp } from '@tapedeck/domain';
import { PERPETUALS, RecordingMalformed, parseRecording, symbolInFileName, type RecordedTrade } from '@tapedeck/venue-paper';
import type { ReplayPosition } from './replay-clock.ts';
import type { Command } from './world.ts';

/** Without a start position so much of a recording is its past. */
const PAST_SHARE = 0.1;
const GZIP_MAGIC = [0x1f, 0x8b];

/** What `--replay` asked for. */
export interface ReplayOptions {
  readonly files: readonly string[];
  readonly speed: number;
  /** ms; undefined for a tenth into the recording. */
  readonly start: number | undefined;
}

/** The recordings of one run, merged in order of time. */
export interface Tape {
  readonly trades: readonly RecordedTrade[];
  /** Trades before this one are the past that charts show. */
  readonly startIndex: number;
  /** Time of the first trade: when the world begins. */
  readonly genesis: number;
  /** Time at which the present begins. */
  readonly start: number;
  readonly label: string;
}

/** A recording that cannot be played; the message names the file. */
export class RecordingRefused extends Error {
  override readonly name = 'RecordingRefused';
}

/** Reads, unpacks and parses the files. Throws `RecordingRefused`. */
export function loadTape(options: ReplayOptions): Tape {
  const trades = options.files.flatMap((file) => readRecording(file));
  trades.sort((a, b) => a.time - b.time);
  const first = trades[0];
  if (first === undefined)
    throw new RecordingRefused(`no trade of ${symbols()} is in ${options.files.map((file) => basename(file)).join(', ')}`);
  const startIndex =
    options.start === undefined ? Math.floor(trades.length * PAST_SHARE) : countBefore(trades, Math.max(options.start, first.time));
  const start = options.start ?? trades[startIndex]?.time ?? first.time;
  return {
    trades,
    startIndex,
    genesis: first.time,
    start: Math.max(start, first.time),
    label: options.files.map((file) => basename(file)).join(', '),
  };
}

const symbols = (): string => PERPETUALS.map((instrument) => instrument.symbol).join(', ');

function readRecording(file: string): RecordedTrade[] {
  const name = basename(file);
  const symbol = symbolInFileName(name, PERPETUALS);
  try {
    const bytes = readFileSync(file);
    const text = GZIP_MAGIC.every((byte, at) => bytes[at] === byte) ? gunzipSync(bytes) : bytes;
    const { trades } = parseRecording(linesOf(text), { instruments: PERPETUALS, ...(symbol === undefined ? {} : { symbol }) });
    return [...trades];
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

function countBefore(trades: readonly RecordedTrade[], time: number): number {
  const at = trades.findIndex((trade) => trade.time >= time);
  return at < 0 ? trades.length : at;
}

const INSTRUMENT_IDS: ReadonlyMap<string, number> = new Map(PERPETUALS.map((instrument) => [instrument.symbol, instrument.id]));

/** The command that prints a trade; never before `notBefore`. */
export function printing(trade: RecordedTrade, notBefore: number): Command {
  return {
    type: 'ReplayTrade',
    instrument: INSTRUMENT_IDS.get(trade.symbol) ?? -1,
    side: trade.side,
    price: price(trade.price),
    quantity: quantity(trade.quantity),
    time: timestamp(Math.max(trade.time, notBefore)),
  };
}

/** Where a world goes on that stands at `now` and has printed `printed` trades. */
export const replayPosition = (tape: Tape, now: number, printed: number): ReplayPosition => ({
  time: Math.max(now, tape.start),
  next: Math.max(printed, tape.startIndex),
});

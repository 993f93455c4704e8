import { quantityUnits, type Instrument } from '@tapedeck/domain';
import { MINUTE_MS } from '../path/calendar.ts';
import { tradesOfBar, type RecordedBar, type RecordedTrade } from './candle-trades.ts';
import { scaledNumber, sideOf, timeOf } from './decimal-fields.ts';
import { FrameParser, isFrame, type RecordedBook } from './frame-parser.ts';
import { RecordingMalformed } from './recording-malformed.ts';

export { RecordingMalformed };

/**
 * `archive`: the venue's public trade files; `plain`: time, price, size, side; `capture`: several markets in one file; `candles`: bars; `frames`: WebSocket
 * frames of books and trades.
 */
export type RecordingFormat = 'archive' | 'plain' | 'capture' | 'candles' | 'frames';

export interface Recording {
  readonly format: RecordingFormat;
  /** In order of time; trades of the same millisecond in file order. */
  readonly trades: readonly RecordedTrade[];
  readonly books: readonly RecordedBook[];
  /** Rows of other markets, frames of other kinds. */
  readonly leftOut: number;
}

export interface RecordingOptions {
  /** Their lots divide the volume of a bar. */
  readonly instruments: readonly Instrument[];
  /** Symbol of the rows; required if the file names none. */
  readonly symbol?: string;
}

type Field = 'time' | 'price' | 'quantity' | 'side' | 'symbol' | 'market' | 'open' | 'high' | 'low' | 'close' | 'volume';
type Columns = Partial<Record<Field, number>>;

const COLUMN_NAMES: Readonly<Record<Field, readonly string[]>> = {
  time: ['time', 'timestamp', 'ts_ms', 'ts', 'start'],
  price: ['price'],
  quantity: ['size', 'qty', 'quantity', 'amount'],
  side: ['side', 'taker_side'],
  symbol: ['symbol'],
  market: ['market'],
  open: ['open'],
  high: ['high'],
  low: ['low'],
  close: ['close'],
  volume: ['volume'],
};
const LINEAR = 'linear';
const HEADERS = 'a header with time, price, size and side, or with timestamp, open, high, low, close and volume';
const PLAIN_COLUMNS: Columns = { time: 0, price: 1, quantity: 2, side: 3 };

function columnsOf(cells: readonly string[]): Columns {
  const columns: Columns = {};
  for (const [field, names] of Object.entries(COLUMN_NAMES)) {
    const at = cells.findIndex((cell) => names.includes(cell.trim().toLowerCase()));
    if (at >= 0) columns[field as Field] = at;
  }
  return columns;
}

function formatOf(columns: Columns): RecordingFormat | undefined {
  const has = (...fields: readonly Field[]): boolean => fields.every((field) => columns[field] !== undefined);
  if (has('time', 'open', 'high', 'low', 'close', 'volume')) return 'candles';
  if (!has('time', 'price', 'quantity', 'side')) return undefined;
  if (has('market', 'symbol')) return 'capture';
  return has('symbol') ? 'archive' : 'plain';
}

/** A USDT symbol in a file name. */
const IN_NAME = /[A-Z0-9]{2,15}USDT/;

/** The symbol in a file name: a listed one, the longest if several, or another USDT symbol. */
export function symbolInFileName(name: string, instruments: readonly Instrument[]): string | undefined {
  const upper = name.toUpperCase();
  const found = instruments.map((instrument) => instrument.symbol).filter((symbol) => upper.includes(symbol));
  return found.sort((a, b) => b.length - a.length)[0] ?? IN_NAME.exec(upper)?.[0];
}

/** Reads one file line by line; throws `RecordingMalformed` at the first line that violates its format. */
export class RecordingParser {
  readonly #lots: ReadonlyMap<string, bigint>;
  readonly #symbol: string | undefined;
  #line = 0;
  #columns: Columns = {};
  #format: RecordingFormat | undefined;
  #leftOut = 0;
  /** A bar waits for the next one, which determines its width. */
  #bar: RecordedBar | undefined;
  #width = MINUTE_MS;
  #close: bigint | undefined;

  constructor(options: RecordingOptions) {
    this.#lots = new Map(options.instruments.map((instrument) => [instrument.symbol, quantityUnits(instrument.lotSize)]));
    this.#symbol = options.symbol;
  }

  /** Known after the first line. */
  get format(): RecordingFormat | undefined {
    return this.#format;
  }

  get leftOut(): number {
    return this.#leftOut;
  }

  /** Reads the next line and returns the trades completed by it. */
  push(text: string): readonly RecordedTrade[] {
    this.#line += 1;
    const line = text.trim();
    if (line === '') return [];
    const cells = line.split(',');
    if (this.#format === undefined) {
      if (this.#readHeader(cells)) return [];
    }
    return this.#format === 'candles' ? this.#readBar(cells) : this.#readTrade(cells);
  }

  /** The trades of the last bar. Throws if the file was empty. */
  finish(): readonly RecordedTrade[] {
    if (this.#format === undefined) throw new RecordingMalformed(this.#line + 1, HEADERS);
    return this.#flush();
  }

  /** True if the line is a header, which a file of plain trades may lack. */
  #readHeader(cells: readonly string[]): boolean {
    const columns = columnsOf(cells);
    const format = formatOf(columns);
    const headless = format === undefined && cells.length === 4 && scaledNumber((cells[0] ?? '').trim()) !== undefined;
    if (format === undefined && !headless) throw new RecordingMalformed(this.#line, HEADERS);
    this.#format = format ?? 'plain';
    this.#columns = headless ? PLAIN_COLUMNS : columns;
    if ((this.#format === 'plain' || this.#format === 'candles') && columns.symbol === undefined && this.#symbol === undefined) {
      throw new RecordingMalformed(this.#line, 'a file with a known symbol: name it with --replay-symbol');
    }
    return !headless;
  }

  #cell(cells: readonly string[], field: Field): string {
    const at = this.#columns[field];
    return at === undefined ? '' : (cells[at] ?? '').trim();
  }

  #number(cells: readonly string[], field: Field): bigint {
    const value = scaledNumber(this.#cell(cells, field));
    if (value === undefined) throw new RecordingMalformed(this.#line, `a decimal number as ${field}`);
    return value;
  }

  #positive(cells: readonly string[], field: Field): bigint {
    const value = this.#number(cells, field);
    if (value === 0n) throw new RecordingMalformed(this.#line, `a ${field} above zero`);
    return value;
  }

  #time(cells: readonly string[]): number {
    const time = timeOf(this.#cell(cells, 'time'));
    if (time === undefined) throw new RecordingMalformed(this.#line, 'a time in seconds, milliseconds or as 2025-05-30 16:39:00+00:00');
    return time;
  }

  /** The symbol of a row of a linear contract; other rows are counted. */
  #symbolOf(cells: readonly string[]): string | undefined {
    const named = this.#columns.symbol === undefined ? '' : this.#cell(cells, 'symbol');
    const symbol = named === '' ? this.#symbol : named;
    const otherMarket = this.#columns.market !== undefined && this.#cell(cells, 'market') !== LINEAR;
    if (symbol !== undefined && !otherMarket) return symbol;
    this.#leftOut += 1;
    return undefined;
  }

  #readTrade(cells: readonly string[]): readonly RecordedTrade[] {
    const symbol = this.#symbolOf(cells);
    if (symbol === undefined) return [];
    const side = sideOf(this.#cell(cells, 'side'));
    if (side === undefined) throw new RecordingMalformed(this.#line, 'Buy or Sell as side');
    const time = this.#time(cells);
    return [{ symbol, time, side, price: this.#positive(cells, 'price'), quantity: this.#positive(cells, 'quantity') }];
  }

  #readBar(cells: readonly string[]): readonly RecordedTrade[] {
    const symbol = this.#symbolOf(cells);
    if (symbol === undefined) return [];
    const bar: RecordedBar = {
      symbol,
      start: this.#time(cells),
      open: this.#positive(cells, 'open'),
      high: this.#positive(cells, 'high'),
      low: this.#positive(cells, 'low'),
      close: this.#positive(cells, 'close'),
      volume: this.#number(cells, 'volume'),
    };
    const inside = [bar.open, bar.close].every((value) => value >= bar.low && value <= bar.high);
    if (!inside) throw new RecordingMalformed(this.#line, 'open and close between low and high');
    const before = this.#bar;
    if (before !== undefined && bar.start <= before.start) throw new RecordingMalformed(this.#line, 'a later start than the bar before');
    // A gap in the recording does not widen the bar before it.
    if (before !== undefined && (this.#close === undefined || bar.start - before.start < this.#width))
      this.#width = bar.start - before.start;
    const trades = this.#flush();
    this.#bar = bar;
    return trades;
  }

  #flush(): readonly RecordedTrade[] {
    const bar = this.#bar;
    if (bar === undefined) return [];
    this.#bar = undefined;
    const trades = tradesOfBar(bar, this.#width, this.#lots.get(bar.symbol) ?? 1n, this.#close);
    this.#close = bar.close;
    return trades;
  }
}

/** Reads a whole file. Throws `RecordingMalformed`. */
export function parseRecording(lines: Iterable<string>, options: RecordingOptions): Recording {
  const rows = new RecordingParser(options);
  const trades: RecordedTrade[] = [];
  let frames: FrameParser | undefined;
  let first = true;
  for (const line of lines) {
    if (first && line.trim() !== '') {
      first = false;
      if (isFrame(line)) frames = new FrameParser(options.symbol);
    }
    if (frames === undefined) for (const trade of rows.push(line)) trades.push(trade);
    else frames.push(line);
  }
  if (frames === undefined) {
    for (const trade of rows.finish()) trades.push(trade);
    trades.sort((a, b) => a.time - b.time);
    return { format: rows.format ?? 'plain', trades, books: [], leftOut: rows.leftOut };
  }
  frames.finish();
  const byTime = (a: { readonly time: number }, b: { readonly time: number }): number => a.time - b.time;
  return { format: 'frames', trades: frames.trades.sort(byTime), books: frames.books.sort(byTime), leftOut: frames.leftOut };
}

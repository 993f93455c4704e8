import { quantityUnits, type Instrument } from '@tapedeck/domain';
import { MINUTE_MS } from '../path/calendar.ts';
import { tradesOfBar, type RecordedBar, type RecordedTrade } from './candle-trades.ts';
import { cellsOf, separatorOf } from './cells.ts';
import { scaledDecimal, sideOf, sideOfMaker, timeOf, type ScaledDecimal } from './decimal-fields.ts';
import {
  columnsOf,
  formatOf,
  headerFault,
  headlessColumns,
  isClock,
  isDay,
  isUnknownSide,
  type Columns,
  type Field,
  type RecordingFormat,
} from './recording-formats.ts';
import { RecordingMalformed } from './recording-malformed.ts';

export interface RowOptions {
  /** Their lots divide the volume of a bar. */
  readonly instruments: readonly Instrument[];
  /** Symbol of the rows; required if the file names none. */
  readonly symbol?: string;
}

/** Rows that are not played, by reason. */
export interface LeftOut {
  /** Rows of other markets, frames of other kinds. */
  readonly others: number;
  /** Trades whose taker the file does not know. */
  readonly unknownSides: number;
  /** Copies of a bar, or of a trade with its id. */
  readonly doubles: number;
}

interface TradeRow {
  readonly trade: RecordedTrade;
  /** '' in a file without ids, where two equal rows are two trades. */
  readonly id: string;
}
interface BarRow {
  readonly bar: RecordedBar;
  readonly line: number;
}

const LINEAR = 'linear';
const FIX = 'Correct or delete the line.';
/** Lines above a header: the address of the source, comments, the separator of a spreadsheet. */
const PREAMBLE = /^"?(?:https?:\/\/|#|sep=)/i;
const CONTRACTS_OF_COIN = /[-_]SWAP$/;
/** Reads CSV of trades or candles; throws `RecordingMalformed` at the first line that cannot be read. */
export class RowParser {
  readonly #lots: ReadonlyMap<string, bigint>;
  readonly #symbol: string | undefined;
  readonly #trades: TradeRow[] = [];
  readonly #bars = new Map<string, BarRow[]>();
  #line = 0;
  #separator = ',';
  /** The text of the header, which files that were put together repeat. */
  #header = '';
  #names: readonly string[] = [];
  #columns: Columns = {};
  #format: RecordingFormat | undefined;
  #hasRows = false;
  #others = 0;
  #unknownSides = 0;
  #doubles = 0;

  constructor(options: RowOptions) {
    this.#lots = new Map(options.instruments.map((instrument) => [instrument.symbol, quantityUnits(instrument.lotSize)]));
    this.#symbol = options.symbol;
  }

  /** Known after the first row. */
  get format(): RecordingFormat | undefined {
    return this.#format;
  }

  /** Whether the symbol of the rows is that of the options. */
  get usesSymbol(): boolean {
    return this.#columns.symbol === undefined;
  }

  get leftOut(): LeftOut {
    return { others: this.#others, unknownSides: this.#unknownSides, doubles: this.#doubles };
  }

  push(text: string): void {
    this.#line += 1;
    const line = text.trim();
    if (line === '' || line === this.#header) return;
    if (this.#format === undefined) {
      if (PREAMBLE.test(line)) return;
      this.#separator = separatorOf(line);
    }
    const cells = cellsOf(line, this.#separator);
    if (this.#format === undefined && this.#isHeader(line, cells)) return;
    this.#hasRows = true;
    if (this.#format === 'candles') this.#readBar(cells);
    else this.#readTrade(cells);
  }

  /** The trades of the file in order of time. Throws if it had no rows. */
  finish(): RecordedTrade[] {
    if (!this.#hasRows) throw new RecordingMalformed(this.#line + 1, 'the file ends without a row. Fetch it again, or leave it out.');
    const trades = this.#format === 'candles' ? this.#tradesOfBars() : this.#distinctTrades();
    return trades.sort((a, b) => a.time - b.time);
  }

  #malformed(fault: string, field?: Field): RecordingMalformed {
    const at = field === undefined ? undefined : this.#columns[field];
    return new RecordingMalformed(this.#line, fault, at === undefined ? undefined : (this.#names[at] ?? String(at + 1)));
  }

  /** Determines format and columns; false if the line is already a row. */
  #isHeader(line: string, cells: readonly string[]): boolean {
    const named = columnsOf(cells);
    const headless = formatOf(named) === undefined ? headlessColumns(cells) : undefined;
    this.#columns = headless ?? named;
    const format = formatOf(this.#columns);
    if (format === undefined) throw new RecordingMalformed(this.#line, headerFault(named));
    if (this.usesSymbol && this.#symbol === undefined)
      throw new RecordingMalformed(this.#line, 'the file names no symbol. Name it with --replay-symbol, or in the name of the file.');
    this.#format = format;
    if (headless !== undefined) return false;
    this.#header = line;
    this.#names = cells;
    return true;
  }

  #cell(cells: readonly string[], field: Field): string {
    const at = this.#columns[field];
    const cell = at === undefined ? '' : cells[at];
    if (cell === undefined) throw this.#malformed('the line ends before this column. Complete or delete the line.', field);
    return cell;
  }

  #decimal(cells: readonly string[], field: Field): ScaledDecimal {
    const text = this.#cell(cells, field);
    const value = scaledDecimal(text);
    if (value === undefined) throw this.#malformed(`"${text}" is not a decimal number like 0.5. ${FIX}`, field);
    return value;
  }

  #price(cells: readonly string[], field: Field, symbol: string): bigint {
    const { units, isFiner } = this.#decimal(cells, field);
    const text = this.#cell(cells, field);
    if (isFiner) {
      const coins = scaledDecimal(`${text}e3`)?.isFiner === false ? '1000' : '1000000';
      const remedy = `Multiply the prices by ${coins}, divide the quantities by ${coins}, and name the contract ${coins}${symbol}.`;
      throw this.#malformed(`"${text}" is finer than 0.00000001. ${remedy}`, field);
    }
    if (units === 0n) throw this.#malformed(`"${text}" is not above zero. ${FIX}`, field);
    return units;
  }

  #quantity(cells: readonly string[]): bigint {
    const { units, isFiner } = this.#decimal(cells, 'quantity');
    if (units > 0n) return units;
    const fault = isFiner ? 'finer than 0.00000001' : 'not above zero';
    throw this.#malformed(`"${this.#cell(cells, 'quantity')}" is ${fault}. ${FIX}`, 'quantity');
  }

  #time(cells: readonly string[]): number {
    const text = this.#cell(cells, 'time');
    const whole = isClock(text) && this.#columns.day !== undefined ? `${this.#cell(cells, 'day')} ${text}` : text;
    const time = timeOf(whole);
    if (time !== undefined) return time;
    if (isDay(whole))
      throw this.#malformed(`"${text}" is a day without a time. Export bars of minutes or hours, with their times.`, 'time');
    throw this.#malformed(`"${text}" is not a time in seconds or milliseconds, or like 2025-05-30T16:39:00+00:00. ${FIX}`, 'time');
  }

  /** The symbol of a row of a linear contract; other rows are counted. */
  #symbolOf(cells: readonly string[]): string | undefined {
    if (this.#columns.market !== undefined && this.#cell(cells, 'market') !== LINEAR) {
      this.#others += 1;
      return undefined;
    }
    const named = this.usesSymbol ? '' : this.#cell(cells, 'symbol').toUpperCase();
    if (CONTRACTS_OF_COIN.test(named)) {
      const remedy = 'Multiply the sizes by the coins of a contract, and name the symbol without SWAP.';
      throw this.#malformed(`${named} counts contracts, and the file does not state their size. ${remedy}`, 'symbol');
    }
    const symbol = named.replaceAll(/[-_/]/g, '') || this.#symbol;
    if (symbol === undefined) throw this.#malformed('the row names no symbol. Name it there, or with --replay-symbol.', 'symbol');
    return symbol;
  }

  #readTrade(cells: readonly string[]): void {
    const symbol = this.#symbolOf(cells);
    if (symbol === undefined) return;
    const field = this.#columns.side === undefined ? 'maker' : 'side';
    const text = this.#cell(cells, field);
    const side = field === 'side' ? sideOf(text) : sideOfMaker(text);
    if (side === undefined) {
      const values = field === 'side' ? 'Buy or Sell' : 'true or false';
      if (!isUnknownSide(text)) throw this.#malformed(`"${text}" is not ${values}. ${FIX}`, field);
      this.#unknownSides += 1;
      return;
    }
    const trade = {
      symbol,
      time: this.#time(cells),
      side,
      price: this.#price(cells, 'price', symbol),
      quantity: this.#quantity(cells),
    };
    this.#trades.push({ trade, id: this.#cell(cells, 'id') });
  }

  #readBar(cells: readonly string[]): void {
    const symbol = this.#symbolOf(cells);
    if (symbol === undefined) return;
    const bar: RecordedBar = {
      symbol,
      start: this.#time(cells),
      open: this.#price(cells, 'open', symbol),
      high: this.#price(cells, 'high', symbol),
      low: this.#price(cells, 'low', symbol),
      close: this.#price(cells, 'close', symbol),
      volume: this.#decimal(cells, 'volume').units,
    };
    for (const field of ['open', 'close'] as const)
      if (bar[field] < bar.low || bar[field] > bar.high)
        throw this.#malformed(`"${this.#cell(cells, field)}" is not between low and high. ${FIX}`, field);
    const rows = this.#bars.get(symbol) ?? [];
    rows.push({ bar, line: this.#line });
    this.#bars.set(symbol, rows);
  }

  /** In order of time, without copies. A file that begins with its newest row is read from its end, so that trades of one time keep their order. */
  #distinctTrades(): RecordedTrade[] {
    const rows = this.#trades;
    if ((rows[0]?.trade.time ?? 0) > (rows.at(-1)?.trade.time ?? 0)) rows.reverse();
    rows.sort((a, b) => a.trade.time - b.trade.time);
    const seen = new Set<string>();
    let time = Number.NaN;
    const distinct = rows.filter(({ trade, id }) => {
      if (id === '') return true;
      if (trade.time !== time) seen.clear();
      time = trade.time;
      const key = `${id} ${trade.symbol} ${trade.side} ${trade.price} ${trade.quantity}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
    this.#doubles += rows.length - distinct.length;
    return distinct.map(({ trade }) => trade);
  }

  #tradesOfBars(): RecordedTrade[] {
    return [...this.#bars].flatMap(([symbol, rows]) => {
      const bars = this.#distinctBars(rows);
      // A gap in the recording does not widen the bar before it.
      const widths = bars.slice(1).map((bar, at) => bar.start - (bars[at]?.start ?? 0));
      const width = widths.reduce((least, one) => Math.min(least, one), widths[0] ?? MINUTE_MS);
      const lot = this.#lots.get(symbol) ?? 1n;
      return bars.flatMap((bar, at) => tradesOfBar(bar, width, lot, bars[at - 1]?.close));
    });
  }

  /** In order of time, without copies. */
  #distinctBars(rows: BarRow[]): RecordedBar[] {
    rows.sort((a, b) => a.bar.start - b.bar.start || a.line - b.line);
    const bars: RecordedBar[] = [];
    let kept: BarRow | undefined;
    for (const row of rows) {
      if (kept?.bar.start !== row.bar.start) {
        kept = row;
        bars.push(row.bar);
      } else if (isSameBar(kept.bar, row.bar)) {
        this.#doubles += 1;
      } else {
        throw new RecordingMalformed(
          row.line,
          `a bar of the same time stands in line ${kept.line}, with other numbers. Delete one of them.`,
        );
      }
    }
    return bars;
  }
}

const isSameBar = (a: RecordedBar, b: RecordedBar): boolean =>
  (['open', 'high', 'low', 'close', 'volume'] as const).every((field) => a[field] === b[field]);

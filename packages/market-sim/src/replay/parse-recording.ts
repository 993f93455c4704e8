import type { Instrument } from '@tapedeck/domain';
import type { RecordedTrade } from './candle-trades.ts';
import { FrameParser, isFrame, type RecordedBook } from './frame-parser.ts';
import type { RecordingFormat } from './recording-formats.ts';
import { RecordingMalformed } from './recording-malformed.ts';
import { RowParser, type LeftOut, type RowOptions } from './row-parser.ts';

export { RecordingMalformed };

export interface Recording {
  readonly format: RecordingFormat;
  /** In order of time; trades of the same millisecond in the order in which they happened. */
  readonly trades: readonly RecordedTrade[];
  readonly books: readonly RecordedBook[];
  readonly leftOut: LeftOut;
  /** The file names no symbol: the rows have that of the options. */
  readonly usesSymbol: boolean;
}

/** A date such as 20250519 in a file name, which may touch the symbol. */
const DATE_IN_NAME = /(?<!\d)20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/g;
/** A USDT symbol that stands alone in a file name. */
const IN_NAME = /(?<![A-Z0-9])[A-Z0-9]{1,15}USDT(?![A-Z])/;
const GLUED_IN_NAME = /[A-Z0-9]{2,15}USDT/;

/** The symbol in a file name: a USDT symbol that stands alone, a listed one, the longest if several, or another USDT symbol. */
export function symbolInFileName(name: string, instruments: readonly Instrument[]): string | undefined {
  const upper = name
    .replaceAll(DATE_IN_NAME, ' ')
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
    .replaceAll(/(?<=[A-Za-z0-9])[-_](?=USDT|PERP)/gi, '')
    .toUpperCase();
  const alone = IN_NAME.exec(upper)?.[0];
  if (alone !== undefined) return alone;
  const found = instruments.map((instrument) => instrument.symbol).filter((symbol) => upper.includes(symbol));
  return found.sort((a, b) => b.length - a.length)[0] ?? GLUED_IN_NAME.exec(upper)?.[0];
}

const BYTE_ORDER_MARK = '\uFEFF';
const byTime = (a: { readonly time: number }, b: { readonly time: number }): number => a.time - b.time;

/** Reads one file line by line. Both methods throw `RecordingMalformed`. */
export class RecordingReader {
  readonly #options: RowOptions;
  readonly #rows: RowParser;
  #frames: FrameParser | undefined;
  #hasBegun = false;

  constructor(options: RowOptions) {
    this.#options = options;
    this.#rows = new RowParser(options);
  }

  push(text: string): void {
    const line = this.#hasBegun || !text.startsWith(BYTE_ORDER_MARK) ? text : text.slice(1);
    if (!this.#hasBegun && line.trim() !== '') {
      this.#hasBegun = true;
      if (isFrame(line)) this.#frames = new FrameParser(this.#options.symbol);
    }
    (this.#frames ?? this.#rows).push(line);
  }

  finish(): Recording {
    const frames = this.#frames;
    if (frames !== undefined) {
      frames.finish();
      const leftOut = { others: frames.leftOut, unknownSides: 0, doubles: 0 };
      return { format: 'frames', trades: frames.trades.sort(byTime), books: frames.books.sort(byTime), leftOut, usesSymbol: true };
    }
    const rows = this.#rows;
    const trades = rows.finish();
    return { format: rows.format ?? 'plain', trades, books: [], leftOut: rows.leftOut, usesSymbol: rows.usesSymbol };
  }
}

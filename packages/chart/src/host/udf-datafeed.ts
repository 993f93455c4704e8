import type { ChartBar, ChartMark, ChartResolution, ChartSymbolInfo, SymbolKind } from '../bridge/messages.ts';
import { isPlainObject } from '../bridge/shape.ts';
import { isChartBar, MAX_SYMBOLS } from '../bridge/validate.ts';
import { NEWEST, type BarsQuery, type Datafeed } from '../datafeed.ts';

/** Address of a UDF chart server, and its settings. */
export interface UdfOptions {
  /** Address of the server's folder, without a trailing slash: `/udf`. */
  readonly url: string;
  /** Name of a symbol's mark price, on a server with such bars. */
  readonly markTicker?: (ticker: string) => string;
  /** Milliseconds between two requests for the forming bar: UDF has no stream. */
  readonly interval?: number;
}

const INTERVAL_MS = 3_000;
const PATIENCE_MS = 15_000;
const S = 1_000;
const DAY_S = 86_400;
const FOUND = 30;
/** The longest bars, in seconds: maximum length of a month. */
const SECONDS: Readonly<Record<string, number>> = { '1D': DAY_S, '1W': 7 * DAY_S, '1M': 31 * DAY_S };
const secondsOf = (resolution: ChartResolution): number => SECONDS[resolution] ?? Number(resolution) * 60;

type Fields = Readonly<Record<string, unknown>>;

/** A datafeed over HTTP for servers that speak UDF, the protocol of chart programs. Times there are seconds, bars come in columns. */
export function createUdfDatafeed(options: UdfOptions): Datafeed {
  return new UdfDatafeed(options);
}

class UdfDatafeed implements Datafeed {
  private readonly url: string;
  private readonly interval: number;
  private readonly markTicker: UdfOptions['markTicker'];
  private readonly known = new Map<string, Promise<ChartSymbolInfo>>();
  private config: Promise<Fields> | undefined;

  constructor({ url, markTicker, interval = INTERVAL_MS }: UdfOptions) {
    this.url = url;
    this.markTicker = markTicker;
    this.interval = interval;
  }

  async history({ before, limit, ...query }: Parameters<Datafeed['history']>[0]): ReturnType<Datafeed['history']> {
    const to = before === NEWEST ? Math.ceil(Date.now() / S) + DAY_S : Math.ceil(before / S);
    const { bars, next } = await this.page(query, to, limit);
    const older = bars.filter(({ time }) => time < before);
    if (older.length > 0) return { bars: older, complete: false };
    if (next === undefined || next >= to) return { bars: [], complete: true };
    // There were no trades for a while: the newest earlier bar is at `next`.
    const skipped = await this.page(query, next + 1, limit);
    return { bars: skipped.bars, complete: skipped.bars.length === 0 };
  }

  async marks({ ticker, from, to }: Parameters<Datafeed['marks']>[0]): Promise<readonly ChartMark[]> {
    const { supports_marks: hasMarks } = await this.configuration();
    if (hasMarks !== true) return [];
    const answer = await this.ask('marks', { symbol: ticker, from: floorText(from / S), to: floorText(to / S), resolution: '1' });
    return marksOf(answer);
  }

  subscribe(query: BarsQuery, listener: (bar: ChartBar | undefined) => void): () => void {
    let newest: number | undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const { bars } = await this.page(query, Math.ceil(Date.now() / S) + DAY_S, 2);
      const [first] = bars;
      if (isOver || first === undefined) return;
      // More bars have formed than were requested: the ones in between are missing.
      if (newest !== undefined && first.time > newest) listener(undefined);
      else for (const bar of bars) if (newest === undefined || bar.time >= newest) listener(bar);
      newest = bars.at(-1)?.time;
    };
    const follow = (): void => {
      look()
        .catch((cause: unknown) => console.warn('The forming bar could not be requested', cause))
        .finally(() => {
          if (!isOver) timer = setTimeout(follow, this.interval);
        });
    };
    follow();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }

  async search({ text, of }: Parameters<Datafeed['search']>[0]): Promise<readonly ChartSymbolInfo[]> {
    const found = await this.ask('search', { query: text, type: '', exchange: '', limit: String(FOUND) });
    if (!Array.isArray(found)) throw new Error('The chart server sent a malformed answer');
    const tickers = found.slice(0, MAX_SYMBOLS).flatMap((entry: unknown) => {
      const ticker = isPlainObject(entry) ? (entry['ticker'] ?? entry['symbol']) : undefined;
      return typeof ticker === 'string' ? [ticker] : [];
    });
    const symbols = await Promise.all(tickers.map((ticker) => this.resolve(ticker)));
    return symbols.filter(({ kind }) => of === undefined || kind === of);
  }

  resolve(ticker: string): Promise<ChartSymbolInfo> {
    const known = this.known.get(ticker);
    if (known !== undefined) return known;
    const asked = this.ask('symbols', { symbol: ticker }).then((answer) => symbolOf(answer, ticker, this.markTicker !== undefined));
    this.known.set(ticker, asked);
    // The next request may succeed.
    asked.catch(() => this.known.delete(ticker));
    return asked;
  }

  /** Bars before `to` (seconds), at most `count` of them; `next` is the time (seconds) of the newest one before an empty span. */
  private async page(query: BarsQuery, to: number, count: number): Promise<{ bars: readonly ChartBar[]; next: number | undefined }> {
    const { ticker, series, resolution } = query;
    const symbol = series === 'mark' ? (this.markTicker?.(ticker) ?? ticker) : ticker;
    // Servers without `countback` use `from`.
    const from = Math.max(0, to - count * secondsOf(resolution));
    const answer = await this.ask('history', { symbol, resolution, from: String(from), to: String(to), countback: String(count) });
    if (!isPlainObject(answer)) throw new Error('The chart server sent no bars');
    if (answer['s'] === 'no_data') return { bars: [], next: typeof answer['nextTime'] === 'number' ? answer['nextTime'] : undefined };
    return { bars: barsOf(answer), next: undefined };
  }

  private configuration(): Promise<Fields> {
    this.config ??= this.ask('config', {}).then((answer) => (isPlainObject(answer) ? answer : {}));
    this.config.catch(() => (this.config = undefined));
    return this.config;
  }

  private async ask(what: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const words = new URLSearchParams(query).toString();
    const answer = await fetch(`${this.url}/${what}${words === '' ? '' : `?${words}`}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok) throw new Error(`The chart server answered ${answer.status} to ${what}`);
    const body: unknown = await answer.json();
    if (isPlainObject(body) && body['s'] === 'error') throw new Error(String(body['errmsg']));
    return body;
  }
}

const floorText = (value: number): string => String(Math.floor(value));

const numbersIn = (fields: Fields, key: string): readonly unknown[] => {
  const column = fields[key];
  return Array.isArray(column) ? column : [];
};

/** Converts times to milliseconds; invalid bars are left out, and of two bars with one time the later one counts. */
function barsOf(answer: Fields): readonly ChartBar[] {
  const [opens, highs, lows, closes, volumes] = ['o', 'h', 'l', 'c', 'v'].map((key) => numbersIn(answer, key));
  const bars = new Map<number, ChartBar>();
  numbersIn(answer, 't').forEach((seconds, index) => {
    const close = closes?.[index];
    const bar: unknown = {
      time: Number(seconds) * S,
      open: opens?.[index] ?? close,
      high: highs?.[index] ?? close,
      low: lows?.[index] ?? close,
      close,
      volume: volumes?.[index] ?? 0,
    };
    if (isChartBar(bar)) bars.set(bar.time, bar);
  });
  return [...bars.values()].toSorted((a, b) => a.time - b.time);
}

function symbolOf(answer: unknown, asked: string, hasMark: boolean): ChartSymbolInfo {
  if (!isPlainObject(answer)) throw new Error(`The chart server does not know ${asked}`);
  const { ticker, name, description, type, exchange, session } = answer;
  const scale = positive(answer['pricescale'], 100);
  const digits = (value: unknown): number => Math.min(12, Math.max(0, Math.ceil(Math.log10(positive(value, 1)))));
  const words = { type, exchange, session };
  return {
    ticker: textOf(ticker) ?? textOf(name) ?? asked,
    name: textOf(description) ?? asked,
    kind: kindOf(textOf(type) ?? '', asked),
    priceDigits: digits(scale),
    quantityDigits: Math.min(12, Math.round(positive(answer['volume_precision'], 0))),
    priceStep: positive(answer['minmov'], 1) / scale,
    hasMark,
    figures: [],
    details: Object.entries(words).flatMap(([label, value]) => (textOf(value) === undefined ? [] : [{ label, value: String(value) }])),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined);
const idOf = (value: unknown): string | undefined => textOf(typeof value === 'number' ? String(value) : value);
const positive = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : otherwise;

/** Futures whose name ends in a date expire; the others do not. */
function kindOf(type: string, ticker: string): SymbolKind {
  if (type.includes('option')) return 'expiry';
  if (!type.includes('futures') && type !== 'swap') return 'spot';
  return /\d{2}[A-Z]{3}\d{2}|[A-Z][HMUZ]\d{2}$/.test(ticker) ? 'expiry' : 'perpetual';
}

function marksOf(answer: unknown): readonly ChartMark[] {
  if (!isPlainObject(answer)) return [];
  const [ids, labels, texts, colours] = ['id', 'label', 'text', 'color'].map((key) => numbersIn(answer, key));
  return numbersIn(answer, 'time').flatMap((seconds, index) => {
    if (typeof seconds !== 'number') return [];
    const isSell = String(colours?.[index]) === 'red' || String(labels?.[index]).startsWith('S');
    const text = textOf(texts?.[index]) ?? textOf(labels?.[index]) ?? '';
    const id = idOf(ids?.[index]) ?? String(index);
    return [{ id, kind: 'execution', time: seconds * S, text, side: isSell ? 'Sell' : 'Buy', details: [] } as const];
  });
}

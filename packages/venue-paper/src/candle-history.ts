import type { Instrument } from '@tapedeck/domain';
import { MINUTE_MS, PricePath, barStart, barStartAfter } from '@tapedeck/market-sim';
import type { Candle, CandleQuery } from '@tapedeck/venue';
import { minutesKept } from './market-view.ts';
import type { MinuteSeries } from './minute-series.ts';
import { candleOfPath, rollUp } from './roll-up.ts';

/** A time range, [from, to), both on a minute. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface CandleSources {
  readonly instrument: Instrument;
  /** `undefined` if nothing is stored. */
  readonly series: MinuteSeries | undefined;
  /** `undefined` for a recorded market, which has no history but its tape. */
  readonly path: PricePath | undefined;
  /** Periods in which the exchange was running, in order; the path covers all other time. */
  readonly running: readonly Span[];
  /** Start of the forming minute. */
  readonly minute: number;
}

/** An instrument, and the start of its forming minute. */
type Now = Pick<CandleSources, 'instrument' | 'minute'>;

/** Range of a query: the first start, the end of the last bar, and the start of the ring of minutes. */
function bounds(query: CandleQuery, { minute, instrument }: Now): Span & { readonly ring: number } {
  const end = minute + MINUTE_MS;
  const lastStart = barStart(query.minutes, Math.min(query.before, end) - 1);
  return {
    from: barStartAfter(query.minutes, lastStart, 1 - query.limit),
    to: Math.min(barStartAfter(query.minutes, lastStart, 1), end),
    ring: minute - minutesKept(instrument, query.series) * MINUTE_MS,
  };
}

const intersect = (a: Span, b: Span): Span => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) });
const isEmpty = (span: Span): boolean => span.from >= span.to;

/**
 * The part of a query that only stored minutes can answer exactly: time in which the exchange was running and that the
 * ring no longer holds.
 */
export function storedSpan(query: CandleQuery, now: Now, running: readonly Span[], recorded: boolean): Span | undefined {
  const { from, to, ring } = bounds(query, now);
  const old = { from, to: Math.min(to, ring) };
  if (recorded) return isEmpty(old) ? undefined : old;
  const parts = running.map((span) => intersect(span, old)).filter((span) => !isEmpty(span));
  const first = parts[0];
  const last = parts[parts.length - 1];
  return first === undefined || last === undefined ? undefined : { from: first.from, to: last.to };
}

/** The path's bars of a range, cut at the bars of the query. */
function pathPieces(sources: CandleSources, path: PricePath, query: CandleQuery, span: Span): Candle[] {
  const pieces: Candle[] = [];
  for (let from = Math.max(span.from, PricePath.start); from < span.to;) {
    const to = Math.min(span.to, barStartAfter(query.minutes, barStart(query.minutes, from), 1));
    const bar = path.span(query.instrument, from, to);
    if (bar !== undefined) pieces.push(candleOfPath(sources.instrument, query.series, bar));
    from = to;
  }
  return pieces;
}

/** Stored bars of a range outside the ring; the path where none are stored. */
function storedPieces(sources: CandleSources, query: CandleQuery, span: Span, stored: readonly Candle[]): Candle[] {
  const pieces: Candle[] = [];
  let next = 0;
  for (let from = span.from; from < span.to;) {
    const to = Math.min(span.to, barStartAfter(query.minutes, barStart(query.minutes, from), 1));
    const before = pieces.length;
    while (next < stored.length && (stored[next] as Candle).start < to) {
      const bar = stored[next] as Candle;
      if (bar.start >= from) pieces.push(bar);
      next += 1;
    }
    if (pieces.length === before && sources.path !== undefined) pieces.push(...pathPieces(sources, sources.path, query, { from, to }));
    from = to;
  }
  return pieces;
}

function runningPieces(sources: CandleSources, query: CandleQuery, span: Span, stored: readonly Candle[]): Candle[] {
  const { ring } = bounds(query, sources);
  const pieces = span.from < ring ? storedPieces(sources, query, { from: span.from, to: Math.min(span.to, ring) }, stored) : [];
  return [...pieces, ...(sources.series?.between(Math.max(span.from, ring), span.to) ?? [])];
}

/** Start of a tape's bars: without older stored ones, its first complete bar. */
function tapeFrom(sources: CandleSources, query: CandleQuery, stored: readonly Candle[]): number {
  const { from, ring } = bounds(query, sources);
  const forgotten = (sources.running[0]?.from ?? ring) < ring;
  if (!forgotten || stored.length > 0 || from >= ring) return from;
  const start = barStart(query.minutes, ring);
  return start === ring ? ring : barStartAfter(query.minutes, start, 1);
}

/**
 * The bars of a query, oldest first. `stored` are bars of the range `storedSpan`, in order: minutes, or minutes rolled
 * up to at most the query's width, each starting with its first minute.
 */
export function assembleCandles(
  sources: CandleSources,
  query: CandleQuery,
  stored: readonly Candle[],
): { readonly candles: readonly Candle[]; readonly complete: boolean } {
  const { from, to } = bounds(query, sources);
  const { path } = sources;
  const pieces: Candle[] = [];
  if (path === undefined) {
    pieces.push(...runningPieces(sources, query, { from: tapeFrom(sources, query, stored), to }, stored));
  } else {
    let reached = from;
    for (const running of sources.running) {
      const span = intersect(running, { from: reached, to });
      if (isEmpty(span)) continue;
      pieces.push(...pathPieces(sources, path, query, { from: reached, to: span.from }));
      pieces.push(...runningPieces(sources, query, span, stored));
      reached = span.to;
    }
    pieces.push(...pathPieces(sources, path, query, { from: reached, to }));
  }
  const candles = rollUp(query.minutes, pieces).slice(-query.limit);
  const genesis = sources.running[0]?.from ?? to;
  // A page of a tape may be short because it ends in a gap: only the beginning of the tape has nothing older.
  return { candles, complete: path === undefined ? from <= genesis : candles.length < query.limit };
}

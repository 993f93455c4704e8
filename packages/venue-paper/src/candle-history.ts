import type { Instrument } from '@tapedeck/domain';
import { MINUTE_MS, PricePath, barStart, barStartAfter } from '@tapedeck/market-sim';
import type { Candle, CandleQuery } from '@tapedeck/venue';
import { minutesKept } from './market-view.ts';
import type { MinuteSeries } from './minute-series.ts';
import { candleOfPath, rollUp } from './roll-up.ts';

/** A stretch of time, [from, to), both on a minute. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface CandleSources {
  readonly instrument: Instrument;
  /** `undefined` of what nothing is remembered. */
  readonly series: MinuteSeries | undefined;
  /** `undefined` for a recorded market, which has no history but its tape. */
  readonly path: PricePath | undefined;
  /** When the exchange was running, in order; all other time is the path's. */
  readonly running: readonly Span[];
  /** Start of the minute that grows. */
  readonly minute: number;
}

/** An instrument, and the start of the minute that grows. */
type Now = Pick<CandleSources, 'instrument' | 'minute'>;

/** Which bars a query wants: the first start, the end of the last, and where the ring of minutes begins. */
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

/** The part of a query that only stored minutes can answer exactly: time the exchange was running and the ring has forgotten. */
export function storedSpan(query: CandleQuery, now: Now, running: readonly Span[], recorded: boolean): Span | undefined {
  const { from, to, ring } = bounds(query, now);
  const old = { from, to: Math.min(to, ring) };
  if (recorded) return isEmpty(old) ? undefined : old;
  const parts = running.map((span) => intersect(span, old)).filter((span) => !isEmpty(span));
  const first = parts[0];
  const last = parts[parts.length - 1];
  return first === undefined || last === undefined ? undefined : { from: first.from, to: last.to };
}

/** The path's bars of a span, cut at the bars of the query. */
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

/** Stored bars of a span the ring has forgotten; where nothing was stored, the path. */
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

/** Where a tape's bars begin: when nothing was stored of what the ring forgot, with the first bar that is whole. */
function tapeFrom(sources: CandleSources, query: CandleQuery, stored: readonly Candle[]): number {
  const { from, ring } = bounds(query, sources);
  const forgotten = (sources.running[0]?.from ?? ring) < ring;
  if (!forgotten || stored.length > 0 || from >= ring) return from;
  const start = barStart(query.minutes, ring);
  return start === ring ? ring : barStartAfter(query.minutes, start, 1);
}

/**
 * The bars of a query, oldest first. `stored` are bars of the span that `storedSpan` names, in order: minutes, or minutes rolled up to no
 * more than the query's width, each starting with the first minute it holds.
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
  // A page of a tape may be short because it ends in a hole: only its beginning has nothing older.
  return { candles, complete: path === undefined ? from <= genesis : candles.length < query.limit };
}

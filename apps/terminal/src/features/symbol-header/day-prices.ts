import type { TerminalClient } from '@tapedeck/client';
import type { CandleRow } from '@tapedeck/protocol';

const HOURS = 24;
const HOUR_MS = 3_600_000;
/** Maximum concurrent requests, however many rows come into view. */
const AT_ONCE = 4;
/** Cache time of a day's line. */
const KEPT_MS = 300_000;

/** Prices of the last 24 hours, hour by hour, oldest first. */
export type DayPrices = readonly number[];
type Source = Pick<TerminalClient['markets'], 'candles' | 'exchangeTime'>;

/** The opening price of the first bar less than a day old, then every close. */
function pricesOf(rows: readonly CandleRow[], now: number): DayPrices {
  const day = rows.filter(([time]) => time > now - HOURS * HOUR_MS);
  return day.length === 0 ? [] : [Number(day[0]?.[1]), ...day.map(([, , , , close]) => Number(close))];
}

export interface DayPricesSource {
  /** Delivers the prices once loaded; the caller unsubscribes with the returned function. */
  want(symbol: string, take: (prices: DayPrices) => void): () => void;
}

/** Requests hourly candles, a few symbols at a time, and caches them for some minutes. */
export function createDayPrices({ candles, exchangeTime }: Source): DayPricesSource {
  const known = new Map<string, { readonly at: number; readonly prices: DayPrices }>();
  const waiting = new Map<string, Set<(prices: DayPrices) => void>>();
  const asked = new Set<string>();
  const now = (): number => exchangeTime.get() ?? Date.now();
  const load = async (symbol: string): Promise<void> => {
    const at = now();
    const answer = await candles({ symbol, series: 'trade', resolution: '60', before: at, limit: HOURS });
    // A row without its line is still valid; the next display requests it again.
    const prices = answer.ok ? pricesOf(answer.value.rows, at) : [];
    if (answer.ok) known.set(symbol, { at, prices });
    for (const take of waiting.get(symbol) ?? []) take(prices);
    waiting.delete(symbol);
    asked.delete(symbol);
    next();
  };
  const next = (): void => {
    for (const symbol of waiting.keys()) {
      if (asked.size >= AT_ONCE) return;
      if (asked.has(symbol)) continue;
      asked.add(symbol);
      void load(symbol);
    }
  };
  return {
    want(symbol, take) {
      const kept = known.get(symbol);
      if (kept !== undefined && now() - kept.at < KEPT_MS) {
        take(kept.prices);
        return () => undefined;
      }
      const takers = waiting.get(symbol) ?? new Set();
      takers.add(take);
      waiting.set(symbol, takers);
      next();
      return () => {
        takers.delete(take);
        if (takers.size === 0 && !asked.has(symbol)) waiting.delete(symbol);
      };
    },
  };
}

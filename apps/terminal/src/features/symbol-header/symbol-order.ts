import type { TerminalClient, TickerFeed } from '@tapedeck/client';
import { hasNoMarket, priceUnits, rateUnits, type Instrument } from '@tapedeck/domain';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { cancelFrame, onNextFrame } from '../../platform/frame-scheduler.ts';
import { changeRate } from '../../platform/values.ts';
import { quoteTurnover } from './ticker-values.ts';

export type SortColumn = 'symbol' | 'last' | 'change24h' | 'turnover24h';
/** Sorting of the list; the exchange's order if undefined. */
export type Sorting = { readonly column: SortColumn; readonly descending: boolean } | undefined;

/**
 * Sorting after a press on a column's header: figures start with the largest, names with A; the third press restores the list's own order.
 */
export function nextSorting(now: Sorting, column: SortColumn): Sorting {
  const first = column !== 'symbol';
  if (now?.column !== column) return { column, descending: first };
  return now.descending === first ? { column, descending: !first } : undefined;
}

/** A figure to compare symbols by; undefined while unknown. */
function figureOf({ ticker, instrument }: TickerFeed, column: Exclude<SortColumn, 'symbol'>): number | undefined {
  const known = ticker.get().ticker;
  if (known === undefined) return undefined;
  if (column === 'turnover24h') return quoteTurnover(known, instrument);
  if (column === 'last') return Number(priceUnits(known.market.last));
  const change = changeRate(known);
  return change === undefined ? undefined : Number(rateUnits(change));
}

function sorted(instruments: readonly Instrument[], sorting: Sorting, feeds: ReadonlyMap<string, TickerFeed>): readonly Instrument[] {
  if (sorting === undefined) return instruments;
  const { column, descending } = sorting;
  const sign = descending ? -1 : 1;
  // Names are plain capitals and digits: a locale-aware comparison takes ten times as long.
  if (column === 'symbol') return [...instruments].sort((a, b) => (a.symbol < b.symbol ? -sign : sign));
  const figures = instruments.map((instrument) => {
    const feed = feeds.get(instrument.symbol);
    return { instrument, figure: feed && figureOf(feed, column) };
  });
  figures.sort(({ figure: left }, { figure: right }) => {
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    return sign * (left - right);
  });
  return figures.map(({ instrument }) => instrument);
}

function openFeeds(client: TerminalClient, instruments: readonly Instrument[]): Map<string, TickerFeed> {
  return new Map(instruments.filter((one) => !hasNoMarket(one)).map(({ symbol }) => [symbol, client.markets.ticker(symbol)]));
}

/**
 * The instruments in the requested order, as of the request or of the last missing figure: rows do not move under the
 * pointer while prices do.
 */
export function useSymbolOrder(all: readonly Instrument[], found: readonly Instrument[], sorting: Sorting): readonly Instrument[] {
  const client = useClient();
  const [feeds, setFeeds] = useState<ReadonlyMap<string, TickerFeed>>(new Map());
  const [arrived, setArrived] = useState(0);
  // A thousand prices are requested only if they determine the order.
  const byFigure = sorting !== undefined && sorting.column !== 'symbol';
  useEffect(() => {
    if (!byFigure) return undefined;
    const opened = openFeeds(client, all);
    setFeeds(opened);
    const count = () => setArrived([...opened.values()].filter(({ ticker }) => ticker.get().ticker !== undefined).length);
    const ends = [...opened.values()].map(({ ticker }) => {
      if (ticker.get().ticker !== undefined) return () => undefined;
      const end = ticker.subscribe(() => {
        onNextFrame(count);
        end();
      });
      return end;
    });
    return () => {
      cancelFrame(count);
      for (const end of ends) end();
      for (const feed of opened.values()) feed.release();
    };
  }, [client, all, byFigure]);
  // The number of loaded figures represents them; the figures themselves change continuously.
  return useMemo(() => sorted(found, sorting, feeds), [found, sorting, feeds, arrived]);
}

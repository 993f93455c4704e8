import { searchSymbols, type Loadable, type TerminalClient } from '@tapedeck/client';
import type { ChartBar, Datafeed } from '@tapedeck/chart';
import type { Instrument } from '@tapedeck/domain';
import type { CandleRow } from '@tapedeck/protocol';
import type { LineWriter } from './chart-lines.ts';
import { executionMarks } from './execution-marks.ts';
import { FigureHistory, followFigure, isFigure } from './market-figures.ts';
import { followQuotes } from './quotes.ts';
import { symbolInfo, symbolKind, type InfoWriter } from './symbol-info.ts';

function barOf([time, open, high, low, close, volume]: CandleRow): ChartBar {
  return { time, open: Number(open), high: Number(high), low: Number(low), close: Number(close), volume: Number(volume) };
}

const listed = (list: Loadable<readonly Instrument[]>): readonly Instrument[] => (list.status === 'idle' ? [] : (list.data ?? []));

/** The chart's symbols and bars from the terminal's client. `writer`: the displayed language. */
export function clientDatafeed(client: TerminalClient, writer: () => InfoWriter & LineWriter): Datafeed {
  const figures = new FigureHistory(client);
  return {
    history: async ({ ticker, series, ...query }) => {
      if (isFigure(series)) return figures.before(ticker, series, query);
      const result = await client.markets.candles({ symbol: ticker, series, ...query });
      if (!result.ok) throw new Error(result.failure.message);
      return { bars: result.value.rows.map(barOf), complete: result.value.complete };
    },
    marks: (query) => executionMarks(client, query, writer()),
    subscribe: ({ ticker, series, ...query }, listener) => {
      if (isFigure(series)) return followFigure(client, { ticker, series }, listener);
      return client.markets.followCandles({ symbol: ticker, series, ...query }, (row) =>
        listener(row === undefined ? undefined : barOf(row)),
      );
    },
    search: ({ text, of }) => {
      const all = [...listed(client.markets.catalogue.get()), ...listed(client.markets.pairs.get())];
      const found = searchSymbols(all, { query: text }).filter((instrument) => of === undefined || symbolKind(instrument) === of);
      const typed = text.trim().toUpperCase();
      // Names that begin with the typed text come before names that contain it; otherwise the exchange's order stays.
      const begins = ({ symbol }: Instrument): number => Number(!symbol.startsWith(typed));
      return Promise.resolve(found.toSorted((a, b) => begins(a) - begins(b)).map((instrument) => symbolInfo(instrument, writer())));
    },
    quotes: (...wanted) => followQuotes(client, () => writer().formats, wanted),
    resolve: (ticker) => {
      const instrument = client.markets.instrument(ticker);
      return instrument === undefined
        ? Promise.reject(new Error(`${ticker} is not listed`))
        : Promise.resolve(symbolInfo(instrument, writer()));
    },
  };
}

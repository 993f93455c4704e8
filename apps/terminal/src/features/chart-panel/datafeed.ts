import type { ChartBar, Datafeed } from '@tapedeck/chart';
import type { TerminalClient } from '@tapedeck/client';
import type { CandleRow } from '@tapedeck/protocol';

function barOf([time, open, high, low, close, volume]: CandleRow): ChartBar {
  return { time, open: Number(open), high: Number(high), low: Number(low), close: Number(close), volume: Number(volume) };
}

/** The chart's bars from the terminal's client. */
export function clientDatafeed(client: TerminalClient): Datafeed {
  return {
    history: async ({ ticker, resolution, before, limit }) => {
      const result = await client.candles({ symbol: ticker, series: 'trade', resolution, before, limit });
      if (!result.ok) throw new Error(result.failure.message);
      return { bars: result.value.rows.map(barOf), complete: result.value.complete };
    },
    marks: () => Promise.resolve([]),
    subscribe: ({ ticker, resolution }, listener) =>
      client.followCandles({ symbol: ticker, series: 'trade', resolution }, (row) => listener(row === undefined ? undefined : barOf(row))),
  };
}

import { keysMark } from '../bridge/packed-texts.ts';
import type { ChartLine, ChartSetup, ChartSymbolInfo, ChartTexts } from '../bridge/messages.ts';
import { STANDARD_SETTINGS } from '../bridge/settings.ts';
import { DEFAULT_TIME_FRAMES } from '../bridge/time-frames.ts';
import { CHART_TEXT_KEYS, type ChartTextKey } from '../bridge/texts.ts';

/** Values for the tests of this package. */
export function textsSample(): ChartTexts {
  const keys = Object.fromEntries(CHART_TEXT_KEYS.map((key) => [key, key])) as Record<ChartTextKey, string>;
  return {
    ...keys,
    chart: 'Candles',
    loading: 'Loading',
    failed: 'History could not be loaded',
    retry: 'Try again',
    stale: 'No news',
    resyncing: 'Catching up',
    offline: 'Offline',
    empty: 'No trades yet',
    lines: 'Lines on the chart',
  };
}

/** The same as a file of texts has them. */
export function packedTextsSample(): readonly string[] {
  const texts = textsSample();
  return [keysMark(), ...CHART_TEXT_KEYS.map((key) => texts[key])];
}

export function lineSample(part: Partial<ChartLine> = {}): ChartLine {
  return {
    id: 'position:BTCUSDT:0',
    kind: 'position',
    price: 64_000,
    side: 'Buy',
    name: 'Long',
    quantity: '0.350',
    details: [],
    buttons: [{ id: 'close', label: 'Close' }],
    drag: 'none',
    ...part,
  };
}

export function infoSample(): ChartSymbolInfo {
  return {
    ticker: 'BTCUSDT',
    priceDigits: 1,
    quantityDigits: 3,
    priceStep: 0.1,
    hasMark: true,
    figures: [],
    name: 'BTC/USDT perpetual',
    kind: 'perpetual',
    details: [{ label: 'Tick size', value: '0.1' }],
  };
}

export function setupSample(): ChartSetup {
  return {
    symbol: { ticker: 'BTCUSDT', priceDigits: 1, quantityDigits: 3, priceStep: 0.1, hasMark: false, figures: [] },
    resolution: '30',
    theme: 'dark',
    timezone: 'Etc/UTC',
    locale: 'en',
    texts: textsSample(),
    lines: [lineSample()],
    freshness: 'live',
    ahead: 0,
    tradeTools: [],
    timeFrames: DEFAULT_TIME_FRAMES,
    settings: STANDARD_SETTINGS,
    customProperties: [],
  };
}

import { CHART_RESOLUTIONS, type ChartResolution } from '../../bridge/resolutions.ts';
import { isPlainObject } from '../../bridge/shape.ts';

const KEY = 'tapedeck-chart-last';

/** Last symbol and resolution of the chart in this browser. */
export interface LastChart {
  readonly ticker: string;
  readonly resolution: ChartResolution;
}

/** `undefined` if nothing readable is stored (CHT-29). */
export function readLastChart(view: Window): LastChart | undefined {
  try {
    const kept: unknown = JSON.parse(view.localStorage.getItem(KEY) ?? 'null');
    if (!isPlainObject(kept)) return undefined;
    const ticker = kept['ticker'];
    const resolution = CHART_RESOLUTIONS.find((known) => known === kept['resolution']);
    return typeof ticker === 'string' && resolution !== undefined ? { ticker, resolution } : undefined;
  } catch {
    return undefined;
  }
}

/** False if the browser refuses to store it (CHT-29). */
export function keepLastChart(view: Window, chart: LastChart): boolean {
  try {
    view.localStorage.setItem(KEY, JSON.stringify(chart));
    return true;
  } catch (cause) {
    console.warn('What the chart shows could not be kept', cause);
    return false;
  }
}

import type { ChartResolution } from './resolutions.ts';

/** A quick range: a span up to the newest bar, at a resolution. */
export interface TimeFrame {
  /** A number and `d`, `m` or `y`: days, months or years. */
  readonly text: string;
  readonly resolution: ChartResolution;
}

/** CHT-04: the widget's own. */
export const DEFAULT_TIME_FRAMES: readonly TimeFrame[] = [
  { text: '5y', resolution: '1W' },
  { text: '1y', resolution: '1W' },
  { text: '6m', resolution: '120' },
  { text: '3m', resolution: '60' },
  { text: '1m', resolution: '30' },
  { text: '5d', resolution: '5' },
  { text: '1d', resolution: '1' },
];

const DAY = 86_400_000;
const DAYS: Readonly<Record<string, number>> = { d: 1, m: 365 / 12, y: 365 };

/** Length of a time frame in milliseconds, in whole days; `undefined` for a text that names none. */
export function spanOf(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,2})([dmy])$/.exec(text) ?? [];
  const days = DAYS[unit];
  return count === undefined || days === undefined ? undefined : Math.floor(Number(count) * days) * DAY;
}

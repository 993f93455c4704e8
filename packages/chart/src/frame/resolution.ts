import type { ChartResolution } from '../bridge/messages.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Longest distance between the starts of two neighbouring bars, in milliseconds. */
export function longestStep(resolution: ChartResolution): number {
  switch (resolution) {
    case '1D':
      return DAY;
    case '1W':
      return 7 * DAY;
    case '1M':
      return 31 * DAY;
    default:
      return Number(resolution) * MINUTE;
  }
}

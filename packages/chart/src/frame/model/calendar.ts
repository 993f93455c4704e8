import type { ChartResolution } from '../../bridge/messages.ts';
import { longestStep } from '../resolution.ts';
import type { BarStore } from './bar-store.ts';

/** Start of the bar at an index; beyond the bars, extrapolated by the resolution. */
export function timeOfIndex(bars: BarStore, resolution: ChartResolution, index: number): number {
  if (bars.length === 0) return 0;
  const inside = Math.min(bars.length - 1, Math.max(0, index));
  return stepped(bars.time(inside), resolution, index - inside);
}

/** Time at a fractional bar index. */
export function timeOfPlace(bars: BarStore, resolution: ChartResolution, place: number): number {
  const index = Math.floor(place);
  const start = timeOfIndex(bars, resolution, index);
  return start + (place - index) * (timeOfIndex(bars, resolution, index + 1) - start);
}

/** Fractional bar index of a time; beyond the bars, extrapolated by the resolution. */
export function indexOfTime(bars: BarStore, resolution: ChartResolution, time: number): number {
  const index = bars.indexAt(time);
  const step = longestStep(resolution);
  if (index < 0) return bars.length === 0 ? 0 : (time - bars.time(0)) / step;
  const start = bars.time(index);
  if (index === bars.length - 1) return index + (time - start) / step;
  return index + (time - start) / (bars.time(index + 1) - start);
}

function stepped(time: number, resolution: ChartResolution, steps: number): number {
  if (steps === 0) return time;
  if (resolution !== '1M') return time + steps * longestStep(resolution);
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + steps, date.getUTCDate(), date.getUTCHours());
}

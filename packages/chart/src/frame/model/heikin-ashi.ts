import type { ChartBar } from '../../bridge/messages.ts';
import { BarStore } from './bar-store.ts';

/** The Heikin Ashi bar of a real one. `before` is the Heikin Ashi bar in front of it. */
function heikinAshiBar(bar: ChartBar, before: ChartBar | undefined): ChartBar {
  const close = (bar.open + bar.high + bar.low + bar.close) / 4;
  const open = before === undefined ? (bar.open + bar.close) / 2 : (before.open + before.close) / 2;
  return { time: bar.time, open, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close), close, volume: bar.volume };
}

/** All bars of a store as Heikin Ashi bars: each depends on the one before it, so an older page changes every one. */
export function heikinAshi(bars: BarStore): BarStore {
  const made: ChartBar[] = [];
  for (let index = 0; index < bars.length; index += 1) {
    const bar = bars.bar(index);
    if (bar !== undefined) made.push(heikinAshiBar(bar, made.at(-1)));
  }
  const store = new BarStore();
  store.replace(made);
  return store;
}

/** Follows the newest bar of the real ones. */
export function updateHeikinAshi(derived: BarStore, bar: ChartBar): void {
  const last = derived.length - 1;
  const before = derived.bar(last)?.time === bar.time ? last - 1 : last;
  derived.update(heikinAshiBar(bar, derived.bar(before)));
}

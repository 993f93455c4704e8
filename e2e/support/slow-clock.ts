/// <reference lib="dom" />
import type { Page } from 'playwright-core';

interface SlowWindow extends Window {
  slowClock?: (times: number) => void;
}

/** In the page, before its own scripts: a clock that can be slowed down, with the timers that are set from then on. */
export function bringSlowClock(): void {
  const realNow = performance.now.bind(performance);
  const realTimeout = window.setTimeout.bind(window) as (run: TimerHandler, milliseconds: number, ...rest: unknown[]) => number;
  const origin = Date.now() - realNow();
  let times = 1;
  let from = 0;
  let at = 0;
  const now = (): number => at + (realNow() - from) / times;
  performance.now = now;
  Date.now = () => Math.floor(origin + now());
  window.setTimeout = ((run: TimerHandler, milliseconds = 0, ...rest: unknown[]) =>
    realTimeout(run, milliseconds * times, ...rest)) as typeof window.setTimeout;
  (window as SlowWindow).slowClock = (wanted) => {
    at = now();
    from = realNow();
    times = wanted;
  };
}

/** From now on a second of the page takes this many real ones, so that only the page's own timers matter and not the machine's speed. */
export function slowDown(page: Page, times = 20): Promise<void> {
  return page.evaluate((wanted) => (window as SlowWindow).slowClock?.(wanted), times);
}

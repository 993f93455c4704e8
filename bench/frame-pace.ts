/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import { reportAtMost } from './measure.ts';

export const VIEWPORT = { width: 1600, height: 960 };
const SECONDS = 8;
const LIST_ROWS_PX = 320_000;

/** Work done before every frame. */
export type Work = 'scroll' | 'nothing';

/** Frames of a page over some seconds. */
export interface Pace {
  /** Time from a frame to the next that nineteen of twenty keep, ms. */
  readonly p95: number;
  readonly frames: number;
  /** Share of frames that came later than one and a half of the page's usual ones, in percent. */
  readonly late: number;
}

/** The table with most rows is scrolled up and down by two rows a frame, or the page's own tall box. */
export function paceOf(page: Page, work: Work, seconds = SECONDS): Promise<Pace> {
  return page.evaluate(
    ([duration, each]) =>
      new Promise<Pace>((resolve) => {
        const scroller = document.querySelector('table[aria-rowcount]')?.parentElement ?? document.querySelector('#tall');
        const gaps: number[] = [];
        let last = 0;
        let step = 90;
        const end = performance.now() + duration * 1_000;
        const look = (now: number): void => {
          if (last > 0) gaps.push(now - last);
          last = now;
          if (each === 'scroll' && scroller instanceof HTMLElement) {
            const before = scroller.scrollTop;
            scroller.scrollTop += step;
            if (scroller.scrollTop === before) step = -step;
          }
          if (now < end) return void requestAnimationFrame(look);
          const sorted = [...gaps].sort((a, b) => a - b);
          const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
          const late = gaps.filter((gap) => gap > usual * 1.5).length;
          resolve({ p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, frames: gaps.length, late: (late / gaps.length) * 100 });
        };
        requestAnimationFrame(look);
      }),
    [seconds, work] as const,
  );
}

export interface EmptyPage {
  readonly page: Page;
  /** The same work on a page with React and nothing else, as fast a processor. */
  pace(work: Work, slowed?: number): Promise<Pace>;
  close(): Promise<void>;
}

/** An empty React page with a tall box for comparison: frames that the machine itself misses are not the terminal's fault. */
export async function openEmptyPage(browser: Browser, url: string): Promise<EmptyPage> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate((height) => {
    const box = document.body.appendChild(document.createElement('div'));
    box.id = 'tall';
    box.style.cssText = 'height: 300px; overflow: auto';
    box.appendChild(document.createElement('div')).style.height = `${height}px`;
  }, LIST_ROWS_PX);
  const devtools = await context.newCDPSession(page);
  return {
    page,
    async pace(work, slowed = 1) {
      await page.bringToFront();
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed });
      const pace = await paceOf(page, work);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      return pace;
    },
    close: () => context.close(),
  };
}

/** Frames are shown by the screen's beat: one that is not in time comes a whole one later, at twice the empty page's. Clocks differ by less. */
const SAME_FRAME = 1.1;

const ms = (value: number): string => `${value.toFixed(1)} ms`;

/** Reports the 95th percentile as a ratio to the empty page's own in the same run. */
export function reportPace(what: string, ours: Pace, empty: Pace): void {
  const late = `${ours.late.toFixed(1)} % of ${ours.frames} frames late, ${empty.late.toFixed(1)} % of the empty page's ${empty.frames}`;
  reportAtMost(
    `95th percentile frame, ${what}: ${ms(ours.p95)}, empty page ${ms(empty.p95)} (${late})`,
    ours.p95 / empty.p95,
    SAME_FRAME,
    'x',
  );
}

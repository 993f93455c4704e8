/// <reference lib="dom" />
// npm run book-soak [-- MINUTES]: a full screen whose book changes fifty times a second; memory and latency at the end as at the beginning.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../e2e/support/launch-browser.ts';
import { logIn } from '../e2e/support/login.ts';
import { startServer } from '../e2e/support/server.ts';
import { VIEWPORT } from './frame-pace.ts';
import { playBook, queueBook, tapMarket, tickMarks } from './market-taps.ts';
import { finish, median, reportAtMost } from './measure.ts';

const MINUTES = Number(process.argv[2] ?? 60);
const UPDATES_PER_SECOND = 50;
const ROWS_CHANGED = 12;
const PLAYED_SECONDS = 55;
const PROBES = 9;
const TICKS_PER_SECOND = 10;
const MEGABYTE = 1_000_000;
/** Difference that garbage and caches may cause between two measurements. */
const GROWTH_MAX = 1.1;
/** A screen's beat: a change is seen with the next frame or the one after. */
const FRAME_MS = 17;

interface Look {
  /** Memory of the page's script, after a garbage collection. */
  readonly heap: number;
  /** Memory of all renderers, including the worker. */
  readonly resident: number;
  /** Milliseconds from an update to the frame that shows it. */
  readonly latency: number;
}

async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / MEGABYTE;
}

async function residentOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const kilobytes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0));
  return (kilobytes.reduce((sum, each) => sum + each, 0) * 1_024) / MEGABYTE;
}

/** From an update until the picture of the book changes. */
async function latencyOf(page: Page): Promise<number> {
  await queueBook(page, 1, ROWS_CHANGED);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const canvas = document.querySelector<HTMLCanvasElement>('[data-freshness] canvas');
        const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        if (canvas === null || copy === null) throw new Error('There is no book');
        [copy.canvas.width, copy.canvas.height] = [canvas.width, canvas.height];
        const picture = (): string => {
          copy.clearRect(0, 0, copy.canvas.width, copy.canvas.height);
          copy.drawImage(canvas, 0, 0);
          return copy.canvas.toDataURL();
        };
        // The snapshot before it is painted by then.
        setTimeout(() => {
          const before = picture();
          const start = performance.now();
          void (window as unknown as { playBook(perSecond: number): Promise<void> }).playBook(1_000);
          const look = (): void => {
            if (picture() === before) requestAnimationFrame(look);
            else resolve(performance.now() - start);
          };
          requestAnimationFrame(look);
        }, 200);
      }),
  );
}

async function lookAt(browser: Browser, page: Page, devtools: CDPSession): Promise<Look> {
  const latencies: number[] = [];
  for (let probe = 0; probe < PROBES; probe += 1) latencies.push(await latencyOf(page));
  return { heap: await heapOf(devtools), resident: await residentOf(browser), latency: median(latencies) };
}

/** The middle of the first third against that of the last. */
function ends(looks: readonly Look[], part: keyof Look): [first: number, last: number] {
  const third = Math.max(1, Math.floor(looks.length / 3));
  return [median(looks.slice(0, third).map((look) => look[part])), median(looks.slice(-third).map((look) => look[part]))];
}

const [server, browser] = await Promise.all([startServer('--seed', '5'), launchBrowser()]);
try {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await logIn(context, server.url);
  const page = await context.newPage();
  await tapMarket(page);
  await page.goto(`${server.url}/trade/usdt/BTCUSDT`);
  await page.frameLocator('iframe[title="Financial Chart"]').locator('[data-state="shown"]').waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await tickMarks(page, TICKS_PER_SECOND, 1);
  const looks: Look[] = [];
  // The first minute fills caches.
  for (let minute = 0; minute <= MINUTES; minute += 1) {
    await queueBook(page, UPDATES_PER_SECOND * PLAYED_SECONDS, ROWS_CHANGED);
    await playBook(page, UPDATES_PER_SECOND);
    const look = await lookAt(browser, page, devtools);
    console.log(
      `     minute ${minute}: heap ${look.heap.toFixed(1)} MB, renderers ${look.resident.toFixed(0)} MB, update to frame ` +
        `${look.latency.toFixed(1)} ms, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    );
    if (minute > 0) looks.push(look);
  }
  for (const [part, name, unit] of [
    ['heap', 'heap of the page', ' MB'],
    ['resident', 'memory of the renderers', ' MB'],
  ] as const) {
    const [first, last] = ends(looks, part);
    reportAtMost(`${name} at the end, ${first.toFixed(1)}${unit} at the beginning`, last, Number((first * GROWTH_MAX).toFixed(1)), unit);
  }
  const [first, last] = ends(looks, 'latency');
  const most = Number((first + FRAME_MS).toFixed(1));
  reportAtMost(`update to frame at the end, ${first.toFixed(1)} ms at the beginning`, last, most, ' ms');
} finally {
  await browser.close();
  await server.stop();
}
finish();

/// <reference lib="dom" />
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChartSite, SITE_BARS, udfBars, type ChartSite } from './support/chart-site.ts';
import { openPage } from './support/guarded-page.ts';

let site: ChartSite;
beforeAll(async () => {
  site = await openChartSite();
});
afterAll(() => site.close());

/** Options of an embedding page besides its datafeed. */
type Options = Readonly<Record<string, unknown>>;

interface Library {
  createUdfDatafeed(options: object): object;
  createChartWidget(options: object): { readonly state: string; onReady(listener: () => void): void; destroy(): void };
}
type SiteWindow = Window & { TapedeckChart: Library; chart: ReturnType<Library['createChartWidget']> };

/** `first` runs in the page before its scripts. */
async function visit(first?: () => void): Promise<Page> {
  const { page } = await openPage(site.origin, { visitor: true });
  if (first !== undefined) await page.addInitScript(first);
  await page.goto(site.origin);
  await page.waitForFunction(() => 'TapedeckChart' in window);
  return page;
}

async function embed(page: Page, options: Options): Promise<FrameLocator> {
  await page.evaluate((given) => {
    const own = window as unknown as SiteWindow;
    const datafeed = own.TapedeckChart.createUdfDatafeed({ url: '/feed', interval: 200 });
    own.chart = own.TapedeckChart.createChartWidget({ container: 'chart', libraryPath: '/', datafeed, ...given });
  }, options);
  return page.frameLocator('iframe[title="Financial Chart"]');
}

/** Times and closes of the visible bars, from the table for screen readers. */
async function bars(chart: FrameLocator): Promise<readonly string[]> {
  await chart.getByRole('button', { name: 'Chart settings', exact: true }).click();
  await chart.getByRole('menuitem', { name: 'Table of bars' }).click();
  const rows = chart.getByRole('dialog').getByRole('row');
  await rows.nth(1).waitFor();
  const closes = await rows.evaluateAll((list) => list.slice(1).map((row) => row.querySelectorAll('td')[3]?.textContent ?? ''));
  await chart.getByRole('dialog').press('Escape');
  return closes;
}

/** Maximum of objects that may remain of the last frames. One frame per round would be fifty documents. */
const LAST_FRAMES: Readonly<Record<string, number>> = { documents: 10, frames: 10, listeners: 150, nodes: 3_000 };

/** Objects that no garbage collector frees: timers, and listeners of window and document. */
type HeldWindow = Window & { readonly held: () => readonly string[] };

/** Runs before the page's scripts, and counts what they start and stop. A frame's counts end with it. */
function countHeld(): void {
  if (window !== window.top) return;
  const held = new Map<string, number>();
  const count = (name: string, by: 1 | -1): void => {
    const left = (held.get(name) ?? 0) + by;
    if (left === 0) held.delete(name);
    else held.set(name, left);
  };
  for (const [begin, end, name] of [
    ['setTimeout', 'clearTimeout', 'timer'],
    ['setInterval', 'clearInterval', 'interval'],
    ['requestAnimationFrame', 'cancelAnimationFrame', 'animation frame'],
  ] as const) {
    const own = window as unknown as Record<string, (...given: unknown[]) => unknown>;
    const [made, ended] = [own[begin]?.bind(window), own[end]?.bind(window)];
    const running = new Set<unknown>();
    const over = (id: unknown): void => {
      if (running.delete(id)) count(name, -1);
    };
    own[begin] = (work, ...rest) => {
      const id: unknown = made?.(
        (...given: unknown[]) => {
          if (begin !== 'setInterval') over(id);
          (work as (...args: unknown[]) => void)(...given);
        },
        ...rest,
      );
      running.add(id);
      count(name, 1);
      return id;
    };
    own[end] = (id) => {
      over(id);
      ended?.(id);
    };
  }
  for (const target of [window, document]) {
    const listeners = new Set<unknown>();
    const [add, remove] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)];
    target.addEventListener = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
      if (!listeners.has(listener)) count(`listener of ${type}`, 1);
      listeners.add(listener);
      add(type, listener, options);
    };
    target.removeEventListener = (type: string, listener: EventListener, options?: EventListenerOptions) => {
      if (listeners.delete(listener)) count(`listener of ${type}`, -1);
      remove(type, listener, options);
    };
  }
  Object.assign(window, { held: () => [...held].map(([name, left]) => `${left} ${name}`).sort() });
}

describe('a site that embeds the chart', () => {
  it('CHT-28 CHT-01 CHT-04 shows another datafeed, with the defaults of the widget', async () => {
    site.answer((query) => udfBars(SITE_BARS.filter(({ time }) => time < Number(query.get('to')))));
    const page = await visit();
    const chart = await embed(page, { symbol: 'ALPHA', resolution: '1' });
    await chart.locator('[data-state="shown"]').waitFor();
    expect(await chart.getByRole('group', { name: 'Quick ranges' }).getByRole('button').allTextContents()).toEqual([
      '5Y',
      '1Y',
      '6M',
      '3M',
      '1M',
      '5D',
      '1D',
    ]);
    expect(await page.locator('iframe').boundingBox()).toMatchObject({ width: 800, height: 500 });
    const closes = await bars(chart);
    expect(closes.map(Number).toSorted((a, b) => a - b)).toEqual(SITE_BARS.map(({ close }) => close));
    // The site has marks and no account: no order, no position, no button of either.
    expect(await chart.locator('.chart-lines').textContent()).not.toMatch(/Long|Short|Limit|Cancel|TP\/SL/);
  });

  it('CHT-28 follows the datafeed, and survives bars that come late, twice and out of order', async () => {
    const [first, second] = SITE_BARS;
    if (first === undefined || second === undefined) throw new Error('The site has no bars');
    site.answer(() => udfBars([second, first, second]));
    const page = await visit();
    const chart = await embed(page, { symbol: 'ALPHA', resolution: '1' });
    const close = chart.locator('[data-field="close"]');
    await chart.locator('[data-state="shown"]').waitFor();
    await expect.poll(() => close.textContent()).toContain(String(second.close));
    // The forming bar moves; an older one is reported again.
    site.answer(() => udfBars([first, { ...second, close: 150 }]));
    await expect.poll(() => close.textContent()).toContain('150');
    site.answer(() => udfBars([first]));
    site.answer(() => udfBars([{ ...second, close: 151 }, first]));
    await expect.poll(() => close.textContent()).toContain('151');
    expect((await bars(chart)).length).toBe(2);
  });

  it('CHT-21 CHT-28 a slow answer never shows under the symbol that was chosen meanwhile', async () => {
    let release: (bars: unknown) => void = () => undefined;
    const slow = new Promise<unknown>((resolve) => (release = resolve));
    const others = SITE_BARS.map(({ time, close }) => ({ time, close: close + 500 }));
    site.answer((query) => (query.get('symbol') === 'ALPHA' ? slow : udfBars(others)));
    const page = await visit();
    const chart = await embed(page, { symbol: 'ALPHA', resolution: '1' });
    await chart.locator('[data-symbol="ALPHA"][data-state="loading"]').waitFor();
    await chart.locator('.chart-canvas').press('b');
    await chart.getByRole('searchbox').fill('BETA');
    await chart.locator('.chart-symbol-ticker').getByText('BETA', { exact: true }).click();
    await chart.locator('[data-symbol="BETA"][data-state="shown"]').waitFor();
    release(udfBars(SITE_BARS));
    // A request sent after the slow answer arrives later than it.
    await page.evaluate(() => fetch('/feed/history?symbol=ALPHA').then((answer) => answer.text()));
    expect((await bars(chart)).map(Number).every((close) => close >= 600)).toBe(true);
    expect(await chart.locator('[data-field="close"]').textContent()).toContain('629');
  });

  it('CHT-28 says that history failed, and shows it once the datafeed answers', async () => {
    site.answer(() => ({ s: 'error', errmsg: 'down for a moment' }));
    const page = await visit();
    const chart = await embed(page, { symbol: 'ALPHA', resolution: '1' });
    await chart.getByRole('button', { name: 'Try again' }).waitFor();
    site.answer(() => udfBars(SITE_BARS));
    await chart.getByRole('button', { name: 'Try again' }).click();
    await chart.locator('[data-state="shown"]').waitFor();
  });

  it('CHT-25 remembers what was shown last, when it is asked to', async () => {
    site.answer((query) => udfBars(SITE_BARS.filter(({ time }) => time < Number(query.get('to')))));
    const page = await visit();
    const chart = await embed(page, { loadLastChart: true });
    await chart.locator('[data-state="shown"]').waitFor();
    await expect.poll(() => chart.locator('.chart-legend').textContent()).toContain('ALPHA');
    await chart.locator('.chart-canvas').press('b');
    await expect.poll(() => chart.locator('.chart-symbol-ticker').allTextContents()).toContain('BETA');
    await chart.getByRole('searchbox').fill('BETA');
    await chart.locator('.chart-symbol-ticker').getByText('BETA', { exact: true }).click();
    await expect.poll(() => chart.locator('.chart-legend').textContent()).toContain('BETA');
    await page.reload();
    await page.waitForFunction(() => 'TapedeckChart' in window);
    const again = await embed(page, { loadLastChart: true, symbol: 'ALPHA' });
    await expect.poll(() => again.locator('.chart-legend').textContent()).toContain('BETA');
  });

  it('CHT-20 leaves nothing behind after 50 charts were made and destroyed', async () => {
    site.answer(() => udfBars(SITE_BARS));
    const page = await visit(countHeld);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const rounds = (count: number): Promise<void> =>
      page.evaluate(async (times) => {
        const own = window as unknown as SiteWindow;
        for (let round = 0; round < times; round += 1) {
          const datafeed = own.TapedeckChart.createUdfDatafeed({ url: '/feed', interval: 200 });
          const chart = own.TapedeckChart.createChartWidget({ container: 'chart', libraryPath: '/', datafeed, symbol: 'ALPHA' });
          await new Promise<void>((resolve) => chart.onReady(resolve));
          chart.destroy();
        }
      }, count);
    const held = async (): Promise<Readonly<Record<string, number>>> => {
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
      return { nodes: of('Nodes'), documents: of('Documents'), frames: of('Frames'), listeners: of('JSEventListeners') };
    };
    const begun = () => page.evaluate(() => (window as unknown as HeldWindow).held());
    await rounds(3);
    const before = await held();
    const unended = await begun();
    await rounds(50);
    await expect.poll(begun).toEqual(unended);
    // The browser may keep the last frames for a while; one thing left behind in every round would be fifty, and would stay.
    await expect
      .poll(async () => Object.entries(await held()).filter(([name, count]) => count - (before[name] ?? 0) >= (LAST_FRAMES[name] ?? 0)))
      .toEqual([]);
    expect(page.workers()).toEqual([]);
    expect(await page.locator('iframe, canvas').count()).toBe(0);
  });
});

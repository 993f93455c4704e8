/// <reference lib="dom" />
import type { FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { udfBars, type ChartSite } from './chart-site.ts';
import { openPage, type PageOptions } from './guarded-page.ts';

const HALF_HOUR = 1_800;
/** A moment in the middle of the newest bar, for every clock on the chart. */
const NOW = 1_700_007_600 + 700;
const COUNT = 400;

/** A market that never moves: two waves over each other, the same in every run. */
const WAVES = Array.from({ length: COUNT }, (_, index) => {
  const price = (at: number): number => 64_000 + 900 * Math.sin(at / 23) + 260 * Math.sin(at / 4.1) + ((at * 37) % 41) * 4;
  const [open, close] = [price(index), price(index + 1)];
  return {
    time: NOW - (NOW % HALF_HOUR) - (COUNT - 1 - index) * HALF_HOUR,
    open,
    close,
    high: Math.max(open, close) + ((index * 13) % 17) * 9,
    low: Math.min(open, close) - ((index * 7) % 19) * 8,
    volume: 100 + ((index * 29) % 53) * 14,
  };
});

const plain = (text: string): object => ({ text, tone: 'plain' });
const CANCEL = [{ id: 'cancel', label: 'Cancel' }];
/** Every kind of line, as the terminal sends them. */
export const LINES = [
  {
    ...{ id: 'position', kind: 'position', price: 63_940, side: 'Buy', name: 'Long', quantity: '0.500', drag: 'exit' },
    details: [
      { text: '+414.20', tone: 'up' },
      { text: '+25.91%', tone: 'up' },
    ],
    buttons: [
      { id: 'tpsl', label: 'TP/SL' },
      { id: 'reverse', label: 'Reverse' },
      { id: 'close', label: 'Close' },
    ],
  },
  ...(
    [
      ['breakeven', 64_016, 'Buy', 'Break-even', '', '+76.8 from entry', 'none'],
      ['liquidation', 62_400, 'Buy', 'Liquidation', '', '5.7% below mark', 'none'],
      ['order', 63_400, 'Buy', 'Buy', '0.250', 'Limit', 'move'],
      ['order', 64_780, 'Sell', 'Sell', '0.200', 'Limit, reduce-only', 'move'],
      ['conditional', 64_720, 'Buy', 'Buy', '0.300', 'If 64,720.0 last, market', 'move'],
      ['takeProfit', 64_900, 'Sell', 'TP', '0.500', '+930.00', 'move'],
      ['stopLoss', 62_900, 'Sell', 'SL', '0.500', '−670.00', 'move'],
      ['preOrder', 64_600, 'Sell', 'Form', '0.200', 'Limit, not sent', 'move'],
    ] as const
  ).map(([kind, price, side, name, quantity, detail, drag]) => ({
    ...{ id: `${kind}${price}`, kind, price, side, name, quantity, drag },
    details: [plain(detail)],
    buttons: drag === 'move' && kind !== 'preOrder' ? CANCEL : [],
  })),
];

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];
const DESK = { width: 1_440, height: 810 };
export const PHONE = { viewport: { width: 390, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

interface Widget {
  setLines(lines: readonly object[]): void;
  setTradeHandler(handler: object): void;
}
interface Library {
  createUdfDatafeed(options: object): object;
  createChartWidget(options: object): Widget;
}

/** Overlays opened over the chart. */
const OVER = '.chart-menu, dialog[open], .chart-panel';

export interface Pictured {
  readonly page: Page;
  readonly chart: FrameLocator;
  readonly shots: Buffer[];
  showLines(lines: readonly object[]): Promise<void>;
  /** Takes a picture once the layout is saved and nothing moves. */
  take(): Promise<void>;
  /** Opens something, takes its picture, and closes it again. */
  shoot(open: () => Promise<unknown>, over?: string): Promise<void>;
}

/** Answers a chart of this site with the market that never moves. */
export function answerStill(site: ChartSite): void {
  site.answer((query) => udfBars(WAVES.filter(({ time }) => time < Number(query.get('to')))));
}

/** A chart of that market which stands still, with every kind of line. */
export async function pictured(site: ChartSite, theme: Theme, options: PageOptions = { viewport: DESK }): Promise<Pictured> {
  const { page } = await openPage(site.origin, { visitor: true, reducedMotion: 'reduce', ...options });
  await page.clock.setFixedTime(NOW * 1_000);
  await page.goto(site.origin);
  await page.waitForFunction(() => 'TapedeckChart' in window);
  const { width, height } = options.viewport ?? DESK;
  // Exactly in the viewport: for a picture of anything larger, the emulated phone has a mouse for a moment, and the chart's bars follow.
  if (options.hasTouch === true) await page.locator('#chart').evaluate((place) => (place.style.cssText = 'position:fixed;inset:0'));
  await page.evaluate(
    ([given, lines]) => {
      const { createChartWidget, createUdfDatafeed } = (window as unknown as { readonly TapedeckChart: Library }).TapedeckChart;
      const datafeed = createUdfDatafeed({ url: '/feed', interval: 3_600_000 });
      const chart = createChartWidget({ container: 'chart', libraryPath: '/', datafeed, symbol: 'ALPHA', resolution: '30', ...given });
      const nothing = { target: '', entry: '', stop: '', ratio: '', note: '', problem: '' };
      const bracket = { estimate: () => nothing, use: () => Promise.resolve(false) };
      chart.setTradeHandler({ estimate: () => undefined, drop: () => Promise.resolve(), order: () => undefined, bracket });
      chart.setLines(lines);
      Object.assign(window, { pictured: chart });
    },
    [{ theme, width, height, overrides: { precision: 1 } }, LINES] as const,
  );
  const chart = page.frameLocator('iframe[title="Financial Chart"]');
  await chart.locator('[data-state="shown"]').waitFor();
  await chart.locator('.chart-lines li[data-kind="preOrder"]').waitFor({ state: 'attached' });
  // Fonts that arrive change the widths of the bars, which are fitted in the frame after that.
  await chart.locator('html').evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
  const shots: Buffer[] = [];
  const take = async (): Promise<void> => {
    // On a phone its button is in the menu of the bar.
    await chart.locator('.chart-layout-dot[data-saving="saved"]').waitFor({ state: 'attached' });
    await chart.locator('html').evaluate(async (root) => {
      await document.fonts.ready;
      // A press may have scrolled a bar to its button.
      for (const bar of root.querySelectorAll('.chart-toolbar, .chart-bottom, [role="toolbar"]')) bar.scrollLeft = 0;
    });
    shots.push(await steady(() => page.locator('iframe').screenshot({ animations: 'disabled' })));
  };
  const shoot = async (open: () => Promise<unknown>, over = OVER): Promise<void> => {
    await open();
    // Dialogs come with their first use.
    await chart.locator(over).first().waitFor();
    await take();
    await page.keyboard.press('Escape');
    await expect.poll(() => chart.locator('.chart-menu, dialog[open]').count()).toBe(0);
  };
  const showLines = (lines: readonly object[]): Promise<void> =>
    page.evaluate((shown) => (window as unknown as { readonly pictured: Widget }).pictured.setLines(shown), lines);
  return { page, chart, shots, showLines, take, shoot };
}

/** The first of two equal consecutive pictures: pending updates have been painted. */
async function steady(take: () => Promise<Buffer>): Promise<Buffer> {
  let before = await take();
  await expect
    .poll(async () => {
      const now = await take();
      const isSame = now.equals(before);
      before = now;
      return isSame;
    })
    .toBe(true);
  return before;
}

export const button = ({ chart }: Pictured, name: RegExp | string) => chart.getByRole('button', { name, exact: typeof name === 'string' });
export const chosen = async (of: Pictured, name: string): Promise<void> => {
  await button(of, 'Chart settings').click();
  await of.chart.getByRole('menuitem', { name }).first().click();
};
export const dialog = ({ chart }: Pictured) => chart.getByRole('dialog');

export async function addIndicators(of: Pictured, names: readonly string[]): Promise<void> {
  await button(of, 'Indicators').click();
  // The dialog comes with its first use; a key pressed before goes to the chart.
  await dialog(of).getByRole('searchbox').waitFor();
  for (const name of names) {
    await dialog(of).getByRole('searchbox').fill(name);
    await of.page.keyboard.press('Enter');
  }
  await of.page.keyboard.press('Escape');
  await dialog(of).waitFor({ state: 'detached' });
}

export async function drawLine(of: Pictured, group: RegExp, tool: string, points: readonly (readonly [number, number])[]): Promise<void> {
  const { chart } = of;
  await chart.getByRole('toolbar', { name: 'Drawing tools' }).getByRole('button', { name: group }).click();
  await chart.getByRole('menuitemcheckbox', { name: tool, exact: true }).click();
  for (const [x, y] of points) await chart.locator('.chart-canvas').click({ position: { x, y } });
  await chart.getByRole('toolbar', { name: tool, exact: true }).waitFor();
}

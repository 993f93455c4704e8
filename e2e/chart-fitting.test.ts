/// <reference lib="dom" />
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChartSite, type ChartSite } from './support/chart-site.ts';
import { PHONE, addIndicators, answerStill, button, pictured, type Pictured } from './support/still-chart.ts';

/** With UTC in the bar there is room for every button, with a longer name of the zone there is not. */
const NARROW = { width: 360, height: 640 };

let site: ChartSite;
beforeAll(async () => {
  site = await openChartSite();
  answerStill(site);
});
afterAll(() => site.close());

interface Bottom {
  readonly shown: readonly string[];
  readonly free: number;
  readonly isCut: boolean;
  /** Heights of the bar and of the chart above it. */
  readonly heights: readonly number[];
}

/** The bar below the chart. */
const bottom = ({ chart }: Pictured): Promise<Bottom> =>
  chart.locator('.chart-bottom').evaluate((bar) => ({
    shown: [...bar.querySelectorAll('button')].filter(({ hidden }) => !hidden).map((each) => each.title || each.textContent),
    free: bar.querySelector('.chart-toolbar-space')?.getBoundingClientRect().width ?? 0,
    isCut: bar.scrollWidth > bar.clientWidth,
    heights: [bar, ...document.querySelectorAll('.chart-canvas')].map((each) => each.getBoundingClientRect().height),
  }));

async function chooseZone(of: Pictured, from: RegExp | string, zone: string): Promise<void> {
  await button(of, from).click();
  await of.chart.getByRole('menuitemcheckbox', { name: zone }).click();
  await of.chart.getByRole('menu').waitFor({ state: 'detached' });
}

it('CHT-09 a button in the menu of the bar comes back when its text gets shorter', async () => {
  const of = await pictured(site, 'dark', { viewport: NARROW });
  const before = await bottom(of);
  expect(before.shown).toContain('Time zone: UTC');
  await chooseZone(of, 'Time zone: UTC', 'Pacific Time');
  await expect.poll(async () => (await bottom(of)).shown).not.toContain('Time zone: Pacific Time');
  await of.chart.locator('.chart-bottom .chart-more').click();
  await of.chart.getByRole('menuitem', { name: 'Time zone: Pacific Time' }).click();
  await of.chart.getByRole('menuitemcheckbox', { name: 'UTC' }).click();
  await expect.poll(() => bottom(of)).toEqual(before);
});

it('CHT-09 the bar makes room for a button that gets wider when it is pressed', async () => {
  const of = await pictured(site, 'dark', { viewport: NARROW });
  const { page } = of;
  await button(of, 'Auto (fits data)').click();
  await button(of, 'Auto (fits data)').and(of.chart.locator('[aria-pressed="false"]')).waitFor();
  // So narrow that another pixel would take a button away.
  const { free } = await bottom(of);
  await page.locator('iframe').evaluate((frame, width) => (frame.style.width = `${width}px`), NARROW.width - Math.floor(free));
  await expect.poll(async () => (await bottom(of)).free).toBeLessThan(1);
  await button(of, 'Auto (fits data)').click();
  await button(of, 'Auto (fits data)').and(of.chart.locator('[aria-pressed="true"]')).waitFor();
  // The frame after the change of its size fits the bar.
  await expect.poll(async () => (await bottom(of)).isCut).toBe(false);
});

it('CHT-07 a phone opens with the same bars each time, and keeps them', async () => {
  const LOADS = 5;
  const opened = await pictured(site, 'dark', PHONE);
  const first = await bottom(opened);
  for (let load = 0; load < LOADS; load += 1) {
    const of = await pictured(site, load % 2 === 0 ? 'light' : 'dark', PHONE);
    expect(await bottom(of)).toEqual(first);
    await addIndicators(of, ['Relative strength']);
    await of.take();
    expect(await bottom(of)).toEqual(first);
    await of.page.context().close();
  }
});

import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { openChartSite, udfBars, type ChartSite } from './support/chart-site.ts';
import { tapMoved } from './support/moved-tool.ts';
import { sharedServer } from './support/shared.ts';
import { LINES, PHONE, THEMES, answerStill, button, pictured } from './support/still-chart.ts';
import { Terminal, type OpenOptions } from './support/terminal.ts';

const origin = sharedServer();
let site: ChartSite;
beforeAll(async () => {
  site = await openChartSite();
  answerStill(site);
});
afterAll(() => site.close());

const FRAME = 'iframe[title="Financial Chart"]';

async function openChart(options: OpenOptions = {}): Promise<Terminal> {
  const terminal = await Terminal.open(origin, options);
  await terminal.chart.locator('[data-state="shown"]').waitFor();
  return terminal;
}

interface WithChart {
  readonly chart: FrameLocator;
}

const HALF_HOUR = 1_800;
/** Bars enough for several pages. */
const YEARS = Array.from({ length: 3_000 }, (_, index) => ({
  time: 1_700_006_400 - (2_999 - index) * HALF_HOUR,
  close: 64_000 + (index % 50),
}));
const pageOf = (query: URLSearchParams): typeof YEARS =>
  YEARS.filter(({ time }) => time < Number(query.get('to'))).slice(-Number(query.get('countback')));

/** Picture of the chart, however it is. */
const pictureOf = ({ chart }: WithChart): Promise<string> =>
  chart
    .locator('.chart-canvas')
    .screenshot({ animations: 'disabled' })
    .then((picture) => picture.toString('base64'));

/** The first of two equal pictures: fonts, labels and the last change have been painted. */
async function painted(of: WithChart): Promise<string> {
  let last = await pictureOf(of);
  await expect
    .poll(async () => {
      const before = last;
      last = await pictureOf(of);
      return last === before;
    })
    .toBe(true);
  return last;
}

const controls = ({ chart }: WithChart) => chart.getByRole('toolbar', { name: 'Replay', exact: true });
const moment = (terminal: WithChart) => controls(terminal).locator('.chart-replay-time').textContent();

/** `open`: where the screen has its button. */
async function begin(
  terminal: WithChart,
  open: () => Promise<void> = () => terminal.chart.getByRole('button', { name: 'Replay', exact: true }).click(),
): Promise<void> {
  const { chart } = terminal;
  await open();
  const dialog = chart.getByRole('dialog', { name: 'Replay' });
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await controls(terminal).waitFor();
}

describe('the replay', () => {
  it('CHT-09 starts at a moment, goes on bar by bar, plays, and ends in real time', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await chart.getByRole('button', { name: 'Replay', exact: true }).click();
    await chart.getByRole('dialog', { name: 'Replay' }).waitFor();
    expect(await findings(page, { part: FRAME }), 'the dialog').toEqual([]);
    await chart.getByRole('dialog', { name: 'Replay' }).getByRole('button', { name: 'Start', exact: true }).click();
    await controls(terminal).waitFor();
    expect(await findings(page, { part: FRAME }), 'the controls').toEqual([]);
    const first = await moment(terminal);
    await controls(terminal).getByRole('button', { name: 'Forward one bar' }).click();
    await expect.poll(() => moment(terminal)).not.toBe(first);
    const second = await moment(terminal);
    // Slowly: at the newest bar there is nothing left to pause.
    await controls(terminal).getByRole('combobox', { name: 'Speed' }).selectOption('0.5×');
    await controls(terminal).getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => moment(terminal)).not.toBe(second);
    await controls(terminal).getByRole('button', { name: 'Pause' }).click();
    // Nothing on the way of a replay can be traded.
    await chart.locator('.chart-canvas').hover({ position: { x: 300, y: 150 } });
    await chart.locator('.chart-plus').click();
    await chart.getByRole('menu').waitFor();
    const offered = await chart.locator('.chart-menu .chart-menu-label').allTextContents();
    expect(offered.some((label) => /limit|stop|bracket/i.test(label))).toBe(false);
    await page.keyboard.press('Escape');
    await controls(terminal).getByRole('button', { name: 'Back to real time' }).click();
    await controls(terminal).waitFor({ state: 'detached' });
    expect(await chart.locator('.chart-canvas').evaluate((canvas) => canvas === document.activeElement)).toBe(true);
  });

  it('CHT-09 starts at a bar that is pressed, and Escape gives up', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    const pick = async (): Promise<void> => {
      await chart.getByRole('button', { name: 'Replay', exact: true }).click();
      await chart.getByRole('button', { name: 'Pick on chart' }).click();
      await chart.getByText('Press the bar to start from').waitFor();
    };
    await pick();
    await page.keyboard.press('Escape');
    await chart.getByText('Press the bar to start from').waitFor({ state: 'detached' });
    expect(await controls(terminal).count()).toBe(0);
    await pick();
    await chart.locator('.chart-bar-pick').click({ position: { x: 300, y: 150 } });
    await controls(terminal).waitFor();
  });
});

describe.each(THEMES)('the replay of a market that never moves, in the %s theme', (theme) => {
  it('CHT-09 hides the lines of the account while it runs, and ends with another interval', async () => {
    const of = await pictured(site, theme);
    const { chart, page } = of;
    const lines = chart.locator('.chart-lines li[data-kind]');
    const count = await lines.count();
    expect(count).toBeGreaterThan(5);
    await begin(of);
    await expect.poll(() => lines.count()).toBe(0);
    // Lines that change meanwhile stay out of the picture too.
    await of.showLines(LINES.slice(1));
    await controls(of).getByRole('button', { name: 'Back to real time' }).click();
    await expect.poll(() => lines.count()).toBe(count - 1);
    await begin(of);
    await expect.poll(() => lines.count()).toBe(0);
    await chart.getByRole('group', { name: 'Resolution' }).getByRole('button', { name: '4h', exact: true }).click();
    await controls(of).waitFor({ state: 'detached' });
    await expect.poll(() => lines.count()).toBe(count - 1);
    expect(await findings(page)).toEqual([]);
  });

  it('CHT-09 leaves the view as it was before, zoomed, scrolled and stretched by hand', async () => {
    const of = await pictured(site, theme);
    const { chart, page } = of;
    const canvas = chart.locator('.chart-canvas');
    await canvas.focus();
    for (const key of ['Control+ArrowDown', 'Control+ArrowDown', 'Control+ArrowLeft', 'Control+ArrowLeft']) await page.keyboard.press(key);
    await button(of, 'Auto (fits data)').click();
    await canvas.hover({ position: { x: 200, y: 200 } });
    await canvas.dispatchEvent('pointerleave');
    const before = await painted(of);
    await begin(of);
    await expect.poll(() => pictureOf(of)).not.toBe(before);
    await page.keyboard.press('Shift+ArrowRight');
    await controls(of).getByRole('button', { name: 'Back to real time' }).click();
    await controls(of).waitFor({ state: 'detached' });
    await canvas.evaluate((element) => element.blur());
    await expect.poll(() => pictureOf(of)).toBe(before);
  });

  it('CHT-09 lists no execution that is later than its newest bar', async () => {
    const of = await pictured(site, theme);
    const executions = of.chart.getByRole('button', { name: 'Executions' });
    await executions.waitFor({ state: 'attached' });
    await begin(of);
    await executions.waitFor({ state: 'detached' });
    await controls(of).getByRole('button', { name: 'Back to real time' }).click();
    await executions.waitFor({ state: 'attached' });
  });

  it('CHT-09 works on a phone, where its controls fit', async () => {
    const of = await pictured(site, theme, PHONE);
    await begin(of, () => tapMoved(of.chart, 'Replay'));
    const box = await controls(of).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.viewport.width);
    expect(await controls(of).evaluate((bar) => bar.scrollWidth <= bar.clientWidth)).toBe(true);
    expect(await findings(of.page)).toEqual([]);
  });
});

describe('the replay of a market with years of bars', () => {
  const from = (of: WithChart) => of.chart.getByRole('dialog', { name: 'Replay' }).getByLabel('Start from');
  /** Opens the dialog, and starts as many bars before the newest one. */
  async function beginBefore(of: WithChart, bars: number): Promise<void> {
    await of.chart.getByRole('button', { name: 'Replay', exact: true }).click();
    await from(of).fill(new Date(((YEARS.at(-1)?.time ?? 0) - bars * HALF_HOUR) * 1_000).toISOString().slice(0, 16));
    await of.chart.getByRole('dialog', { name: 'Replay' }).getByRole('button', { name: 'Start', exact: true }).click();
  }

  it('CHT-09 starts before the bars that are loaded, and goes on by the keys', async () => {
    site.answer((query) => udfBars(pageOf(query)));
    const of = await pictured(site, 'dark');
    await beginBefore(of, 2_400);
    await expect.poll(() => moment(of)).toMatch(/26 Sept? 2023|Sep 26, 2023/);
    const first = await moment(of);
    await of.page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => moment(of)).not.toBe(first);
    await of.page.keyboard.press('Shift+ArrowDown');
    await controls(of).getByRole('button', { name: 'Pause' }).waitFor();
    await of.page.keyboard.press('Shift+ArrowDown');
    await controls(of).getByRole('button', { name: 'Play' }).waitFor();
    // One symbol further back than its first bar starts at that one.
    await controls(of).getByRole('button', { name: 'Start from' }).click();
    await from(of).fill('2020-01-01T00:00');
    await of.chart.getByRole('dialog', { name: 'Replay' }).getByRole('button', { name: 'Start', exact: true }).click();
    await expect.poll(() => moment(of)).toMatch(/2023/);
    answerStill(site);
  });

  it('CHT-09 says when the older bars cannot be had, and shows the live market again', async () => {
    site.answer((query) => {
      const isOlder = Number(query.get('to')) < 1_700_006_400;
      return isOlder ? { s: 'error', errmsg: 'Older bars are away' } : udfBars(pageOf(query));
    });
    const of = await pictured(site, 'dark');
    await beginBefore(of, 2_400);
    await of.chart.getByRole('alert').filter({ hasText: 'The older bars could not be loaded' }).waitFor();
    await controls(of).waitFor({ state: 'detached' });
    expect(await findings(of.page)).toEqual([]);
    answerStill(site);
  });

  it('CHT-09 gives up loading when it is left', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    site.answer((query) => udfBars(pageOf(query)));
    const of = await pictured(site, 'dark');
    const before = await painted(of);
    await of.page.route('**/feed/history*', (route) => held.then(() => route.continue()));
    await beginBefore(of, 2_400);
    await expect.poll(() => moment(of)).toBe('Loading older bars');
    await controls(of).getByRole('button', { name: 'Back to real time' }).click();
    await controls(of).waitFor({ state: 'detached' });
    await of.chart.locator('.chart-canvas').evaluate((element) => element.blur());
    await expect.poll(() => pictureOf(of)).toBe(before);
    release();
    answerStill(site);
  });
});

describe('the keys of the chart', () => {
  it.each(THEMES)('CHT-09 are listed, those of the replay too, in the %s theme', async (theme) => {
    const of = await pictured(site, theme);
    await of.chart.locator('.chart-canvas').focus();
    await of.page.keyboard.press('?');
    const dialog = of.chart.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    expect(await dialog.locator('.chart-keys-row', { hasText: 'Forward one bar' }).textContent()).toContain('Shift →');
    expect(await findings(of.page)).toEqual([]);
    await of.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await button(of, 'Chart settings').click();
    await of.chart.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await dialog.waitFor();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { openChartSite, type ChartSite } from './support/chart-site.ts';
import {
  PHONE,
  THEMES,
  addIndicators,
  answerStill,
  button,
  chosen,
  dialog,
  drawLine,
  pictured,
  type Pictured,
} from './support/still-chart.ts';

let site: ChartSite;
beforeAll(async () => {
  site = await openChartSite();
  answerStill(site);
});
afterAll(() => site.close());

const HALF_HOUR = 1_800_000;

/** Prices in a bar, where the crosshair is pointed at two places. */
async function ratio({ chart }: Pictured): Promise<number> {
  const at = async (x: number, y: number): Promise<{ readonly price: number; readonly time: number }> => {
    await chart.locator('.chart-canvas').hover({ position: { x, y } });
    // The next frame reports the crosshair.
    await chart.locator('html').evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const label = (await chart.locator('.chart-plus').getAttribute('aria-label')) ?? '';
    const time = await chart.locator('.chart-legend-values').getAttribute('data-time');
    return { price: Number(label.replace(/[^\d.]/g, '')), time: Number(time) };
  };
  const [from, to] = [await at(150, 150), await at(500, 350)];
  return (from.price - to.price) / ((to.time - from.time) / HALF_HOUR);
}

async function zoom({ chart, page }: Pictured, key: 'ArrowUp' | 'ArrowDown'): Promise<void> {
  await chart.locator('.chart-canvas').focus();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press(`Control+${key}`);
}

describe('the ratio of price to bar', () => {
  it('CHT-09 keeps while it is locked, however far the chart zooms, and is free again afterwards', async () => {
    const of = await pictured(site, 'dark');
    // Over a line, no price is pointed at.
    await of.showLines([]);
    const lock = async (): Promise<void> => {
      await button(of, 'Chart settings').click();
      await of.chart.getByRole('menuitemcheckbox', { name: 'Lock price to bar ratio' }).click();
    };
    await lock();
    const locked = await ratio(of);
    await zoom(of, 'ArrowUp');
    const zoomed = await ratio(of);
    expect(zoomed / locked).toBeGreaterThan(0.95);
    expect(zoomed / locked).toBeLessThan(1.05);
    await lock();
    await zoom(of, 'ArrowDown');
    expect((await ratio(of)) / zoomed).toBeLessThan(0.8);
  });
});

/** Chooses a resolution, and waits until the page has given it to the chart. */
async function resolution(of: Pictured, name: string): Promise<void> {
  const chosen = of.chart.getByRole('group', { name: 'Resolution' }).getByRole('button', { name, exact: true });
  await chosen.click();
  await chosen.and(of.chart.locator('[aria-pressed="true"]')).waitFor();
}
const visibility = (of: Pictured) => dialog(of).getByRole('tab', { name: 'Visibility' }).click();

describe.each(THEMES)('the visibility by interval, in the %s theme', (theme) => {
  it('CHT-09 hides an indicator outside of its intervals, from the chart and from the legend', async () => {
    const of = await pictured(site, theme);
    const { chart, page } = of;
    await addIndicators(of, ['Relative strength']);
    const legend = chart.locator('.chart-study', { hasText: 'RSI 14' });
    await legend.waitFor();
    const settings = async (): Promise<void> => {
      await legend.hover();
      await chart.getByRole('button', { name: /^Chart settings: RSI/ }).click();
      await visibility(of);
    };
    await settings();
    expect(await findings(page)).toEqual([]);
    await dialog(of).getByLabel('Minutes: From').selectOption('1m');
    await dialog(of).getByLabel('Minutes: To').selectOption('15m');
    await dialog(of).getByRole('button', { name: 'OK' }).click();
    await legend.waitFor({ state: 'detached' });
    await resolution(of, '15m');
    await legend.waitFor();
    await resolution(of, '30m');
    await legend.waitFor({ state: 'detached' });
    // The object tree says why it cannot be seen.
    await chosen(of, 'Object tree');
    await chart.getByText('Hidden at this interval').waitFor();
    await chart.getByRole('button', { name: 'Chart settings: RSI 14' }).click();
    await dialog(of).getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Escape');
    await button(of, 'Undo').click();
    await legend.waitFor();
    await button(of, 'Redo').click();
    await legend.waitFor({ state: 'detached' });
  });

  it('CHT-07 hides a drawing outside of its intervals, until that is undone', async () => {
    const of = await pictured(site, theme);
    const { chart } = of;
    await drawLine(of, /^Lines/, 'Horizontal line', [[300, 200]]);
    const bar = chart.getByRole('toolbar', { name: 'Horizontal line', exact: true });
    await bar.getByRole('button', { name: 'Drawing settings' }).click();
    await visibility(of);
    await dialog(of).getByRole('checkbox', { name: 'Minutes' }).uncheck();
    expect(await dialog(of).getByLabel('Minutes: From').isDisabled()).toBe(true);
    await dialog(of).getByRole('button', { name: 'OK' }).click();
    const press = () => chart.locator('.chart-canvas').click({ position: { x: 500, y: 200 } });
    await press();
    expect(await bar.isVisible()).toBe(false);
    await resolution(of, '1h');
    await press();
    await bar.waitFor();
    await button(of, 'Undo').click();
    await resolution(of, '30m');
    await press();
    await bar.waitFor();
  });
});

describe.each(THEMES)('saving by itself, in the %s theme', (theme) => {
  const menu = (of: Pictured) => of.chart.getByRole('button', { name: /^Layout: / });
  const item = (of: Pictured, name: string) => of.chart.getByRole('menuitem', { name });

  it('CHT-06 is turned off and on in the menu of the layout, which says what is not saved', async () => {
    const of = await pictured(site, theme);
    const { chart, page } = of;
    await menu(of).click();
    expect(await findings(page)).toEqual([]);
    await chart.getByRole('menuitemcheckbox', { name: 'Save automatically' }).click();
    await addIndicators(of, ['Relative strength']);
    const unsaved = chart.getByRole('button', { name: 'Layout: Automatic. Unsaved changes' });
    const saved = chart.getByRole('button', { name: 'Layout: Automatic. Saved' });
    await unsaved.waitFor();
    await menu(of).click();
    await item(of, 'Discard changes').click();
    await saved.waitFor();
    await chart.locator('.chart-study', { hasText: 'RSI 14' }).waitFor({ state: 'detached' });
    await addIndicators(of, ['Relative strength']);
    await unsaved.waitFor();
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press('Control+s');
    await saved.waitFor();
    await addIndicators(of, ['Momentum']);
    await unsaved.waitFor();
    await menu(of).click();
    await chart.getByRole('menuitemcheckbox', { name: 'Save automatically' }).click();
    await saved.waitFor();
  });
});

describe.each(THEMES)('the groups of the object tree, in the %s theme', (theme) => {
  it('CHT-09 are made of marked drawings, hidden, locked, renamed and dissolved', async () => {
    const of = await pictured(site, theme);
    const { chart, page } = of;
    await drawLine(of, /^Lines/, 'Horizontal line', [[300, 200]]);
    await drawLine(of, /^Lines/, 'Vertical line', [[500, 200]]);
    await chosen(of, 'Object tree');
    const tree = chart.getByRole('dialog', { name: 'Object tree' });
    const press = (name: string) => tree.getByRole('button', { name, exact: true }).click();
    expect(await tree.getByRole('button', { name: 'Group', exact: true }).isDisabled()).toBe(true);
    await tree.getByRole('checkbox', { name: /^Select: Horizontal line/ }).check();
    await tree.getByRole('checkbox', { name: 'Select: Vertical line' }).check();
    await press('Group');
    await chart.getByRole('menuitem', { name: 'New group' }).click();
    const naming = chart.getByRole('dialog', { name: 'New group' });
    await naming.getByLabel('Name').fill('Levels, weekly');
    await page.keyboard.press('Enter');
    const rows = () => tree.locator('.chart-tree-row[data-inside]').count();
    await expect.poll(rows).toBe(2);
    expect(await findings(page)).toEqual([]);
    await press('Hide: Levels, weekly');
    await tree.getByRole('button', { name: 'Show: Vertical line' }).waitFor();
    await press('Show: Levels, weekly');
    await press('Lock: Levels, weekly');
    await tree.getByRole('button', { name: 'Unlock: Vertical line' }).waitFor();
    // Locked drawings stay, and so does their group.
    expect(await tree.getByRole('button', { name: 'Remove: Levels, weekly' }).count()).toBe(0);
    await press('Unlock: Levels, weekly');
    await press('Group: Levels, weekly');
    await chart.getByRole('menuitem', { name: 'Rename group' }).click();
    await chart.getByRole('dialog', { name: 'Rename group' }).getByLabel('Name').fill('Levels');
    await page.keyboard.press('Enter');
    await press('Group: Levels');
    await chart.getByRole('menuitem', { name: 'Dissolve group' }).click();
    await expect.poll(rows).toBe(0);
    await button(of, 'Undo').click();
    await expect.poll(rows).toBe(2);
  });
});

describe.each(THEMES)('the calendar of Go to, in the %s theme', (theme) => {
  it('CHT-09 goes to a day by the keys, and takes the days of a range one after the other', async () => {
    const of = await pictured(site, theme);
    const { page } = of;
    await button(of, 'Go to').click();
    await dialog(of).waitFor();
    expect(await findings(page)).toEqual([]);
    const grid = dialog(of).getByRole('grid', { name: 'November 2023' });
    await grid.locator('[tabindex="0"]').focus();
    for (const key of ['ArrowUp', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    expect(await dialog(of).getByLabel('Date and time').inputValue()).toMatch(/^2023-11-07T/);
    await dialog(of).getByRole('tab', { name: 'Range' }).click();
    await grid.getByRole('button', { name: /November 8/ }).click();
    await grid.getByRole('button', { name: /November 10/ }).click();
    expect(await findings(page)).toEqual([]);
    expect(await dialog(of).getByLabel('From').inputValue()).toMatch(/^2023-11-08T/);
    expect(await dialog(of).getByLabel('To', { exact: true }).inputValue()).toMatch(/^2023-11-10T/);
    await dialog(of).getByRole('button', { name: 'Go', exact: true }).click();
    await dialog(of).waitFor({ state: 'detached' });
  });

  it('CHT-09 fits on a phone', async () => {
    const of = await pictured(site, theme, PHONE);
    await button(of, 'Go to').click();
    await dialog(of).waitFor();
    expect(await dialog(of).evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
    expect(await findings(of.page)).toEqual([]);
  });
});

describe('the toolbar', () => {
  it.each([1_440, 1_000])('CHT-09 has room for the name of the layout on %i pixels, before the labels of its tools', async (width) => {
    const of = await pictured(site, 'dark', { viewport: { width, height: 700 } });
    const label = of.chart.locator('.chart-layout .chart-tool-text');
    expect(await label.textContent()).toBe('Automatic');
    expect(await label.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    expect(await of.chart.locator('.chart-toolbar').evaluate((bar) => bar.scrollWidth <= bar.clientWidth)).toBe(true);
  });

  it('CHT-09 gives up its labels first', async () => {
    const of = await pictured(site, 'dark', { viewport: { width: 700, height: 700 } });
    for (const name of ['Replay', 'Alerts', 'Indicators'])
      expect(await button(of, name).locator('.chart-tool-text').isVisible(), name).toBe(false);
  });
});

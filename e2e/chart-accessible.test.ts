/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { openChartSite, type ChartSite } from './support/chart-site.ts';
import { tapMoved } from './support/moved-tool.ts';
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

/** Opens something over the chart, has axe look at everything, and closes it again. */
async function looked({ page, chart }: Pictured, label: string, open: () => Promise<unknown>, over: Locator): Promise<void> {
  await open();
  await over.first().waitFor();
  expect(await findings(page), label).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => chart.locator('.chart-menu, dialog[open]').count(), { message: label }).toBe(0);
}

const menu = ({ chart }: Pictured): Locator => chart.locator('.chart-menu');
const canvas = ({ chart }: Pictured): Locator => chart.locator('.chart-canvas');
const rightAt = (of: Pictured, x: number, y: number) => () => canvas(of).click({ button: 'right', position: { x, y } });

async function lookAtMenus(of: Pictured): Promise<void> {
  const { chart } = of;
  const names = ['All resolutions', /^Chart type: /, 'Trade lines', 'Chart settings', /^Time zone/, /^Layout/, 'Alerts'] as const;
  for (const name of names) await looked(of, String(name), () => button(of, name).click(), menu(of));
  const tools = chart.getByRole('toolbar', { name: 'Drawing tools' });
  for (const name of [/^Lines/, /^Fibonacci/, /^Shapes/, /^Text and notes/, /^Measure/, /^Magnet/])
    await looked(of, String(name), () => tools.getByRole('button', { name }).click(), menu(of));
  const box = await canvas(of).boundingBox();
  if (box === null) throw new Error('The chart is not on the screen');
  await looked(of, 'the menu of the chart', rightAt(of, 300, 60), menu(of));
  await looked(of, 'the menu of the drawing', rightAt(of, 400, 200), menu(of));
  await looked(of, 'the menu of the pane', rightAt(of, 300, box.height - 80), menu(of));
  await looked(of, 'the menu of the price axis', rightAt(of, box.width - 20, 60), menu(of));
  await looked(of, 'the menu of the time axis', rightAt(of, 300, box.height - 10), menu(of));
  await canvas(of).hover({ position: { x: 500, y: 120 } });
  await looked(of, 'the plus', () => chart.locator('.chart-plus').click(), menu(of));
}

async function lookAtDialogs(of: Pictured): Promise<void> {
  const { page } = of;
  const type = async (key: string): Promise<void> => {
    await canvas(of).focus();
    await page.keyboard.press(key);
  };
  await looked(of, 'indicators', () => button(of, 'Indicators').click(), dialog(of));
  for (const [row, label] of [
    ['BB', 'settings of an indicator'],
    ['RSI', 'settings of an indicator in a pane'],
  ] as const) {
    await of.chart.locator('.chart-study').filter({ hasText: row }).hover();
    const settings = of.chart
      .locator('.chart-study')
      .filter({ hasText: row })
      .getByRole('button', { name: /^Chart settings: / });
    await looked(of, label, () => settings.click(), dialog(of));
  }
  await looked(of, 'compare', () => button(of, 'Compare or add symbol').click(), dialog(of));
  await looked(of, 'interval', () => type('4'), dialog(of));
  await looked(of, 'symbol', () => type('b'), dialog(of));
  for (const name of ['Symbol info', 'Go to', 'Table of bars']) await looked(of, name, () => chosen(of, name), dialog(of));
  for (const tab of ['Legend', 'Symbol', 'Scales', 'Events', 'Alerts']) {
    await looked(
      of,
      `settings, ${tab}`,
      async () => {
        await chosen(of, 'All settings');
        await dialog(of).getByRole('tab', { name: tab }).click();
      },
      dialog(of).getByRole('tab', { name: tab, selected: true }),
    );
  }
  await looked(of, 'a new alert', () => canvas(of).press('Alt+a'), dialog(of));
  await looked(of, 'picture', () => button(of, 'Save chart picture').click(), dialog(of));
  await canvas(of).click({ position: { x: 400, y: 200 } });
  await looked(of, 'settings of a drawing', () => page.keyboard.press('Enter'), dialog(of));
  const layouts = async (name: string): Promise<void> => {
    await button(of, /^Layout/).click();
    await of.chart.getByRole('menuitem', { name }).click();
  };
  await looked(of, 'layouts', () => layouts('All layouts'), dialog(of));
  await looked(of, 'name of a layout', () => layouts('Save as'), dialog(of));
}

/** Panels stay beside the chart: all of them at once. */
async function lookAtPanels(of: Pictured): Promise<void> {
  const { chart, page } = of;
  const panels = chart.locator('.chart-panel');
  await chosen(of, 'Object tree');
  await chosen(of, 'Data window');
  await button(of, 'Alerts').click();
  await chart.getByRole('menuitem', { name: 'All alerts' }).click();
  await expect.poll(() => panels.count()).toBe(3);
  await canvas(of).focus();
  await page.keyboard.press('Alt+a');
  await dialog(of).getByRole('button', { name: 'Create', exact: true }).click();
  await panels.locator('.chart-alert-row').first().waitFor();
  expect(await findings(page), 'panels').toEqual([]);
}

it('CHT-09 axe finds a button without a name, in the page and in the chart', async () => {
  const of = await pictured(site, 'dark');
  expect(await findings(of.page)).toEqual([]);
  const unnamed = (place: HTMLElement): void => place.append(document.createElement('button'));
  await of.page.locator('main').evaluate(unnamed);
  await of.chart.locator('.chart-toolbar').evaluate(unnamed);
  expect(await findings(of.page)).toEqual([expect.stringMatching(/^button-name: /), expect.stringMatching(/^button-name: /)]);
  expect(await findings(of.page, { exclude: 'iframe' })).toHaveLength(1);
  expect(await findings(of.page, { part: 'iframe' })).toHaveLength(1);
});

describe.each(THEMES)('in the %s theme, axe finds nothing serious', (theme) => {
  it('CHT-09 in any menu of the chart', async () => {
    const of = await pictured(site, theme);
    await addIndicators(of, ['Bollinger', 'Relative strength']);
    await drawLine(of, /^Lines/, 'Horizontal line', [[400, 200]]);
    expect(await findings(of.page), 'the chart with a selected drawing').toEqual([]);
    await of.page.keyboard.press('Escape');
    await lookAtMenus(of);
  });

  it('CHT-09 in any of its dialogs and panels', async () => {
    const of = await pictured(site, theme);
    await addIndicators(of, ['Bollinger', 'Relative strength']);
    await drawLine(of, /^Lines/, 'Horizontal line', [[400, 200]]);
    await of.page.keyboard.press('Escape');
    await lookAtDialogs(of);
    await lookAtPanels(of);
  });

  it('CHT-06 CHT-09 in templates, the list of lines, executions, a bracket, and before a layout is deleted', async () => {
    const of = await pictured(site, theme);
    const { chart, page } = of;
    await drawLine(of, /^Lines/, 'Horizontal line', [[400, 200]]);
    await looked(of, 'templates', () => button(of, 'Templates').click(), menu(of));
    await chart.locator('.chart-lines li[data-kind="position"] button').first().focus();
    expect(await findings(page), 'the list of lines').toEqual([]);
    const openExecutions = async (): Promise<void> => {
      await button(of, /^Executions/).focus();
      await page.keyboard.press('Enter');
    };
    await looked(of, 'executions', openExecutions, dialog(of));
    await canvas(of).hover({ position: { x: 500, y: 120 } });
    await chart.locator('.chart-plus').click();
    await chart.getByRole('menuitem', { name: 'Long bracket' }).click();
    await chart.getByRole('region', { name: 'Long bracket' }).getByRole('slider', { name: 'Stop' }).waitFor();
    expect(await findings(page), 'a bracket').toEqual([]);
    await button(of, /^Layout/).click();
    await chart.getByRole('menuitem', { name: /^Save as/ }).click();
    await dialog(of).getByLabel('Name').fill('Scalping');
    await page.keyboard.press('Enter');
    await button(of, /^Layout: Scalping\. Saved/).waitFor();
    await button(of, /^Layout/).click();
    await chart.getByRole('menuitem', { name: /^All layouts/ }).click();
    await button(of, 'Delete layout: Scalping').click();
    await chart.getByRole('dialog', { name: 'Delete layout: Scalping' }).waitFor();
    expect(await findings(page), 'before a layout is deleted').toEqual([]);
  });

  it('CHT-09 on a phone, with the drawing tools and a dialog', async () => {
    const of = await pictured(site, theme, PHONE);
    await button(of, 'Drawing tools').tap();
    await of.chart.getByRole('toolbar', { name: 'Drawing tools' }).waitFor();
    expect(await findings(of.page), 'the chart').toEqual([]);
    await looked(of, 'indicators', () => button(of, 'Indicators').tap(), dialog(of));
    await looked(
      of,
      'settings',
      async () => {
        await tapMoved(of.chart, 'Chart settings');
        await of.chart.getByRole('menuitem', { name: 'All settings' }).tap();
      },
      dialog(of),
    );
  });
});

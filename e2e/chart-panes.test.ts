import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal, type OpenOptions } from './support/terminal.ts';

const origin = sharedServer();

async function openPanes(options: OpenOptions = {}): Promise<Terminal> {
  const terminal = await Terminal.open(origin, options);
  const { chart, page } = terminal;
  await chart.locator('[data-state="shown"]').waitFor();
  await chart.getByRole('button', { name: 'Indicators' }).click();
  const search = chart.getByRole('searchbox', { name: 'Search' });
  for (const wanted of ['relative strength', 'awesome osc']) {
    await search.fill(wanted);
    await search.press('Enter');
  }
  await page.keyboard.press('Escape');
  await divider(chart, 'AO').waitFor();
  return terminal;
}

const divider = (chart: FrameLocator, name: string) => chart.getByRole('separator', { name: new RegExp(`^Resize panes: ${name}`) });
const button = (chart: FrameLocator, words: string) => chart.getByRole('button', { name: new RegExp(`^${words}`) });

/** Where the panes begin below the prices, in pixels from the top of the picture, by the first word of their name. */
const tops = (chart: FrameLocator): Promise<Readonly<Record<string, number>>> =>
  chart
    .locator('.chart-pane-divider:not([hidden])')
    .evaluateAll((found) =>
      Object.fromEntries(
        found.map((node) => [node.getAttribute('aria-label')?.split(' ')[2] ?? '', Number.parseFloat((node as HTMLElement).style.top)]),
      ),
    );

async function dragBy(page: Page, chart: FrameLocator, name: string, pixels: number, isDropped = true): Promise<void> {
  const box = await divider(chart, name).boundingBox();
  if (box === null) throw new Error(`There is no divider above ${name}`);
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + pixels / 2);
  await page.mouse.move(x, y + pixels);
  if (isDropped) await page.mouse.up();
}

const saved = (chart: FrameLocator) => chart.getByRole('button', { name: /^Layout: .*\. Saved$/ }).waitFor();

describe('panes', () => {
  it('CHT-06 are resized by pointer and keys, moved, maximised and closed, undone and restored', async () => {
    const terminal = await openPanes();
    const { chart, page } = terminal;
    const undo = chart.getByRole('button', { name: 'Undo' });
    const first = await tops(chart);
    expect(first['RSI']).toBeLessThan(first['AO'] ?? 0);

    // Escape puts the divider back; a drop is one step of undo.
    await dragBy(page, chart, 'RSI', -40, false);
    await expect.poll(() => tops(chart)).toEqual({ ...first, RSI: (first['RSI'] ?? 0) - 40 });
    await page.keyboard.press('Escape');
    await expect.poll(() => tops(chart)).toEqual(first);
    await page.mouse.up();
    await dragBy(page, chart, 'RSI', -40);
    const dragged = { ...first, RSI: (first['RSI'] ?? 0) - 40 };
    await expect.poll(() => tops(chart)).toEqual(dragged);
    // The rows of the legend go with their pane.
    const row = chart.locator('.chart-picture > .chart-study').filter({ hasText: 'RSI' });
    await expect.poll(() => row.evaluate((node) => Number.parseFloat(node.style.top))).toBe(dragged.RSI + 3);
    await undo.click();
    await expect.poll(() => tops(chart)).toEqual(first);
    await chart.getByRole('button', { name: 'Redo' }).click();
    await divider(chart, 'AO').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    const stepped = { ...dragged, AO: (first['AO'] ?? 0) - 20 };
    await expect.poll(() => tops(chart)).toEqual(stepped);

    await button(chart, 'Move pane up: AO').focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => Object.keys(await tops(chart)).length).toBe(2);
    await expect.poll(async () => ((await tops(chart))['AO'] ?? 0) < ((await tops(chart))['RSI'] ?? 0)).toBe(true);
    const moved = await tops(chart);
    await saved(chart);
    await page.reload();
    await chart.locator('[data-state="shown"]').waitFor();
    await expect.poll(() => tops(chart)).toEqual(moved);

    // Pressed twice, a pane has the picture for itself; pressed twice again, it stands among the others.
    const picture = await chart.locator('.chart-canvas').boundingBox();
    if (picture === null) throw new Error('The chart is not on the screen');
    const inAo = [picture.x + picture.width / 2, picture.y + ((moved['AO'] ?? 0) + (moved['RSI'] ?? 0)) / 2] as const;
    await page.mouse.dblclick(...inAo);
    await expect.poll(() => tops(chart)).toEqual({});
    await chart.locator('.chart-legend').waitFor({ state: 'hidden' });
    await saved(chart);
    await page.reload();
    await chart.locator('[data-state="shown"]').waitFor();
    await button(chart, 'Restore panes: AO').waitFor();
    await page.mouse.dblclick(...inAo);
    await expect.poll(() => tops(chart)).toEqual(moved);

    await button(chart, 'Close pane: RSI').focus();
    await page.keyboard.press('Enter');
    await divider(chart, 'RSI').waitFor({ state: 'detached' });
    await chart.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => tops(chart)).toEqual(moved);
    expect(await findings(page)).toEqual([]);
  });

  it('CHT-09 a symbol is compared in a pane of its own, which is undone, restored, moved and closed like any other', async () => {
    const terminal = await Terminal.open(origin);
    const { chart, page } = terminal;
    await chart.locator('[data-state="shown"]').waitFor();
    await chart.getByRole('button', { name: 'Compare or add symbol' }).click();
    await chart.getByRole('button', { name: 'ETHUSDT: New pane' }).click();
    await page.keyboard.press('Escape');
    await divider(chart, 'ETHUSDT').waitFor();
    // The prices of the chart keep their own scale.
    expect(await chart.getByRole('button', { name: 'Percent', exact: true }).getAttribute('aria-pressed')).toBe('false');
    const row = chart.locator('.chart-picture > .chart-study').filter({ hasText: 'ETHUSDT' });
    await expect.poll(() => row.locator('.chart-study-values').textContent()).toMatch(/^[\d,]+(\.\d+)?$/);
    const undo = chart.getByRole('button', { name: 'Undo' });
    await undo.click();
    await divider(chart, 'ETHUSDT').waitFor({ state: 'detached' });
    await chart.getByRole('button', { name: 'Redo' }).click();
    await divider(chart, 'ETHUSDT').waitFor();
    await saved(chart);
    await page.reload();
    await divider(chart, 'ETHUSDT').waitFor();
    await chart.getByRole('button', { name: 'Indicators' }).click();
    await chart.getByRole('searchbox', { name: 'Search' }).fill('relative strength');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await divider(chart, 'RSI').waitFor();
    await button(chart, 'Move pane down: ETHUSDT').focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => Object.keys(await tops(chart)).length).toBe(2);
    await expect.poll(async () => ((await tops(chart))['RSI'] ?? 0) < ((await tops(chart))['ETHUSDT'] ?? 0)).toBe(true);
    await row.getByRole('button', { name: 'Hide: ETHUSDT' }).focus();
    await page.keyboard.press('Enter');
    await divider(chart, 'ETHUSDT').waitFor({ state: 'detached' });
    // Out of its pane, the row waits in the legend to show it again.
    await chart.locator('.chart-studies').getByRole('button', { name: 'Show: ETHUSDT' }).focus();
    await page.keyboard.press('Enter');
    await button(chart, 'Close pane: ETHUSDT').focus();
    await page.keyboard.press('Enter');
    await row.waitFor({ state: 'detached' });
    await undo.click();
    await divider(chart, 'ETHUSDT').waitFor();
    expect(await findings(page)).toEqual([]);
  });

  it('CHT-06 the menu of a pane moves and maximises it, and the prices are maximised like any other pane', async () => {
    const terminal = await openPanes();
    const { chart, page } = terminal;
    const first = await tops(chart);
    const picture = await chart.locator('.chart-canvas').boundingBox();
    if (picture === null) throw new Error('The chart is not on the screen');
    const choose = async (y: number, label: string): Promise<void> => {
      await page.mouse.click(picture.x + picture.width / 2, picture.y + y, { button: 'right' });
      await chart.getByRole('menuitem', { name: label }).click();
    };
    await choose((first['RSI'] ?? 0) + 30, 'Move pane down');
    await expect.poll(async () => ((await tops(chart))['AO'] ?? 0) < ((await tops(chart))['RSI'] ?? 0)).toBe(true);
    await choose(60, 'Maximise pane');
    await expect.poll(() => tops(chart)).toEqual({});
    await chart.locator('.chart-study').filter({ hasText: 'RSI' }).waitFor({ state: 'hidden' });
    await choose(60, 'Restore panes');
    await divider(chart, 'RSI').waitFor();
  });

  it('CHT-06 a finger drags the divider on a phone', async () => {
    const terminal = await openPanes({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, until: 'price' });
    const { chart, page } = terminal;
    const before = await tops(chart);
    const box = await divider(chart, 'RSI').boundingBox();
    if (box === null) throw new Error('There is no divider');
    const session = await page.context().newCDPSession(page);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (const by of [-10, -20, -30])
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + by }] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(async () => (await tops(chart))['RSI']).toBe((before['RSI'] ?? 0) - 30);
  });
});

import { describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal, type OpenOptions } from './support/terminal.ts';

const origin = sharedServer();
const FRAME = 'iframe[title="Financial Chart"]';

async function openChart(options: OpenOptions = {}): Promise<Terminal> {
  const terminal = await Terminal.open(origin, options);
  await terminal.chart.locator('[data-state="shown"]').waitFor();
  return terminal;
}

/** Share of the height at which there are no bars and no lines: volume stands there. */
const FREE = 0.87;

/** A place of the picture by shares of its width and height. */
async function place({ chart }: Terminal, x: number, y: number): Promise<readonly [number, number]> {
  const box = await chart.locator('.chart-canvas').boundingBox();
  if (box === null) throw new Error('The chart is not on the screen');
  return [box.x + box.width * x, box.y + box.height * y];
}

const items = ({ chart }: Terminal) => chart.locator('.chart-menu .chart-menu-label').allTextContents();

async function rightClick(terminal: Terminal, x: number, y: number): Promise<void> {
  await terminal.page.mouse.click(...(await place(terminal, x, y)), { button: 'right' });
  await terminal.chart.getByRole('menu').waitFor();
}

async function addIndicator({ chart, page }: Terminal, name: string): Promise<void> {
  await chart.getByRole('button', { name: 'Indicators' }).click();
  await chart.getByRole('searchbox', { name: 'Search' }).fill(name);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

describe('the menu of the picture', () => {
  it('CHT-07 CHT-09 on the chart copies the price, draws there, leads to the dialogs and gives the focus back', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await rightClick(terminal, 0.3, FREE);
    expect(await findings(page, { part: FRAME })).toEqual([]);
    const price = await chart
      .getByRole('menuitem', { name: /^Copy price/ })
      .locator('.chart-menu-note')
      .textContent();
    await chart.getByRole('menuitem', { name: /^Copy price/ }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(String(Number(price?.replaceAll(',', ''))));
    await rightClick(terminal, 0.3, FREE);
    await chart.getByRole('menuitem', { name: /^Horizontal line/ }).click();
    await chart.getByRole('toolbar', { name: 'Horizontal line', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    // By keyboard, and the keys of the chart work again after it.
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press('Shift+F10');
    await chart.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await chart.getByRole('menu').waitFor({ state: 'detached' });
    expect(await chart.locator('.chart-canvas').evaluate((canvas) => canvas === document.activeElement)).toBe(true);
    expect(await chart.locator('.chart-context').count()).toBe(0);
    await rightClick(terminal, 0.5, FREE - 0.06);
    await chart.getByRole('menuitem', { name: 'Remove all drawings: 1' }).click();
    await rightClick(terminal, 0.3, FREE);
    expect((await items(terminal)).some((label) => label.startsWith('Remove all'))).toBe(false);
    await chart.getByRole('menuitem', { name: 'All settings' }).click();
    await chart.getByRole('dialog', { name: 'Chart settings' }).waitFor();
  });

  it('CHT-07 of a drawing locks, copies, hides and removes it', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await rightClick(terminal, 0.3, FREE);
    await chart.getByRole('menuitem', { name: /^Horizontal line/ }).click();
    await page.keyboard.press('Escape');
    const act = async (name: string): Promise<void> => {
      await rightClick(terminal, 0.5, FREE);
      await chart.getByRole('menu', { name: 'Horizontal line' }).getByRole('menuitem', { name, exact: true }).click();
    };
    await act('Lock');
    await rightClick(terminal, 0.5, FREE);
    expect(await items(terminal)).not.toContain('Remove');
    await page.keyboard.press('Escape');
    await act('Unlock');
    await act('Copy');
    await rightClick(terminal, 0.6, FREE - 0.05);
    await chart.getByRole('menuitem', { name: 'Paste' }).click();
    await page.keyboard.press('Escape');
    await act('Remove');
    await rightClick(terminal, 0.5, FREE - 0.05);
    await chart.getByRole('menuitem', { name: 'Remove all drawings: 1' }).click();
  });

  it('CHT-09 of an indicator, of the price axis and of the time axis does what stands in it', async () => {
    const terminal = await openChart();
    const { chart } = terminal;
    await addIndicator(terminal, 'relative strength');
    await chart.locator('.chart-study').filter({ hasText: 'RSI 14' }).waitFor();
    await rightClick(terminal, 0.4, 0.86);
    await chart.getByRole('menu', { name: 'RSI 14' }).getByRole('menuitem', { name: 'Remove' }).click();
    await chart.locator('.chart-study').filter({ hasText: 'RSI 14' }).waitFor({ state: 'detached' });
    await rightClick(terminal, 0.98, 0.4);
    await chart.getByRole('menu', { name: 'Price scale' }).getByRole('menuitemcheckbox', { name: 'Logarithmic' }).click();
    await expect.poll(() => chart.getByRole('button', { name: 'Logarithmic', exact: true }).getAttribute('aria-pressed')).toBe('true');
    await rightClick(terminal, 0.4, 0.99);
    await chart.getByRole('menu', { name: 'Time zone' }).getByRole('menuitemcheckbox', { name: 'Tokyo' }).click();
    await chart.getByRole('button', { name: 'Time zone: Tokyo' }).waitFor();
  });

  it('opens by a long touch on a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    const terminal = await openChart({ until: 'price', ...phone });
    const { chart, page } = terminal;
    const pencil = chart.getByRole('button', { name: 'Drawing tools', exact: true });
    expect(await pencil.getAttribute('aria-pressed')).toBe('false');
    await pencil.tap();
    expect(await pencil.getAttribute('aria-pressed')).toBe('true');
    await pencil.tap();
    const devtools = await page.context().newCDPSession(page);
    const [x, y] = await place(terminal, 0.4, 0.4);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number): Promise<unknown> =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
    const newest = await chart.locator('.chart-legend-values').getAttribute('data-time');
    await touch('touchStart', x);
    // The legend shows the bar under the finger once it has rested.
    await expect.poll(() => chart.locator('.chart-legend-values').getAttribute('data-time')).not.toBe(newest);
    await touch('touchEnd');
    await chart.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await chart.getByRole('menu').waitFor({ state: 'detached' });
    expect(await findings(page, { part: FRAME })).toEqual([]);
  });
});

// Time limit of this file: 240 s, since its alerts wait for a market that moves once a second.
/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { openChartSite, SITE_BARS, udfBars, type ChartSite } from './support/chart-site.ts';
import { openPage } from './support/guarded-page.ts';
import { tapMoved } from './support/moved-tool.ts';
import { ownServer } from './support/own-server.ts';
import { writeRecording } from './support/recording.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal, type OpenOptions } from './support/terminal.ts';

const origin = sharedServer();

declare global {
  interface Window {
    /** Notes that the page played. */
    notes?: number;
  }
}

async function open(symbol: string, options: OpenOptions = {}, server = origin): Promise<Terminal> {
  const terminal = await Terminal.open(server, { path: `/trade/usdt/${symbol}`, ...options });
  await terminal.chart.locator(`[data-symbol="${symbol}"][data-state="shown"]`).waitFor();
  return terminal;
}

const lines = ({ chart }: Terminal): Locator => chart.locator('.chart-lines li[data-kind="alert"]');
const notices = ({ chart }: Terminal): Locator => chart.locator('.chart-alert-notice');
const dialogOf = ({ chart }: Terminal, name = 'Create alert'): Locator => chart.getByRole('dialog', { name, exact: true });
const panelOf = ({ chart }: Terminal): Locator => chart.getByRole('dialog', { name: 'Alerts', exact: true });

async function openDialog(terminal: Terminal): Promise<Locator> {
  await terminal.chart.locator('.chart-canvas').focus();
  await terminal.page.keyboard.press('Alt+A');
  const dialog = dialogOf(terminal);
  await dialog.waitFor();
  return dialog;
}

async function openPanel(terminal: Terminal): Promise<Locator> {
  await terminal.chart.getByRole('button', { name: 'Alerts', exact: true }).click();
  await terminal.chart.getByRole('menuitem', { name: 'All alerts' }).click();
  const panel = panelOf(terminal);
  await panel.waitFor();
  return panel;
}

const create = (dialog: Locator): Promise<void> => dialog.getByRole('button', { name: 'Create', exact: true }).click();
const valueOf = async (dialog: Locator): Promise<number> => Number(await dialog.getByLabel('Value', { exact: true }).inputValue());

/** A new alert on the price, with a condition. */
async function add(terminal: Terminal, condition: string, value: (newest: number) => number, name = ''): Promise<number> {
  const dialog = await openDialog(terminal);
  const wanted = value(await valueOf(dialog));
  await dialog.getByLabel('Condition').selectOption({ label: condition });
  await dialog.getByLabel('Value', { exact: true }).fill(String(wanted));
  await dialog.getByLabel('Name').fill(name);
  await create(dialog);
  await dialog.waitFor({ state: 'detached' });
  return wanted;
}

/** Where on the page the label of the alert's line is taken. */
async function gripOf({ chart }: Terminal): Promise<{ x: number; y: number }> {
  const canvas = chart.locator('.chart-canvas');
  const find = () =>
    canvas.evaluate((node: HTMLElement) => {
      const box = node.getBoundingClientRect();
      for (let x = box.right - 110; x > box.right - 420; x -= 12) {
        for (let y = box.top + 8; y < box.bottom - 30; y += 6) {
          node.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y, pointerType: 'mouse' }));
          if (node.style.cursor === 'ns-resize') return { x: x - box.left, y: y - box.top };
        }
      }
      return undefined;
    });
  let found: { x: number; y: number } | undefined;
  await expect.poll(async () => (found = await find())).toBeDefined();
  const box = await canvas.boundingBox();
  if (box === null || found === undefined) throw new Error('No label to take');
  return { x: box.x + found.x, y: box.y + found.y };
}

const priceOf = async (line: Locator): Promise<number> => Number(await line.getAttribute('data-price'));

describe('alerts on the chart', () => {
  it('an alert made in the dialog fires on a live bar, once: it is told, heard and logged', async () => {
    // The live market may stand still for a minute; this one rises by one a second.
    const { url } = await ownServer('--replay', writeRecording('rises').file);
    const prepare: OpenOptions['prepare'] = async ({ context }) => {
      await context.addInitScript(() => {
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function played(...when) {
          window.notes = (window.notes ?? 0) + 1;
          start.apply(this, when);
        };
      });
    };
    const terminal = await open('BTCUSDT', { prepare }, url);
    const { chart } = terminal;
    // The alert may fire while the next one is created: its notice stays until it is closed.
    await chart.locator('body').evaluate(() => {
      const habits = { sound: true, volume: 60, notices: true, keep: 0, browser: false };
      localStorage.setItem('tapedeck-chart-alerts', JSON.stringify({ format: 1, alerts: [], log: [], habits }));
    });
    const dialog = await openDialog(terminal);
    await dialog.getByText('Alerts work only while a chart is open in this browser.').waitFor();
    // The condition says which fields it needs.
    await dialog.getByLabel('Condition').selectOption({ label: 'Moves up by' });
    await dialog.getByLabel('Percent').fill('2');
    expect(await dialog.getByLabel('Value', { exact: true }).isVisible()).toBe(false);
    await dialog.getByLabel('Condition').selectOption({ label: 'Enters channel' });
    await dialog.getByLabel('Second value').waitFor();
    await dialog.getByLabel('Condition').selectOption({ label: 'Crosses' });
    await dialog.getByLabel('Message').fill('Take half off');
    // A price between two ticks goes to the nearest. The price reaches this one in twelve seconds: it is read last.
    const newest = Number((await chart.locator('[data-field="close"]').textContent())?.replaceAll(',', ''));
    await dialog.getByLabel('Value', { exact: true }).fill((newest + 12.34).toFixed(2));
    await create(dialog);
    await lines(terminal).waitFor({ state: 'attached' });
    expect(await priceOf(lines(terminal))).toBeCloseTo(newest + 12.3, 6);
    await add(terminal, 'Crosses', (price) => price - 200, 'Dip');

    const fired = notices(terminal).filter({ hasText: 'BTCUSDT' }).filter({ hasNotText: 'Alert added' });
    await fired.first().waitFor();
    expect(await chart.locator('body').evaluate(() => window.notes)).toBeGreaterThan(0);
    expect(await chart.locator('.chart-alert-notices').getAttribute('aria-live')).toBe('assertive');
    const panel = await openPanel(terminal);
    await expect.poll(() => panel.locator('.chart-alert-row').filter({ hasText: 'Fired' }).count()).toBe(1);
    const log = panel.getByRole('list', { name: 'Fired' });
    await log.getByText(/crosses/).waitFor();
    // A fired alert has no line and does not fire again; the other one still waits.
    await expect.poll(async () => [await lines(terminal).count(), await log.locator('li').count()]).toEqual([1, 1]);
    await panel.getByRole('button', { name: 'Clear the list' }).click();
    await panel.getByText('No alert has fired yet.').waitFor();
  });

  it('the plus adds an alert at its price; its line is moved by drag and by keys, undone by Escape, kept and removed', async () => {
    const terminal = await open('SOLUSDT');
    const { chart, page } = terminal;
    const box = await chart.locator('.chart-canvas').boundingBox();
    if (box === null) throw new Error('No chart');
    // Far from both edges, where the line stays when the scale follows the price.
    const level = box.y + box.height * 0.4;
    await page.mouse.move(box.x + 200, level);
    await page.mouse.move(box.x + 220, level);
    await chart.locator('.chart-plus').hover();
    await chart.locator('.chart-plus').click();
    const item = chart.getByRole('menuitem', { name: /^Add alert at/ });
    const price = Number(/[\d.,]+$/.exec((await item.locator('.chart-menu-label').textContent()) ?? '')?.[0]?.replaceAll(',', ''));
    await item.click();
    const line = lines(terminal);
    await line.waitFor({ state: 'attached' });
    expect(await priceOf(line)).toBe(price);

    const drag = async (by: number): Promise<void> => {
      const grip = await gripOf(terminal);
      await page.mouse.move(grip.x, grip.y);
      await page.mouse.down();
      await page.mouse.move(grip.x, grip.y + by, { steps: 5 });
      await chart.locator('.chart-drag').getByText('From the last price').waitFor();
    };
    await drag(20);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await priceOf(line)).toBe(price);
    await drag(-20);
    await page.mouse.up();
    await expect.poll(() => priceOf(line)).toBeGreaterThan(price);
    const dragged = await priceOf(line);
    await line.getByRole('button', { name: /^Move with the arrow keys/ }).focus();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Escape');
    expect(await priceOf(line)).toBe(dragged);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => priceOf(line)).toBeLessThan(dragged);
    const moved = await priceOf(line);

    await page.reload();
    await line.waitFor({ state: 'attached' });
    expect(await priceOf(line)).toBe(moved);
    await line.getByRole('button', { name: /^Edit/ }).focus();
    await page.keyboard.press('Enter');
    const dialog = dialogOf(terminal, 'Edit alert');
    expect(await valueOf(dialog)).toBe(moved);
    await dialog.getByLabel('Name').fill('Support');
    await dialog.getByLabel('Until').fill('2020-01-01T00:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    // It cannot expire in the past: the dialog stays.
    expect(await dialog.getByLabel('Until').evaluate((field: HTMLInputElement) => field.validationMessage)).toContain('in the future');
    await dialog.getByLabel('Until').fill('2090-01-01T00:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await line.filter({ hasText: 'Support' }).waitFor({ state: 'attached' });

    const panel = await openPanel(terminal);
    await panel.getByText(/Active · Once, 30m, Until Jan 1, 2090/).waitFor();
    await panel.getByRole('button', { name: 'Pause: Support' }).click();
    await panel.getByText(/^Paused/).waitFor();
    await line.waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Resume: Support' }).click();
    await line.waitFor({ state: 'attached' });
    await panel.getByRole('button', { name: 'Remove: Support' }).click();
    await line.waitFor({ state: 'detached' });
    await notices(terminal).filter({ hasText: 'Alert removed' }).getByRole('button', { name: 'Undo' }).click();
    await line.filter({ hasText: 'Support' }).waitFor({ state: 'attached' });
    await panel.getByRole('button', { name: 'Remove: Support' }).click();
    await panel.getByText('There are no alerts yet.').waitFor();
  });

  it('an alert on an indicator fires by its values, and keeps its inputs', async () => {
    const terminal = await open('XRPUSDT');
    const { chart, page } = terminal;
    await chart.getByRole('button', { name: 'Indicators' }).click();
    await chart.getByRole('searchbox', { name: 'Search' }).fill('relative strength');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const legend = chart.locator('.chart-study').filter({ hasText: 'RSI 14' });
    await legend.hover();
    await legend.getByRole('button', { name: 'Create alert: RSI 14' }).click();
    const dialog = dialogOf(terminal);
    expect(await dialog.getByLabel('When').locator('option:checked').textContent()).toBe('RSI 14');
    expect(await valueOf(dialog)).toBeGreaterThan(0);
    await dialog.getByLabel('Condition').selectOption({ label: 'Greater than' });
    await dialog.getByLabel('Value', { exact: true }).fill('1');
    await create(dialog);
    await notices(terminal).filter({ hasNotText: 'Alert added' }).filter({ hasText: 'XRPUSDT RSI 14 above 1' }).waitFor();
    // The indicator may go: the alert has its own.
    await legend.hover();
    await legend.getByRole('button', { name: 'Remove: RSI 14' }).click();
    const panel = await openPanel(terminal);
    await panel.getByRole('button', { name: 'Restart: XRPUSDT RSI 14 above 1' }).click();
    await expect.poll(() => panel.getByRole('list', { name: 'Fired' }).locator('li').count()).toBe(2);
  });

  it('an alert on a drawing moves with it, fires by where it is, and stops without it', async () => {
    const terminal = await open('ETHUSDT');
    const { chart, page } = terminal;
    const box = await chart.locator('.chart-canvas').boundingBox();
    if (box === null) throw new Error('No chart');
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press('Alt+H');
    await page.mouse.move(box.x + 200, box.y + box.height * 0.8);
    await page.mouse.click(box.x + 200, box.y + box.height * 0.8);
    const bar = chart.getByRole('toolbar', { name: 'Horizontal line' });
    const last = Number((await terminal.lastPrice.textContent())?.replaceAll(',', ''));
    const put = async (price: number): Promise<void> => {
      await bar.getByRole('button', { name: 'Drawing settings' }).click();
      const settings = chart.getByRole('dialog', { name: 'Horizontal line' });
      await settings.getByRole('tab', { name: 'Coordinates' }).click();
      await settings.getByLabel('Price 1').fill(String(price));
      await settings.getByRole('button', { name: 'OK' }).click();
    };
    await put(last * 1.3);
    await bar.getByRole('button', { name: 'Create alert' }).click();
    const dialog = dialogOf(terminal);
    expect(await dialog.getByLabel('Compared with').locator('option:checked').textContent()).toBe('Horizontal line');
    await dialog.getByLabel('Condition').selectOption({ label: 'Greater than' });
    await dialog.getByLabel('Fires').selectOption({ label: 'Once per bar' });
    await create(dialog);
    const panel = await openPanel(terminal);
    const row = panel.locator('.chart-alert-row').filter({ hasText: 'ETHUSDT above Horizontal line' });
    await row.getByText(/^Active/).waitFor();

    // Put below the price, whatever the price does meanwhile: the next tick fires it.
    expect(await panel.getByRole('list', { name: 'Fired' }).locator('li').count()).toBe(0);
    await put(last * 0.7);
    await expect.poll(() => panel.getByRole('list', { name: 'Fired' }).locator('li').count()).toBeGreaterThan(0);

    await bar.getByRole('button', { name: 'Remove' }).click();
    await row.getByText(/^Its drawing was removed/).waitFor();
    await chart.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await row.getByText(/^Active/).waitFor();
  });

  it('an alert of another symbol fires while this one is shown', async () => {
    const terminal = await open('ADAUSDT');
    await add(terminal, 'Less than', () => 0.0001, 'Far below');
    await terminal.goTo('BTCUSDT');
    await terminal.chart.locator('[data-symbol="BTCUSDT"][data-state="shown"]').waitFor();
    expect(await lines(terminal).count()).toBe(0);
    const panel = await openPanel(terminal);
    await panel.getByRole('button', { name: 'Edit: Far below' }).click();
    const dialog = dialogOf(terminal, 'Edit alert');
    await dialog.getByLabel('Condition').selectOption({ label: 'Greater than' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await notices(terminal)
      .filter({ hasText: 'Far below' })
      .getByText(/^ADAUSDT \d/)
      .waitFor();
  });

  it('an alert fires once however many windows are open, and each tells it', async () => {
    const first = await open('BTCUSDT');
    const page = await first.page.context().newPage();
    await page.goto(first.page.url());
    const chart = page.frameLocator('iframe[title="Financial Chart"]');
    await chart.locator('[data-state="shown"]').waitFor();
    await add(first, 'Greater than', () => 1, 'Everywhere');
    await notices(first).filter({ hasText: 'Everywhere' }).first().waitFor({ state: 'attached' });
    await chart.getByRole('button', { name: 'Alerts', exact: true }).click();
    await chart.getByRole('menuitem', { name: 'All alerts' }).click();
    const log = chart.getByRole('list', { name: 'Fired' });
    await log.getByText('Everywhere').waitFor();
    expect(await log.locator('li').count()).toBe(1);
    // The window that watched goes: the other one goes on.
    await first.page.close();
    await chart.getByRole('button', { name: 'Restart: Everywhere' }).click();
    await expect.poll(() => log.locator('li').count()).toBe(2);
    await chart.locator('.chart-alert-notice').filter({ hasText: 'Everywhere' }).first().waitFor();
    await page.close();
  });

  it('while the chart is scrolled away, the terminal tells it', async () => {
    const terminal = await open('BTCUSDT');
    const { page } = terminal;
    await add(terminal, 'Less than', () => 1, 'Out of sight');
    const panel = await openPanel(terminal);
    await panel.getByRole('button', { name: 'Edit: Out of sight' }).click();
    const dialog = dialogOf(terminal, 'Edit alert');
    await dialog.getByLabel('Condition').selectOption({ label: 'Greater than' });
    const told = page.locator('[data-sonner-toast]').filter({ hasText: 'Out of sight' });
    expect(await told.count()).toBe(0);
    await page.locator('iframe[title="Financial Chart"]').evaluate((frame: HTMLElement) => (frame.style.transform = 'translateY(-4000px)'));
    // The next tick fires it, and the chart hears of its place only with a frame: before this observer, which is younger than its own.
    await terminal.chart.locator('.chart-canvas').evaluate(
      (canvas) =>
        new Promise<void>((resolve) => {
          new IntersectionObserver((entries, observer) => {
            if (entries.at(-1)?.isIntersecting !== false) return;
            observer.disconnect();
            resolve();
          }).observe(canvas);
        }),
    );
    // The button is out of reach of a mouse now.
    await dialog.getByRole('button', { name: 'Save' }).evaluate((button: HTMLElement) => button.click());
    await told.waitFor();
    expect(await told.textContent()).toMatch(/BTCUSDT [\d,.]+/);
  });

  it('alerts are read out and reached by keyboard, and axe finds nothing', async () => {
    const terminal = await open('BTCUSDT');
    const dialog = await openDialog(terminal);
    expect(await findings(terminal.page)).toEqual([]);
    await terminal.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await add(terminal, 'Greater than', () => 1, 'Always');
    await openPanel(terminal);
    await notices(terminal).filter({ hasText: 'Always' }).first().waitFor();
    expect(await findings(terminal.page)).toEqual([]);
  });

  it('on a phone, alerts are made and removed by touch', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    const terminal = await open('ETHUSDT', { until: 'price', ...phone });
    const { chart, page } = terminal;
    await tapMoved(chart, 'Alerts');
    await chart.getByRole('menuitem', { name: 'Create alert' }).tap();
    const dialog = dialogOf(terminal);
    const button = dialog.getByRole('button', { name: 'Create', exact: true });
    const box = await button.boundingBox();
    expect(box !== null && box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= 844).toBe(true);
    await dialog.getByLabel('Value', { exact: true }).fill(String((await valueOf(dialog)) * 2));
    await button.tap();
    await lines(terminal).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await tapMoved(chart, 'Alerts');
    await chart.getByRole('menuitem', { name: 'All alerts' }).tap();
    const panel = await panelOf(terminal).boundingBox();
    expect(panel !== null && panel.x >= 0 && panel.x + panel.width <= 390).toBe(true);
    await panelOf(terminal)
      .getByRole('button', { name: /^Remove/ })
      .tap();
    await panelOf(terminal).getByText('There are no alerts yet.').waitFor();
  });
});

describe('alerts of a site with a datafeed of its own', () => {
  let site: ChartSite;
  beforeAll(async () => {
    site = await openChartSite();
  });
  afterAll(() => site.close());

  it('an alert of every time stays active after it fired, and fires again', async () => {
    let close = 129;
    const asked: (string | null)[] = [];
    site.answer((query) => {
      asked.push(query.get('countback'));
      const shown = SITE_BARS.filter(({ time }) => time < Number(query.get('to')));
      return udfBars(shown.map((bar, index) => (index === shown.length - 1 ? { ...bar, close, high: close + 1, low: close - 1 } : bar)));
    });
    const { page } = await openPage(site.origin, { visitor: true });
    await page.goto(site.origin);
    await page.waitForFunction(() => 'TapedeckChart' in window);
    await page.evaluate(() => {
      const { TapedeckChart } = window as unknown as { readonly TapedeckChart: Record<string, (options: object) => object> };
      const datafeed = TapedeckChart['createUdfDatafeed']?.({ url: '/feed', interval: 200 });
      TapedeckChart['createChartWidget']?.({ container: 'chart', libraryPath: '/', datafeed, symbol: 'ALPHA', resolution: '1' });
    });
    const chart = page.frameLocator('iframe[title="Financial Chart"]');
    await chart.locator('[data-state="shown"]').waitFor();
    await chart.locator('.chart-canvas').press('Alt+a');
    const dialog = chart.getByRole('dialog', { name: 'Create alert', exact: true });
    await dialog.getByLabel('Condition').selectOption({ label: 'Crosses' });
    await dialog.getByLabel('Value', { exact: true }).fill('140');
    await dialog.getByLabel('Fires').selectOption({ label: 'Every time' });
    await create(dialog);
    // The alert begins with the history that it asks for: the price must not have crossed before. Two later answers have been read since.
    await expect.poll(() => asked.lastIndexOf('1000')).toBeGreaterThanOrEqual(0);
    const begun = asked.lastIndexOf('1000');
    await expect.poll(() => asked.length).toBeGreaterThan(begun + 4);
    await chart.getByRole('button', { name: 'Alerts', exact: true }).click();
    await chart.getByRole('menuitem', { name: 'All alerts' }).click();
    const fired = chart.getByRole('list', { name: 'Fired' }).locator('li');
    // All within one bar.
    for (const [index, next] of [150, 130, 150].entries()) {
      close = next;
      await expect.poll(() => fired.count()).toBe(index + 1);
    }
    const row = chart.locator('.chart-alert-row').first();
    await row.getByText(/^Active/).waitFor();
    expect(await row.textContent()).toContain('Every time');
  });
});

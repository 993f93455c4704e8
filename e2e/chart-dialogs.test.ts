import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { runNow } from './support/run-clock.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal, type OpenOptions } from './support/terminal.ts';

const origin = sharedServer();

async function openChart(options: OpenOptions = {}): Promise<Terminal> {
  const terminal = await Terminal.open(origin, options);
  await terminal.chart.locator('[data-state="shown"]').waitFor();
  return terminal;
}

/** Chooses from the menu of the settings button. */
async function choose({ chart }: Terminal, name: string): Promise<void> {
  await chart.getByRole('button', { name: 'Chart settings', exact: true }).click();
  await chart.getByRole('menuitem', { name, exact: false }).click();
}

async function type({ chart, page }: Terminal, keys: string): Promise<void> {
  await chart.locator('.chart-canvas').focus();
  await page.keyboard.press(keys.slice(0, 1));
  await chart.getByRole('dialog').waitFor();
  await page.keyboard.type(keys.slice(1));
}

/** Painted pixels of one colour on the canvas of the bars. */
const pixels = ({ chart }: Terminal, colour: readonly [number, number, number]): Promise<number> =>
  chart
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement, [red, green, blue]) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
      return count;
    }, colour);

/** How many compared lines the stored layout has. */
const storedLines = ({ page }: Terminal): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('tapedeck-chart');
        opening.addEventListener('success', () => {
          const database = opening.result;
          const reading = database.transaction('layouts').objectStore('layouts').get('default');
          reading.addEventListener('success', () => {
            database.close();
            // Nothing is there before the first save.
            const stored = reading.result as { readonly document: { readonly compares: readonly object[] } } | undefined;
            resolve(stored?.document.compares.length ?? 0);
          });
        });
      }),
  );

describe('the chart’s dialogs', () => {
  it('CHT-09 a number typed on the chart changes the interval, or names the nearest one', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await type(terminal, '45');
    await chart.getByText('Not offered; Enter takes 30m').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('4h');
    await chart.getByText('Enter takes 4h').waitFor();
    await page.keyboard.press('Enter');
    await chart.locator('[data-resolution="240"][data-state="shown"]').waitFor();
  });

  it('CHT-09 what is typed quickly goes into one dialog, also while its code is on its way', async () => {
    let release: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (release = resolve));
    const terminal = await openChart({
      prepare: async ({ page }) => {
        await page.route('**/assets/interval-dialog-*.js', (route) => asked.then(() => route.continue()));
      },
    });
    const { chart, page } = terminal;
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.type('240');
    release();
    const dialog = chart.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('240');
    await page.keyboard.press('Enter');
    await chart.locator('[data-resolution="240"][data-state="shown"]').waitFor();
    expect(await dialog.count()).toBe(0);
    // The comma opens the same dialog, empty.
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press(',');
    expect(await dialog.getByRole('textbox').inputValue()).toBe('');
  });

  it('CHT-05 CHT-09 a name typed on the chart changes the symbol, of one kind or of all, and the terminal follows', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await type(terminal, 'eth');
    const dialog = chart.getByRole('dialog', { name: 'Change symbol' });
    const tickers = () => dialog.locator('.chart-symbol-ticker').allTextContents();
    await expect.poll(tickers).toContain('ETH/USDT');
    await expect.poll(async () => (await tickers())[0]).toBe('ETHUSDT');
    for (const [kind, ticker] of [
      ['Spot', /^ETH\/USD[TC]$/],
      ['Expiry', /^ETH.*-|\d{2}/],
      ['Perpetual', /^ETH(USDT|PERP|USD|USDC)$/],
    ] as const) {
      await dialog.getByRole('button', { name: kind, exact: true }).click();
      await expect.poll(tickers).toSatisfy((shown: string[]) => shown.length > 0 && shown.every((text) => ticker.test(text)));
      const kinds = await dialog.locator('.chart-picker-short').allTextContents();
      expect(new Set(kinds)).toEqual(new Set([kind]));
    }
    // CHT-09: the price and the change of the day, live.
    await dialog.getByRole('searchbox').fill('BTCUSDT');
    await expect.poll(async () => (await tickers())[0]).toBe('BTCUSDT');
    const row = dialog.locator('.chart-picker-row').first();
    await expect.poll(() => row.locator('.chart-symbol-last').textContent()).toMatch(/^[\d,]+\.\d$/);
    // Text and tone in one turn: the price moves.
    const [change, shownTone] = await row
      .locator('.chart-symbol-change')
      .evaluate((node: HTMLElement) => [node.textContent, node.dataset['tone']]);
    expect(change).toMatch(/^[+-]?\d+\.\d{2}%$/);
    const tone = change.startsWith('+') ? 'up' : change.startsWith('-') ? 'down' : 'plain';
    expect(shownTone).toBe(tone);
    await dialog.getByRole('searchbox').fill('no such symbol');
    await dialog.getByText('No symbol matches').waitFor();
    await dialog.getByRole('searchbox').fill('ETHUSDT');
    await expect.poll(tickers).toContain('ETHUSDT');
    await page.keyboard.press('Enter');
    await chart.locator('[data-symbol="ETHUSDT"][data-state="shown"]').waitFor();
    await expect.poll(() => page.url()).toContain('/trade/usdt/ETHUSDT');
  });

  it('CHT-09 CHT-11 compares symbols on the percent scale or on a scale of their own, beside the mark price', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    const value = async (name: string): Promise<number> => {
      const text = await chart.locator('.chart-study').filter({ hasText: name }).locator('.chart-study-values').textContent();
      return Number(text?.replaceAll(',', ''));
    };
    const mark = await terminal.api.get('/contract/v5/market/tickers?symbol=BTCUSDT');
    const { list } = mark as { readonly list: readonly { readonly markPrice: string }[] };
    await expect.poll(async () => Math.abs((await value('Mark price')) / Number(list[0]?.markPrice) - 1)).toBeLessThan(0.01);
    await chart.getByRole('button', { name: 'Compare or add symbol' }).click();
    await chart.getByRole('button', { name: 'ETHUSDT: Same percent scale' }).click();
    await chart.getByRole('button', { name: 'SOLUSDT: New scale' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => chart.getByRole('button', { name: 'Percent', exact: true }).getAttribute('aria-pressed')).toBe('true');
    for (const name of ['ETHUSDT', 'SOLUSDT']) await expect.poll(() => value(name)).toBeGreaterThan(0);
    // One line each, in the colours of the legend.
    await expect.poll(() => pixels(terminal, [0xb4, 0x8c, 0xff])).toBeGreaterThan(5);
    await chart.locator('.chart-study').filter({ hasText: 'SOLUSDT' }).hover();
    await chart.getByRole('button', { name: 'Remove: SOLUSDT' }).click();
    await expect.poll(() => pixels(terminal, [0xb4, 0x8c, 0xff])).toBe(0);
    await expect.poll(() => storedLines(terminal)).toBe(2);
    await page.reload();
    await chart.locator('.chart-study').filter({ hasText: 'ETHUSDT' }).waitFor();
    expect(await chart.locator('.chart-study-name').allTextContents()).toEqual(['Mark price', 'ETHUSDT']);
  });

  it('CHT-09 CHT-25 the settings act on OK, are undone in one step, and go back to their standard', async () => {
    const terminal = await openChart();
    const { chart } = terminal;
    const legend = chart.locator('.chart-legend-pair').first();
    await legend.waitFor();
    await choose(terminal, 'All settings');
    const dialog = chart.getByRole('dialog', { name: 'Chart settings' });
    await dialog.getByRole('checkbox', { name: 'Open, high, low, close' }).uncheck();
    await dialog.getByRole('tab', { name: 'Symbol' }).click();
    await dialog.getByLabel('Rising').fill('#0040ff');
    await dialog.getByLabel('Falling').fill('#0040ff');
    await dialog.getByRole('combobox', { name: 'Price decimals' }).selectOption('0');
    await dialog.getByRole('tab', { name: 'Scales' }).click();
    await dialog.getByRole('combobox', { name: 'Price scale' }).selectOption({ label: 'Logarithmic' });
    expect(await pixels(terminal, [0, 0x40, 0xff])).toBe(0);
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => pixels(terminal, [0, 0x40, 0xff])).toBeGreaterThan(100);
    await legend.waitFor({ state: 'hidden' });
    const mark = chart.locator('.chart-study-values').first();
    await expect.poll(() => mark.textContent()).toMatch(/^[\d,]+$/);
    await expect.poll(() => chart.getByRole('button', { name: 'Logarithmic', exact: true }).getAttribute('aria-pressed')).toBe('true');
    await chart.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => pixels(terminal, [0, 0x40, 0xff])).toBe(0);
    await legend.waitFor();
    await chart.getByRole('button', { name: 'Redo' }).click();
    await legend.waitFor({ state: 'hidden' });
    await choose(terminal, 'All settings');
    await dialog.getByRole('button', { name: 'Defaults' }).click();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await legend.waitFor();
    await expect.poll(() => legend.textContent()).toMatch(/\.\d$/);
    await expect.poll(() => mark.textContent()).toMatch(/\.\d$/);
    await expect.poll(() => pixels(terminal, [0, 0x40, 0xff])).toBe(0);
  });

  it('CHT-09 the settings have five tabs, each of which acts: events on the chart, and how alerts are told', async () => {
    const funding = {
      execId: '900001',
      execType: 'Funding',
      orderId: '',
      orderLinkId: '',
      symbol: 'BTCUSDT',
      side: 'Buy',
      execPrice: '61000.0',
      execQty: '0.500',
      execValue: '30500',
      execFee: '3.05',
      feeCurrency: 'USDT',
      feeRate: '0.0001',
      isMaker: false,
      closedPnl: '0',
      closedSize: '0',
      leavesQty: '0',
      positionIdx: 0,
      execTimeE3: runNow() - 60 * 60_000,
    };
    const terminal = await openChart({
      prepare: async ({ page }) => {
        await page.route(/\/execution\/list/, async (route) => {
          const answer = await route.fetch();
          const body = (await answer.json()) as { result: { list: unknown[] } };
          body.result.list = [funding, ...body.result.list];
          await route.fulfill({ response: answer, json: body });
        });
      },
    });
    const { chart, page } = terminal;
    await chart.getByRole('button', { name: /^Executions \(\d+\)$/ }).waitFor({ state: 'attached' });
    /** Tooltips of the marks at the foot of the chart. */
    const toldAtFoot = () =>
      chart.locator('.chart-canvas').evaluate((node: HTMLElement) => {
        const box = node.getBoundingClientRect();
        const note = document.querySelector<HTMLElement>('.chart-mark-note');
        for (let x = box.left + 100; x < box.right - 60; x += 3) {
          node.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: box.bottom - 34, pointerType: 'mouse' }));
          if (note?.hidden === false) return note.textContent;
        }
        return '';
      });
    await expect.poll(toldAtFoot).toMatch(/^Funding paid.*Amount-3.05 USDT.*Rate0.0100%/);
    await choose(terminal, 'All settings');
    const dialog = chart.getByRole('dialog', { name: 'Chart settings' });
    await expect.poll(() => dialog.getByRole('tab').allTextContents()).toEqual(['Legend', 'Symbol', 'Scales', 'Events', 'Alerts']);
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('tab', { name: 'Scales' }).click();
    await dialog.getByRole('checkbox', { name: 'Time until the bar closes' }).uncheck();
    await dialog.getByRole('tab', { name: 'Events' }).click();
    for (const name of ['My funding payments', 'My settlements and deliveries', 'Executions'])
      expect(await dialog.getByRole('checkbox', { name, exact: true }).isChecked()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'My funding payments' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Executions', exact: true }).uncheck();
    await dialog.getByRole('tab', { name: 'Alerts' }).click();
    await dialog.getByRole('checkbox', { name: 'Alert lines on the chart' }).uncheck();
    await dialog.getByRole('combobox', { name: 'Notices stay' }).selectOption({ label: 'Until they are closed' });
    await dialog.getByRole('checkbox', { name: 'Sound' }).uncheck();
    expect(await dialog.getByRole('slider', { name: 'Volume' }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('checkbox', { name: 'Browser notification' }).isDisabled()).toBe(true);
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect.poll(toldAtFoot).toBe('');
    const lines = chart.getByRole('button', { name: 'Trade lines', exact: true });
    await lines.click();
    expect(await chart.getByRole('menuitemcheckbox', { name: 'Executions' }).getAttribute('aria-checked')).toBe('false');
    await page.keyboard.press('Escape');
    await chart.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(toldAtFoot).toContain('Funding paid');
    await page.reload();
    await chart.locator('[data-state="shown"]').waitFor();
    await choose(terminal, 'All settings');
    await dialog.getByRole('tab', { name: 'Alerts' }).click();
    // The effects of alerts belong to no layout and are not undone with one.
    expect(await dialog.getByRole('checkbox', { name: 'Sound' }).isChecked()).toBe(false);
    expect(await dialog.getByRole('checkbox', { name: 'Alert lines on the chart' }).isChecked()).toBe(true);
    expect(await dialog.getByRole('combobox', { name: 'Notices stay' }).locator('option:checked').textContent()).toBe(
      'Until they are closed',
    );
    await dialog.getByRole('button', { name: 'Defaults' }).click();
    await dialog.getByRole('button', { name: 'OK' }).click();
  });

  it('CHT-09 goes to a moment and to a range, also before the bars that are loaded', async () => {
    const terminal = await openChart();
    const { chart } = terminal;
    const newest = Number(await chart.locator('.chart-legend-values').getAttribute('data-time'));
    const day = 86_400_000;
    const wanted = new Date(Math.floor(newest / day) * day - 40 * day).toISOString().slice(0, 16);
    await chart.getByRole('button', { name: 'Go to', exact: true }).click();
    const dialog = chart.getByRole('dialog', { name: 'Go to' });
    await dialog.getByLabel('Date and time').fill(wanted);
    await dialog.getByRole('button', { name: 'Go', exact: true }).click();
    const shownTimes = async (): Promise<readonly string[]> => {
      await choose(terminal, 'Table of bars');
      const rows = chart.getByRole('dialog').locator('tbody th');
      const texts = await rows.allTextContents();
      await chart.getByRole('dialog').getByRole('button').first().click();
      return texts;
    };
    const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(`${wanted}Z`));
    await expect.poll(async () => (await shownTimes()).some((text) => text.startsWith(date))).toBe(true);
    await chart.getByRole('button', { name: 'Go to', exact: true }).click();
    await dialog.getByRole('tab', { name: 'Range' }).click();
    await dialog.getByLabel('From').fill(wanted);
    await dialog.getByLabel('To', { exact: true }).fill(wanted);
    await dialog.getByRole('button', { name: 'Go', exact: true }).click();
    // The end must be after the beginning: the dialog stays.
    expect(await dialog.getByLabel('To', { exact: true }).evaluate((field: HTMLInputElement) => field.validationMessage)).toContain(
      'after',
    );
    await dialog.getByLabel('To', { exact: true }).fill(new Date(Date.parse(`${wanted}Z`) + day).toISOString().slice(0, 16));
    await dialog.getByRole('button', { name: 'Go', exact: true }).click();
    await expect.poll(async () => (await shownTimes()).length).toBe(49);
  });

  it('CHT-09 the object tree lists what is on the chart, hides and removes it, and the data window has its figures', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await chart.getByRole('button', { name: 'Indicators' }).click();
    await chart.getByRole('searchbox', { name: 'Search' }).fill('relative strength');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await choose(terminal, 'Object tree');
    const tree = chart.getByRole('dialog', { name: 'Object tree' });
    const names = () => tree.locator('.chart-menu-label').allTextContents();
    await expect.poll(names).toEqual(['Volume', 'Mark price', 'RSI 14']);
    await choose(terminal, 'Data window');
    const figures = chart.getByRole('dialog', { name: 'Data window' });
    const figure = (name: string) => figures.locator('.chart-data-row').filter({ has: page.locator(`xpath=.//dt[text()="${name}"]`) });
    await expect.poll(() => figures.locator('.chart-data-row').filter({ hasText: 'RSI 14' }).locator('dd').textContent()).toMatch(/^\d/);
    await expect
      .poll(async () => [
        await figures.locator('.chart-data-row').filter({ hasText: 'Close' }).locator('dd').textContent(),
        await chart.locator('[data-field="close"]').textContent(),
      ])
      .toSatisfy(([ours, legend]: (string | null)[]) => ours !== null && ours === legend);
    expect(await figure('Volume').count()).toBeLessThan(2);
    await tree.getByRole('button', { name: 'Hide: RSI 14' }).click();
    await tree.getByRole('button', { name: 'Show: RSI 14' }).waitFor();
    await tree.getByRole('button', { name: 'Remove: RSI 14' }).click();
    await expect.poll(names).toEqual(['Volume', 'Mark price']);
    await expect.poll(() => figures.locator('.chart-data-row:visible').filter({ hasText: 'RSI 14' }).count()).toBe(0);
    await tree.getByRole('button', { name: 'Hide: Mark price' }).click();
    await chart.getByRole('button', { name: 'Undo' }).click();
    await tree.getByRole('button', { name: 'Hide: Mark price' }).waitFor();
    await tree.getByRole('button', { name: 'Close' }).click();
    await tree.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
  });

  it('CHT-09 the symbol info tells steps and limits as the exchange has them', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await choose(terminal, 'Symbol info');
    const dialog = chart.getByRole('dialog', { name: 'Symbol info' });
    await expect.poll(() => dialog.locator('dd').allTextContents()).toContain('0.1 USDT');
    expect(await dialog.locator('dt').allTextContents()).toEqual(expect.arrayContaining(['BTCUSDT', 'Largest limit order', 'Funding']));
    await page.keyboard.press('Escape');
  });

  it('CHT-08 saves and copies a picture of the chart, without order lines unless they are wanted', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    await chart.getByRole('button', { name: 'Save chart picture' }).click();
    const dialog = chart.getByRole('dialog', { name: 'Save chart picture' });
    expect(await dialog.getByRole('checkbox', { name: 'Order and position lines' }).isChecked()).toBe(false);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('BTCUSDT-30m.png');
    const file = await readFile(await download.path());
    expect(file.subarray(1, 4).toString()).toBe('PNG');
    expect(file.readUInt32BE(16)).toBeGreaterThan(400);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByText('The picture is in the clipboard.').waitFor();
  });
});

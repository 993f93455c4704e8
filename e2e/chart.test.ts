// Time limit of this file: 240 s, since its 17 tests open a chart each.
import { describe, expect, it } from 'vitest';
import { ownServer } from './support/own-server.ts';
import { writeRecording } from './support/recording.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal, changes } from './support/terminal.ts';

const origin = sharedServer();

/** As the menu calls those that have no button of their own. */
const LONG_NAMES: Readonly<Record<string, string>> = { '12h': '12 hours', '1M': '1 month' };

async function chooseResolution({ chart }: Terminal, name: string): Promise<void> {
  const button = chart.getByRole('group', { name: 'Resolution' }).getByRole('button', { name, exact: true });
  if (await button.count()) {
    await button.click();
    return;
  }
  await chart.getByRole('button', { name: 'All resolutions' }).click();
  await chart.getByRole('menuitemcheckbox', { name: LONG_NAMES[name] ?? name, exact: true }).click();
}

async function openTable(chart: Terminal['chart']): Promise<void> {
  await chart.getByRole('button', { name: 'Chart settings', exact: true }).click();
  await chart.getByRole('menuitem', { name: 'Table of bars' }).click();
}

/** A number that identifies the painted closed bars. */
const picture = ({ chart }: Terminal): Promise<number> =>
  chart
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let sum = 0;
      for (let index = 0; index < data.length; index += 4)
        sum = (sum * 31 + (data[index] ?? 0) + 7 * (data[index + 1] ?? 0)) % 1_000_000_007;
      return sum;
    });

async function another(terminal: Terminal, before: number): Promise<number> {
  await expect.poll(() => picture(terminal)).not.toBe(before);
  return picture(terminal);
}

describe('chart', () => {
  it('CHT-01 is a frame titled "Financial Chart" whose candles move', async () => {
    // The live market may stand still for a minute; this one does not.
    const { url } = await ownServer('--replay', writeRecording('rises').file);
    const terminal = await Terminal.open(url);
    await terminal.chart.locator('[data-state="shown"]').waitFor();
    await changes(terminal.chart.locator('[data-field="close"]'));
    // The newest bar of the chart is the last price of the header.
    await expect
      .poll(async () => [await terminal.chart.locator('[data-field="close"]').textContent(), await terminal.lastPrice.textContent()])
      .toSatisfy(([close, last]: (string | null)[]) => close === last);
  });

  it('CHT-28 shows every resolution from the datafeed, and its bars agree with the server', async () => {
    const terminal = await Terminal.open(origin);
    // The buttons of the resolutions come with the chart.
    await terminal.chart.locator('[data-state="shown"]').waitFor();
    for (const [name, resolution] of [
      ['1m', '1'],
      ['1h', '60'],
      ['1D', '1D'],
      ['1W', '1W'],
      ['12h', '720'],
      ['1M', '1M'],
    ] as const) {
      await chooseResolution(terminal, name);
      const shown = terminal.chart.locator(`[data-resolution="${resolution}"][data-state="shown"]`);
      await shown.waitFor();
      const time = Number(await shown.locator('.chart-legend-values').getAttribute('data-time'));
      expect(time).toBeGreaterThan(0);
      const { rows } = (await terminal.api.get(`/contract/v5/market/candles?symbol=BTCUSDT&resolution=${resolution}&limit=3`)) as {
        rows: [number, ...string[]][];
      };
      expect(rows.map(([start]) => start)).toContain(time);
    }
  });

  it('CHT-10 candles in both themes: the frame follows the page', async () => {
    const terminal = await Terminal.open(origin);
    await terminal.chart.locator('[data-state="shown"]').waitFor();
    const theme = () => terminal.chart.locator('html').getAttribute('data-theme');
    const before = await theme();
    await terminal.page.getByRole('button', { name: /theme|dark|light/i }).click();
    await expect.poll(theme).not.toBe(before);
    await expect.poll(theme).toBe(await terminal.page.locator('html').getAttribute('data-theme'));
    await terminal.chart.locator('[data-state="shown"]').waitFor();
  });

  it('API-08 says that history could not be loaded, and loads it once it can', async () => {
    let broken = true;
    const terminal = await Terminal.open(origin, {
      prepare: async ({ page, expectErrors }) => {
        expectErrors(/Failed to load resource/);
        await page.route('**/contract/v5/market/candles?*', (route) => (broken ? route.abort() : route.continue()));
      },
    });
    const retry = terminal.chart.getByRole('button', { name: 'Try again' });
    await retry.click();
    // Still broken: the message comes back.
    await retry.waitFor();
    broken = false;
    await terminal.chart.locator('[data-state="shown"]').waitFor();
  });

  it('CHT-01 comes when its script could not be fetched at first', async () => {
    let lost = 0;
    const terminal = await Terminal.open(origin, {
      prepare: async ({ page, expectErrors }) => {
        expectErrors(/Failed to load resource|ERR_/);
        await page.route('**/assets/src-*.js', (route) => {
          lost += 1;
          return lost === 1 ? route.abort('connectionreset') : route.continue();
        });
      },
    });
    await terminal.chart.locator('[data-state="shown"]').waitFor();
    expect(lost).toBeGreaterThan(1);
  });

  it('what is made after the first view comes when its script could not be fetched at first', async () => {
    let lost = 0;
    const terminal = await Terminal.open(origin, {
      prepare: async ({ page, expectErrors }) => {
        expectErrors(/Failed to load resource|ERR_/);
        await page.route('**/assets/second-load-*.js', (route) => {
          lost += 1;
          return lost === 1 ? route.abort('connectionreset') : route.continue();
        });
      },
    });
    await terminal.page.getByRole('button', { name: /^Account of/ }).waitFor();
    await terminal.chart.locator('[data-state="shown"]').waitFor();
    expect(lost).toBeGreaterThan(1);
  });

  it('CHT-02 offers every resolution, and a shorter set where space is limited', async () => {
    const terminal = await Terminal.open(origin);
    const { chart } = terminal;
    await chart.locator('[data-state="shown"]').waitFor();
    await chart.getByRole('button', { name: 'All resolutions' }).click();
    const offered = () => chart.locator('.chart-menu-item').allTextContents();
    expect(await offered()).toEqual([
      ...['1 minute', '3 minutes', '5 minutes', '15 minutes', '30 minutes'],
      ...['1 hour', '2 hours', '4 hours', '6 hours', '12 hours', '1 day', '1 week', '1 month'],
    ]);
    await terminal.page.keyboard.press('Escape');
    await terminal.resize(390, 844);
    await chart.getByRole('button', { name: 'All resolutions' }).click();
    const short = ['1 minute', '5 minutes', '30 minutes', '1 hour', '4 hours', '1 day', '1 week', '1 month'];
    expect(await offered()).toEqual(short);
  });

  it('CHT-03 shows a quick range at its resolution, from its first day on', async () => {
    const terminal = await Terminal.open(origin);
    const { chart } = terminal;
    await chart.locator('[data-state="shown"]').waitFor();
    for (const [name, resolution, days] of [
      ['1D', '1', 1],
      ['5D', '15', 5],
      ['1M', '60', 30],
      ['1Y', '1D', 365],
    ] as const) {
      await chart.getByRole('group', { name: 'Quick ranges' }).getByRole('button', { name, exact: true }).click();
      await chart.locator(`[data-resolution="${resolution}"][data-state="shown"]`).waitFor();
      const rows = async (): Promise<number> => {
        await openTable(chart);
        await chart.locator('.chart-table').waitFor();
        const count = await chart.locator('.chart-table tbody tr').count();
        await chart.getByRole('button', { name: 'Close', exact: true }).click();
        return count;
      };
      const minutes = { '1': 1, '15': 15, '60': 60, '1D': 1_440 }[resolution];
      const wanted = (days * 1_440) / minutes;
      // Bars are in view before the range is.
      await expect.poll(rows).toSatisfy((count: number) => count >= wanted && count <= wanted + 2);
    }
  });

  it('CHT-25 WSP-06 lives on when the layout turns into that of a phone and back, and behind another section', async () => {
    const terminal = await Terminal.open(origin);
    const { chart, page } = terminal;
    await chart.locator('[data-state="shown"]').waitFor();
    const kind = chart.getByRole('button', { name: /^Chart type/ });
    const isNow = (name: string) => expect.poll(() => kind.getAttribute('aria-label')).toBe(`Chart type: ${name}`);
    await kind.click();
    await chart.getByRole('menuitemcheckbox', { name: 'Line', exact: true }).click();
    await isNow('Line');
    await terminal.resize(600, 900);
    const sections = page.getByRole('tablist', { name: 'Sections' });
    await sections.getByRole('tab', { name: 'Trade', exact: true }).click();
    await terminal.form.waitFor();
    expect(await page.getByTitle('Financial Chart').isVisible()).toBe(false);
    await sections.getByRole('tab', { name: 'Chart', exact: true }).click();
    await chart.getByRole('button', { name: 'Undo' }).click();
    await isNow('Candles');
    await terminal.resize(1280, 900);
    await chart.getByRole('button', { name: 'Redo' }).click();
    await isNow('Line');
  });

  it('CHT-25 WSP-06 lives on when another symbol is shown, as do its undo history and the tab of the account', async () => {
    const terminal = await Terminal.open(origin);
    const { chart, page } = terminal;
    await chart.locator('[data-symbol="BTCUSDT"][data-state="shown"]').waitFor();
    const kind = chart.getByRole('button', { name: /^Chart type/ });
    const isNow = (name: string) => expect.poll(() => kind.getAttribute('aria-label')).toBe(`Chart type: ${name}`);
    await kind.click();
    await chart.getByRole('menuitemcheckbox', { name: 'Line', exact: true }).click();
    await isNow('Line');
    await terminal.tab(/^Closed P&L/);
    const frame = await page.getByTitle('Financial Chart').elementHandle();
    for (const symbol of ['ETHUSDT', 'SOLUSDT', 'BTCUSDT']) {
      await terminal.header.getByRole('button', { name: /Choose a contract or pair$/ }).click();
      const selector = page.getByRole('dialog', { name: 'Choose a contract or pair' });
      await selector.getByRole('combobox').fill(symbol);
      await selector.getByRole('option', { name: symbol, exact: true }).click();
      await page.getByRole('heading', { name: symbol }).waitFor();
      await chart.locator(`[data-symbol="${symbol}"][data-state="shown"]`).waitFor();
      await expect.poll(() => terminal.bookRows('Bids').then((rows) => rows.length)).toBeGreaterThan(3);
      expect(await frame?.evaluate((element) => element.isConnected)).toBe(true);
    }
    expect(await page.getByRole('tab', { name: /^Closed P&L/ }).getAttribute('aria-selected')).toBe('true');
    await isNow('Line');
    await chart.getByRole('button', { name: 'Undo' }).click();
    await isNow('Candles');
  });

  it('CHT-25 paints every kind of series and every scale, and undoes and redoes them', async () => {
    const terminal = await Terminal.open(origin);
    const { chart, page } = terminal;
    await chart.locator('[data-state="shown"]').waitFor();
    const kind = chart.getByRole('button', { name: /^Chart type/ });
    let painted = await another(terminal, 0);
    const undo = chart.getByRole('button', { name: 'Undo' });
    expect(await undo.isDisabled()).toBe(true);
    const kinds = ['Bars', 'Hollow candles', 'Line', 'Step line', 'Area', 'Baseline', 'Columns', 'High and low', 'Heikin Ashi', 'Candles'];
    for (const name of kinds) {
      await kind.click();
      await chart.getByRole('menuitemcheckbox', { name, exact: true }).click();
      await expect.poll(() => kind.getAttribute('aria-label')).toBe(`Chart type: ${name}`);
      painted = await another(terminal, painted);
    }
    await undo.click();
    await expect.poll(() => kind.getAttribute('aria-label')).toBe('Chart type: Heikin Ashi');
    painted = await another(terminal, painted);
    await page.keyboard.press('Control+y');
    await expect.poll(() => kind.getAttribute('aria-label')).toBe('Chart type: Candles');
    for (const name of ['Percent', 'Logarithmic']) {
      const mode = chart.getByRole('button', { name, exact: true });
      await mode.click();
      expect(await mode.getAttribute('aria-pressed')).toBe('true');
      painted = await another(terminal, painted);
    }
    await page.keyboard.press('Alt+i');
    await another(terminal, painted);
  });

  it('is panned, zoomed and reset by mouse and keys, and asks for older bars on the way', async () => {
    const terminal = await Terminal.open(origin);
    const { chart, page } = terminal;
    await chart.locator('[data-state="shown"]').waitFor();
    const box = await chart.locator('.chart-canvas').boundingBox();
    if (box === null) throw new Error('No chart');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const pan = async () => {
      await page.mouse.move(middle.x - 200, middle.y);
      await page.mouse.down();
      await page.mouse.move(middle.x + 200, middle.y, { steps: 4 });
      await page.mouse.up();
    };
    let painted = await picture(terminal);
    const older = page.waitForRequest((request) => request.url().includes('market/candles') && /[?&]to=1\d+/.test(request.url()));
    for (let turn = 0; turn < 12; turn += 1) await pan();
    await older;
    painted = await another(terminal, painted);
    await page.mouse.wheel(0, 300);
    await another(terminal, painted);
    const auto = chart.getByRole('button', { name: 'Auto (fits data)' });
    await page.mouse.move(box.x + box.width - 20, middle.y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 20, middle.y + 60, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => auto.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('Alt+r');
    await expect.poll(() => auto.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => chart.locator('.chart-spoken').textContent()).toMatch(/O [\d,.]+, H/);
  });

  it('CHT-14 CHT-18 shows an order as a line whose button on the canvas cancels it', async () => {
    const terminal = await Terminal.open(origin, { path: '/trade/usdt/SOLUSDT' });
    const { chart, page, api } = terminal;
    const { list } = (await api.get('/contract/v5/market/tickers?symbol=SOLUSDT')) as { list: { bid1Price: string }[] };
    const { rows } = (await api.get('/contract/v5/market/candles?symbol=SOLUSDT&resolution=30&limit=48')) as { rows: string[][] };
    // In view, and no nearer to the market than the last day allows: filled, its line would be gone.
    const price = Math.min(Number(list[0]?.bid1Price) * 0.998, ...rows.map(([, , , low]) => Number(low))).toFixed(2);
    await chart.locator('[data-symbol="SOLUSDT"][data-state="shown"]').waitFor();
    await api.post('/contract/v5/order/create', { symbol: 'SOLUSDT', side: 'Buy', orderType: 'Limit', qty: '1', price });
    await chart.locator('.chart-lines li[data-kind="order"]').waitFor({ state: 'attached' });
    const box = await chart.locator('.chart-canvas').boundingBox();
    if (box === null) throw new Error('No chart');
    const isOnButton = async (y: number): Promise<boolean> => {
      // Before the axis and the strokes that tie labels to their lines, where the last button of each label ends.
      await page.mouse.move(box.x + box.width - 86, y);
      return (await chart.locator('.chart-canvas').evaluate((node: HTMLElement) => node.style.cursor)) === 'pointer';
    };
    const find = async (): Promise<number | undefined> => {
      for (let y = box.y + 10; y < box.y + box.height - 30; y += 8) if (await isOnButton(y)) return y;
      return undefined;
    };
    // The scale follows the market: the press comes at once where the button was found.
    let found: number | undefined;
    await expect.poll(async () => (found = await find())).toBeDefined();
    await page.mouse.click(box.x + box.width - 86, found ?? 0);
    await chart.locator('.chart-lines li[data-kind="order"]').waitFor({ state: 'detached' });
  });

  it('WSP-07 has the bars in view as a table', async () => {
    const terminal = await Terminal.open(origin);
    const { chart } = terminal;
    await chart.locator('[data-state="shown"]').waitFor();
    await openTable(chart);
    const dialog = chart.getByRole('dialog', { name: 'Table of bars' });
    await dialog.waitFor();
    expect(await dialog.getByRole('columnheader').allTextContents()).toEqual(['Time', 'O', 'H', 'L', 'C', 'Vol']);
    expect(await dialog.getByRole('row').count()).toBeGreaterThan(20);
    await terminal.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('CHT-09 inserts indicators over the prices and in panes, changes, hides, removes and undoes them', async () => {
    const terminal = await Terminal.open(origin);
    const { chart, page } = terminal;
    await chart.locator('[data-state="shown"]').waitFor();
    let painted = await another(terminal, 0);
    await chart.getByRole('button', { name: 'Indicators' }).click();
    const search = chart.getByRole('searchbox', { name: 'Search' });
    for (const wanted of ['exponential moving', 'relative strength', 'nothing at all']) {
      await search.fill(wanted);
      await search.press('Enter');
    }
    await chart.getByText('No name matches').waitFor();
    await page.keyboard.press('Escape');
    await chart.getByRole('dialog').waitFor({ state: 'detached' });
    const row = (name: string) => chart.locator('.chart-study').filter({ hasText: name });
    await expect.poll(() => row('EMA 20').locator('.chart-study-values').textContent()).toMatch(/\d/);
    await expect.poll(async () => Number(await row('RSI 14').locator('.chart-study-values').textContent())).toBeGreaterThan(0);
    painted = await another(terminal, painted);

    // The EMA of the server's own candles, by the formula: it begins with the first close.
    const { rows } = (await terminal.api.get('/contract/v5/market/candles?symbol=BTCUSDT&resolution=30&limit=500')) as {
      rows: [number, string, string, string, string, string][];
    };
    const average = rows.map(([, , , , close]) => Number(close)).reduce((before, close) => before + (2 / 21) * (close - before));
    const shown = Number((await row('EMA 20').locator('.chart-study-values').textContent())?.replaceAll(',', ''));
    expect(Math.abs(shown / average - 1)).toBeLessThan(0.005);

    await row('EMA 20').hover();
    await chart.getByRole('button', { name: 'Chart settings: EMA 20' }).click();
    await chart.getByRole('spinbutton', { name: 'Length' }).fill('5');
    await chart.getByRole('combobox', { name: 'Source' }).selectOption({ label: 'High' });
    await chart.getByRole('button', { name: 'OK' }).click();
    await row('EMA 5 High').waitFor();
    painted = await another(terminal, painted);
    await row('RSI 14').hover();
    await chart.getByRole('button', { name: 'Hide: RSI 14' }).click();
    await another(terminal, painted);
    await row('EMA 5 High').hover();
    await chart.getByRole('button', { name: 'Remove: EMA 5 High' }).click();
    await row('EMA 5 High').waitFor({ state: 'detached' });
    const undo = chart.getByRole('button', { name: 'Undo' });
    await undo.click();
    await row('EMA 5 High').waitFor();
    while (await undo.isEnabled()) await undo.click();
    // The default indicators of every chart stay.
    await expect.poll(() => chart.locator('.chart-study-name').allTextContents()).toEqual(['Mark price']);
  });

  it('CHT-06 restores kind, scale, time zone and indicators after a reload, and another window follows', async () => {
    const terminal = await Terminal.open(origin);
    const { chart, page } = terminal;
    await chart.locator('[data-state="shown"]').waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    const theirs = other.frameLocator('iframe[title="Financial Chart"]');
    await theirs.locator('[data-state="shown"]').waitFor();
    await chart.getByRole('button', { name: /^Chart type/ }).click();
    await chart.getByRole('menuitemcheckbox', { name: 'Area', exact: true }).click();
    await chart.getByRole('button', { name: 'Logarithmic', exact: true }).click();
    await chart.getByRole('button', { name: /^Time zone/ }).click();
    await chart.getByRole('menuitemcheckbox', { name: 'Tokyo' }).click();
    await chart.getByRole('button', { name: 'Indicators' }).click();
    await chart.getByRole('searchbox', { name: 'Search' }).fill('relative strength');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const asLeft = async (shown: typeof chart): Promise<void> => {
      await shown.getByRole('button', { name: 'Chart type: Area' }).waitFor();
      await shown.getByRole('button', { name: 'Time zone: Tokyo' }).waitFor();
      await expect.poll(() => shown.getByRole('button', { name: 'Logarithmic', exact: true }).getAttribute('aria-pressed')).toBe('true');
      await expect
        .poll(() => shown.locator('.chart-study').filter({ hasText: 'RSI' }).allTextContents())
        .toEqual([expect.stringMatching(/^RSI 14\d/)]);
    };
    await asLeft(theirs);
    await other.close();
    await page.reload();
    await chart.locator('[data-state="shown"]').waitFor();
    await asLeft(chart);
    // A change of theme keeps the time zone (CHT-10).
    await page.getByRole('button', { name: /theme|dark|light/i }).click();
    await asLeft(chart);
  });

  it('CHT-29 works without a database, and says that the layout is not saved', async () => {
    const terminal = await Terminal.open(origin, {
      prepare: async ({ page }) => {
        await page.addInitScript(() => {
          IDBFactory.prototype.open = () => {
            throw new DOMException('denied', 'SecurityError');
          };
        });
      },
    });
    const { chart } = terminal;
    await chart.locator('[data-state="shown"]').waitFor();
    await chart.getByRole('button', { name: /^Chart type/ }).click();
    await chart.getByRole('menuitemcheckbox', { name: 'Line', exact: true }).click();
    await chart.getByText(/^The layout is not saved/).waitFor();
    await chart.getByRole('button', { name: 'Chart type: Line' }).waitFor();
  });
});

import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { cell, future, Terminal } from './support/terminal.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce', until: 'price' } as const;
const MARKETS = { name: 'Markets', exact: true } as const;

describe('a phone', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer('--seed', '4397');
    return () => server.stop();
  });

  const section = (terminal: Terminal, name: string) =>
    terminal.page.getByRole('tablist', { name: 'Sections' }).getByRole('tab', { name, exact: true });
  const box = async (place: Locator) => (await place.boundingBox()) ?? Promise.reject(new Error('It has no place.'));

  /** Nothing goes sideways, and nothing is out of order for a reader of the page. */
  async function fits(terminal: Terminal): Promise<void> {
    const overflow = () => terminal.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    expect(await findings(terminal.page)).toEqual([]);
  }

  it('POS-01 WSP-06 shows positions as cards: the profit first, six figures, three buttons, the rest on demand', async () => {
    const terminal = await Terminal.open(server.url, PHONE);
    const { page, api } = terminal;
    for (const [symbol, qty] of [
      ['ETHUSDT', '0.5'],
      ['SOLUSDT', '3'],
    ] as const) {
      await api.post('/contract/v5/order/create', { symbol, side: 'Buy', orderType: 'Market', qty });
    }
    await section(terminal, 'Positions').click();
    const row = await terminal.positionRow('ETHUSDT');
    await row.waitFor();
    await terminal.table('Positions').getByRole('row', { name: 'SOLUSDT' }).waitFor();
    const sums = page.locator('dl[aria-label="Account"]').filter({ visible: true }).locator('dt');
    await expect
      .poll(async () => (await sums.allTextContents()).map((name) => name.trim()))
      .toEqual(['Unrealised P&L', 'Margin used', 'Margin level']);
    await page.getByRole('button', { name: 'Close all', exact: true }).waitFor();

    const labels = () => row.getByRole('cell').evaluateAll((cells) => cells.map((one) => (one as HTMLElement).dataset['label']));
    const figures = ['Qty', 'Entry', 'Mark', 'IM', 'Break-even', 'Liq.'];
    expect(await labels()).toEqual(['Contract', 'Unrealised P&L (ROI)', ...figures, 'TP / SL', 'Close']);
    const profit = cell(row, 'Unrealised P&L (ROI)');
    await expect.poll(() => profit.textContent()).toMatch(/^[-+]?\d+\.\d\d USDT [-+]?\d+\.\d\d%$/);
    expect(
      await profit
        .locator('span > span')
        .first()
        .evaluate((text) => getComputedStyle(text).fontSize),
    ).toBe('21px');
    const places = await Promise.all(figures.map((label) => box(cell(row, label))));
    expect(new Set(places.slice(0, 3).map(({ y }) => y)).size).toBe(1);
    expect(new Set(places.slice(3).map(({ y }) => y)).size).toBe(1);
    expect(places[3]?.y).toBeGreaterThan(places[0]?.y ?? Infinity);
    const buttons = ['TP/SL of ETHUSDT long', 'Reverse ETHUSDT long', 'Close ETHUSDT long'].map((name) =>
      row.getByRole('button', { name, exact: true }),
    );
    expect(await Promise.all(buttons.map((button) => button.textContent()))).toEqual(['Add TP / SL', 'Reverse', 'Close']);
    const pressed = await Promise.all(buttons.map(box));
    expect(new Set(pressed.map(({ y, height }) => `${y} ${height}`)).size).toBe(1);
    expect(pressed[0]?.height).toBeGreaterThanOrEqual(38);
    const [own, next] = [await box(row), await box(terminal.table('Positions').getByRole('row', { name: 'SOLUSDT' }))];
    expect(Math.abs(own.height - next.height)).toBeLessThan(1);
    await fits(terminal);

    await row.getByRole('button', { name: 'Details of ETHUSDT long' }).click();
    expect((await labels()).slice(10)).toEqual(['Value', 'MM', 'Realised', 'Trailing', 'Auto margin', 'ADL']);
    await fits(terminal);
    await row.getByRole('button', { name: 'Details of ETHUSDT long' }).click();
    await expect.poll(async () => (await labels()).length).toBe(10);
    await page.close();
  });

  it('WSP-06 five places are at the bottom edge; the last has account, pages, settings and the connection', async () => {
    const terminal = await Terminal.open(server.url, PHONE);
    const { page, api } = terminal;
    const bar = page.getByRole('tablist', { name: 'Sections' });
    const tabs = bar.getByRole('tab');
    expect(await tabs.allTextContents()).toEqual(['Chart', 'Book', 'Trade', 'Positions', 'More']);
    const places = await Promise.all((await tabs.all()).map(box));
    for (const { y, height, width } of places) {
      expect([y + height, height >= 44, width >= 44]).toEqual([844, true, true]);
    }
    const buy = page.getByRole('button', { name: 'Buy / Long', exact: true });
    const trade = await box(buy);
    expect(trade.y + trade.height).toBeLessThanOrEqual(places[0]?.y ?? 0);
    await api.post('/contract/v5/order/create', { symbol: 'XRPUSDT', side: 'Buy', orderType: 'Market', qty: '10' });
    await section(terminal, 'Positions')
      .locator('[aria-hidden]', { hasText: /^[1-9]$/ })
      .waitFor();

    await section(terminal, 'More').locator('[data-state="live"]').waitFor();
    await section(terminal, 'More').click();
    const more = page.getByRole('region', { name: 'More', exact: true });
    await expect.poll(() => more.getByRole('region', { name: 'Account', exact: true }).textContent()).toMatch(/Equity[\d,]+\.\d\d USD/);
    const pages = more.getByRole('navigation').getByRole('link');
    await expect.poll(() => pages.allTextContents()).toEqual(['Derivatives', 'Options', 'Spot', 'Spreads', 'Copy trading']);
    for (const link of await pages.all()) expect((await box(link)).height).toBeGreaterThanOrEqual(44);
    await more.getByLabel('Status').getByText('Connected').waitFor();
    expect(await buy.isVisible()).toBe(false);
    await fits(terminal);
    await more.getByRole('button', { name: 'Confirmations' }).click();
    await page
      .getByRole('dialog', { name: /confirm/i })
      .getByRole('button', { name: 'Close', exact: true })
      .first()
      .click();
    await more.getByRole('link', { name: 'API keys' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/settings/api-keys');
    await page.close();
  });

  it('MKT-04 WSP-06 the header has the price with its change at the right, and other figures below the name', async () => {
    const terminal = await Terminal.open(server.url, PHONE);
    const { page } = terminal;
    const header = page.getByRole('region', { name: 'Symbol', exact: true });
    const [price, change, mark] = [
      header.getByLabel('Last price'),
      header.getByLabel('24h change'),
      header.getByText('Mark', { exact: true }),
    ];
    await expect.poll(() => change.textContent()).toMatch(/^[-+][\d,.]+ \([-+]\d+\.\d\d%\)$/);
    const [name, last, below, figure] = await Promise.all([header.getByRole('heading'), price, change, mark].map(box));
    if (name === undefined || last === undefined || below === undefined || figure === undefined) throw new Error('A figure has no place.');
    expect(last.x).toBeGreaterThan(name.x + name.width);
    expect([last.x + last.width, below.x + below.width].map(Math.round)).toEqual([378, 378]);
    expect(below.y).toBeGreaterThanOrEqual(last.y + last.height - 2);
    expect([figure.y >= name.y + name.height - 6, figure.x < 40]).toEqual([true, true]);
    await page.close();
  });

  it('MKT-04 WSP-06 the whole name of a dated contract and its price stand on the narrowest phone', async () => {
    const path = `/trade/usdt/${await future(server.url)}`;
    const terminal = await Terminal.open(server.url, { ...PHONE, viewport: { width: 360, height: 640 }, path });
    const name = terminal.header.getByRole('heading').locator('button > span').first();
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    const price = await box(terminal.lastPrice);
    expect(price.x + price.width).toBeLessThanOrEqual(360);
    await fits(terminal);
    await terminal.page.close();
  });

  it('WSP-06 the links and the shares of the order form are at least 24 pixels high and wide', async () => {
    const terminal = await Terminal.open(server.url, PHONE);
    await section(terminal, 'Trade').click();
    for (const name of ['Calculator', 'Last', 'Price steps', '0%', '100%']) {
      const { width, height } = await box(terminal.form.getByRole('button', { name, exact: true }));
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(24);
    }
    await terminal.page.close();
  });

  it('POS-01 WSP-06 a card counts its exits, and is closed from its one button', async () => {
    const terminal = await Terminal.open(server.url, PHONE);
    const exits = { symbol: 'XRPUSDT', positionIdx: 0, takeProfit: '900', stopLoss: '0.01', tpSlMode: 'Full' };
    await terminal.api.post('/contract/v5/order/create', { symbol: 'XRPUSDT', side: 'Buy', orderType: 'Market', qty: '100' });
    await terminal.api.post('/contract/v5/position/set-tp-sl-ts', exits);
    await section(terminal, 'Positions').click();
    const row = await terminal.positionRow('XRPUSDT');
    await row
      .getByRole('button', { name: /^TP\/SL of XRPUSDT long: / })
      .filter({ hasText: 'TP / SL · 2' })
      .waitFor();
    await row.getByRole('button', { name: 'Close XRPUSDT long', exact: true }).click();
    const close = terminal.page.getByRole('dialog', { name: 'Close XRPUSDT long', exact: true });
    await close.getByRole('tab', { name: 'Market' }).click();
    await close.getByRole('button', { name: 'Close position' }).click();
    await row.waitFor({ state: 'detached' });
    await terminal.page.close();
  });

  it('MKT-05 WSP-06 the markets fill the screen, with the line of a day in each row in sight', async () => {
    const asked: string[] = [];
    const terminal = await Terminal.open(server.url, {
      ...PHONE,
      prepare: ({ page }) => {
        page.on('request', (request) => {
          if (request.url().includes('/market/candles') && request.url().includes('limit=24')) asked.push(request.url());
        });
        return Promise.resolve();
      },
    });
    const { page } = terminal;
    const button = terminal.header.getByRole('button', { name: /Choose a contract or pair$/ });
    await button.click();
    const markets = page.getByRole('dialog', MARKETS);
    const options = markets.getByRole('option');
    await options.first().waitFor();
    expect(await box(markets)).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    const first = markets.getByRole('option', { name: 'BTCUSDT', exact: true });
    expect((await box(first)).height).toBe(56);
    const points = async (): Promise<number> =>
      ((await first.locator('polyline').getAttribute('points')) ?? '').split(' ').filter((point) => point !== '').length;
    await expect.poll(points).toBeGreaterThan(20);
    const change = first.locator('> :last-child');
    await expect.poll(() => change.textContent()).toMatch(/^[-+]?\d+\.\d\d%$/);
    // The line has the colour of the change.
    const colours = () =>
      first.evaluate((row) => [
        getComputedStyle(row.querySelector('svg:has(polyline)') ?? row).stroke,
        getComputedStyle(row.lastElementChild ?? row).color,
      ]);
    await expect.poll(async () => new Set(await colours()).size).toBe(1);
    await fits(terminal);
    // Rows out of sight ask for nothing.
    expect(await options.count()).toBeGreaterThan(40);
    const inSight = await options.evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().top < innerHeight).length);
    expect(asked.length).toBeLessThanOrEqual(inSight + 1);
    await markets.getByRole('button', { name: 'Back', exact: true }).click();
    await markets.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.close();
  });

  it('ORD-01 WSP-06 the button below the chart opens the form for its side, and only that side can be sent', async () => {
    const terminal = await Terminal.open(server.url, { ...PHONE, path: '/trade/usdt/XRPUSDT' });
    const { page, api } = terminal;
    const below = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
    const sides = page.getByRole('tablist', { name: 'Side' });
    const chosen = () => sides.getByRole('tab', { selected: true }).textContent();
    await below('Sell / Short').click();
    await expect.poll(chosen).toBe('Sell / Short');
    expect(await terminal.send('Buy / Long').count()).toBe(0);
    expect((await box(sides.getByRole('tab').first())).height).toBeGreaterThanOrEqual(36);
    await fits(terminal);
    const [ticker] = ((await api.get('/contract/v5/market/tickers?symbol=XRPUSDT')) as { list: { ask1Price: string }[] }).list;
    await terminal.limit('Sell / Short', (Number(ticker?.ask1Price) * 1.004).toFixed(4), '50');
    const orders = async () => ((await api.get('/contract/v5/order/list')) as { list: { symbol: string; side: string }[] }).list;
    await expect.poll(async () => (await orders()).filter(({ symbol }) => symbol === 'XRPUSDT').map(({ side }) => side)).toEqual(['Sell']);
    await section(terminal, 'Chart').click();
    await below('Buy / Long').click();
    await expect.poll(chosen).toBe('Buy / Long');
    expect(await terminal.send('Sell / Short').count()).toBe(0);
    await page.goto(`${server.url}/trade/spot/BTC/USDT`);
    await below('Sell').click();
    await expect.poll(chosen).toBe('Sell BTC');
    await page.close();
  });

  it('CAT-08 MKT-05 WSP-06 the markets are searched, narrowed, sorted, marked and opened', async () => {
    const terminal = await Terminal.open(server.url, PHONE);
    const { page } = terminal;
    await terminal.header.getByRole('button', { name: /Choose a contract or pair$/ }).click();
    const markets = page.getByRole('dialog', MARKETS);
    const names = () => markets.getByRole('option').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
    await markets.getByRole('tab', { name: 'USDT', exact: true }).click();
    await markets.getByRole('tab', { name: 'Meme', exact: true }).click();
    await expect.poll(async () => (await names()).sort()).toEqual(['1000PEPEUSDT', 'DOGEUSDT', 'SHIB1000USDT']);
    for (const head of ['Contract', 'Turnover', 'Last price', '24h change']) {
      await markets.getByRole('button', { name: head, exact: true }).click();
      await markets.getByRole('button', { name: new RegExp(`^${head}, `) }).waitFor();
    }
    await markets.getByRole('combobox').fill('doge');
    await expect.poll(names).toEqual(['DOGEUSDT']);
    await markets.getByRole('option').locator('> :first-child').click();
    await expect.poll(names).toEqual(['DOGEUSDT, favourite']);
    await fits(terminal);
    await markets.getByRole('option').click();
    await page.waitForURL('**/trade/usdt/DOGEUSDT');
    await markets.waitFor({ state: 'detached' });
    await terminal.priced();
    await page.close();
  });

  it('ORD-08 WSP-06 an order is a card whose title line selects it, and no line of it wraps', async () => {
    const terminal = await Terminal.open(server.url, { ...PHONE, viewport: { width: 360, height: 640 } });
    const { api } = terminal;
    const terms = { symbol: 'BTCUSDT', side: 'Sell', orderType: 'Limit', qty: '0.01', price: '1000', reduceOnly: true };
    const trigger = { triggerPrice: '1100', triggerBy: 'LastPrice', triggerDirection: 2 };
    await api.post('/contract/v5/order/create', { ...terms, ...trigger });
    await section(terminal, 'Positions').click();
    const row = await terminal.openOrderRow('BTCUSDT');
    const [title, choose, type, price] = await Promise.all(['Contract', 'Select', 'Type', 'Price'].map((label) => box(cell(row, label))));
    expect(choose?.y).toBe(title?.y);
    expect(type?.height).toBeLessThanOrEqual(price?.height ?? 0);
    await fits(terminal);
    await api.post('/contract/v5/order/cancel-all', {});
  });

  it.each([
    [390, 664],
    [360, 640],
  ])('TPS-01 WSP-06 at %ix%i, the TP/SL of an order scrolls above its buttons, and says what it closes', async (width, height) => {
    const terminal = await Terminal.open(server.url, { ...PHONE, viewport: { width, height } });
    const { api, page } = terminal;
    await api.post('/contract/v5/order/create', { symbol: 'SOLUSDT', side: 'Buy', orderType: 'Limit', qty: '3', price: '50' });
    await section(terminal, 'Positions').click();
    const row = await terminal.openOrderRow('SOLUSDT');
    await row.getByRole('button', { name: 'TP/SL of the order of SOLUSDT' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Confirm' });
    // Without scrolling: Playwright's clicks would scroll there.
    const isPressable = () =>
      confirm.evaluate((button) => {
        const { x, y, width: wide, height: high } = button.getBoundingClientRect();
        return document.elementFromPoint(x + wide / 2, y + high - 1) === button;
      });
    await expect.poll(isPressable).toBe(true);
    await dialog.getByRole('textbox', { name: 'SL trigger price' }).fill('40');
    await dialog.getByText('Once the order fills, closes the entire position at market').waitFor();
    expect(await isPressable()).toBe(true);
    await confirm.click();
    await dialog.waitFor({ state: 'detached' });
    await api.post('/contract/v5/order/cancel-all', {});
  });
});

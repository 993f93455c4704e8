import { beforeAll, describe, expect, it } from 'vitest';
import { historyIsMade } from './support/history.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { cell, Terminal } from './support/terminal.ts';

describe('tables', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer('--seed', '4392');
    await historyIsMade(server);
    return () => server.stop();
  });

  const near = async (terminal: Terminal, symbol: string, factor: number, digits: number) => {
    const { list } = (await terminal.api.get(`/contract/v5/market/tickers?symbol=${symbol}`)) as { list: { lastPrice: string }[] };
    return (Number(list[0]?.lastPrice) * factor).toFixed(digits);
  };

  it('POS-04 columns are chosen and moved and kept, and rows sorted', async () => {
    const terminal = await Terminal.open(server.url);
    const { page } = terminal;
    for (const [symbol, qty] of [
      ['ETHUSDT', '2'],
      ['SOLUSDT', '1'],
    ])
      await terminal.api.post('/contract/v5/order/create', { symbol, side: 'Buy', orderType: 'Market', qty });
    const table = terminal.table('Positions');
    const heads = () => table.getByRole('columnheader').allTextContents();
    await expect.poll(() => table.locator('tbody').getByRole('row').count()).toBe(2);
    expect(await heads()).toEqual([
      ...['Contract', 'Qty', 'Unrealised P&L (ROI)', 'Entry', 'Mark', 'Liq.', 'TP / SL', 'Break-even', 'Value', 'IM', 'MM'],
      ...['Realised', 'Trailing', 'Auto margin', 'ADL', 'Close'],
    ]);
    // Not one of them settles by sessions.
    expect(await heads()).not.toContain('Session avg.');

    await table.getByRole('button', { name: 'Value' }).click();
    const names = () =>
      table
        .locator('tbody')
        .getByRole('row')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
    await expect.poll(names).toEqual(['ETHUSDT long', 'SOLUSDT long']);
    await table.getByRole('button', { name: 'Value' }).click();
    await expect.poll(names).toEqual(['SOLUSDT long', 'ETHUSDT long']);

    await page.getByRole('tabpanel').getByRole('button', { name: 'Columns' }).click();
    const choice = page.getByRole('dialog', { name: 'Columns' });
    await choice.getByRole('checkbox', { name: 'Break-even' }).uncheck();
    // Past the hidden one, TP/SL and the liquidation price.
    for (const _step of [1, 2, 3]) await choice.getByRole('button', { name: 'Move Value forward' }).click();
    await page.reload();
    await terminal.live();
    await expect.poll(heads).toContain('Value');
    const kept = await heads();
    expect(kept).not.toContain('Break-even');
    expect(kept.indexOf('Value')).toBe(kept.indexOf('Liq.') - 1);

    await terminal.api.post('/contract/v5/order/cancel-all', {});
  });

  it('ORD-08 ORD-06 orders of strategies are named, and several are ticked and cancelled together', async () => {
    const terminal = await Terminal.open(server.url, { path: '/trade/usdt/SOLUSDT' });
    const price = await near(terminal, 'SOLUSDT', 0.9, 2);
    const strategy = (fields: object) =>
      terminal.api.post('/contract/v5/strategy/create', { symbol: 'SOLUSDT', side: 'Buy', qty: '10', ...fields });
    await strategy({ strategyType: 'Iceberg', price, shownQty: '2' });
    const prices: string[] = [];
    for (const share of [0.91, 0.92, 0.93]) {
      const order = { symbol: 'SOLUSDT', side: 'Buy', orderType: 'Limit', qty: '1', price: await near(terminal, 'SOLUSDT', share, 2) };
      await terminal.api.post('/contract/v5/order/create', order);
      prices.push(order.price);
    }
    await terminal.tab(/^Open orders/);
    const rows = () => terminal.table('Open orders').locator('tbody').getByRole('row');
    await expect.poll(() => rows().count()).toBe(4);
    await cell(rows().filter({ hasText: 'Iceberg' }), 'Type').waitFor();
    // Messages that lie over the rows go by themselves, unless the pointer comes to rest on them.
    await expect.poll(() => terminal.page.locator('[data-sonner-toast]').count()).toBe(0);
    for (const chosen of [prices[0], prices[2]])
      await rows()
        .getByRole('checkbox', { name: `Select order of SOLUSDT at ${chosen}` })
        .click();
    await terminal.page.getByRole('button', { name: 'Cancel 2 selected' }).click();
    await terminal.answer('Cancel 2 orders');
    await expect.poll(() => rows().count()).toBe(2);
    await cell(rows().filter({ hasText: 'Iceberg' }), 'Type').waitFor();
    await terminal.api.post('/contract/v5/order/cancel-all', {});
  });

  it('OPS-03 a list says that the history is behind, and that it cannot be read, and fills again by itself', async () => {
    const terminal = await Terminal.open(server.url, { prepare: async ({ expectErrors }) => expectErrors(/503/) });
    const { page } = terminal;
    let history: 'behind' | 'away' | 'whole' = 'behind';
    await page.route('**/contract/v5/order/history*', async (route) => {
      if (history === 'away') {
        const body = { ret_code: 10016, ret_msg: 'The history is not available at the moment. Trading goes on.', result: {} };
        await route.fulfill({ status: 503, json: body });
        return;
      }
      const answer = await route.fetch();
      const body = (await answer.json()) as { result: object };
      const behind = history === 'behind' ? { behindSinceE3: Date.UTC(2026, 0, 1, 12, 34, 56) } : {};
      await route.fulfill({ response: answer, json: { ...body, result: { ...body.result, ...behind } } });
    });
    await terminal.tab(/^Order history/);
    const notice = page.getByRole('status').filter({ hasText: 'Some rows may be missing' });
    await notice.filter({ hasText: /34:56/ }).waitFor();
    history = 'whole';
    await notice.waitFor({ state: 'detached' });
    history = 'away';
    await terminal.tab(/^Trade history/);
    await terminal.tab(/^Order history/);
    await page.getByText('The history is not available at the moment. Trading goes on.').waitFor();
    history = 'whole';
    await page.getByRole('button', { name: 'Try again' }).click();
    await terminal.table('Order history').waitFor();
  });

  it('ORD-01 ORD-03 the history shows what orders were, by kind, symbol and day, and as a file', async () => {
    const terminal = await Terminal.open(server.url, { path: '/trade/usdt/XRPUSDT' });
    const { page } = terminal;
    const price = await near(terminal, 'XRPUSDT', 0.9, 4);
    const trigger = await near(terminal, 'XRPUSDT', 1.1, 4);
    const create = (fields: object) =>
      terminal.api.post('/contract/v5/order/create', { symbol: 'XRPUSDT', side: 'Buy', qty: '50', ...fields });
    await create({ orderType: 'Limit', price, timeInForce: 'PostOnly' });
    await create({ orderType: 'Market', triggerPrice: trigger });
    await terminal.api.post('/contract/v5/order/cancel-all', {});
    await terminal.tab(/^Order history/);
    const table = terminal.table('Order history');
    const rows = () => table.locator('tbody').getByRole('row', { name: 'XRPUSDT' });
    const kind = (name: string) => page.getByRole('group', { name: 'Order kinds' }).getByRole('button', { name, exact: true }).click();
    await expect.poll(() => rows().count()).toBe(2);
    await kind('Conditional');
    await expect.poll(() => rows().count()).toBe(1);
    const shown = (value: string) => Number(value).toLocaleString('en', { minimumFractionDigits: 4 });
    expect(await cell(rows().first(), 'Trigger').textContent()).toMatch(new RegExp(`^[\u2264\u2265] ${shown(trigger)} Last$`));
    await kind('Limit and market');
    await page.getByRole('combobox', { name: 'Symbol' }).or(page.getByRole('tabpanel').getByLabel('Symbol')).last().fill('XRPUSDT');
    await expect.poll(() => table.locator('tbody').getByRole('row').count()).toBe(1);
    const limit = rows().first();
    expect(await cell(limit, 'Side').textContent()).toBe('Buy');
    expect(await cell(limit, 'Type').textContent()).toBe('LimitPost-only');
    expect(await cell(limit, 'Price').textContent()).toBe(shown(price));
    expect(await cell(limit, 'Status').textContent()).toBe('Cancelled');
    await page.getByLabel('To (UTC)', { exact: true }).fill('2020-01-01');
    await page.getByText('No rows match these filters').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => rows().count()).toBe(1);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()]);
    expect(file.suggestedFilename()).toBe('orders.csv');
  });

  it('ORD-01 tables and their filter are in UTC or in the zone of the device, and name it', async () => {
    const terminal = await Terminal.open(server.url, { path: '/trade/usdt/LTCUSDT', timezoneId: 'Asia/Tokyo' });
    const { page, api } = terminal;
    await api.post('/contract/v5/order/create', { symbol: 'LTCUSDT', side: 'Buy', orderType: 'Market', qty: '1' });
    await terminal.tab(/^Trade history/);
    const row = terminal.table('Trade history').getByRole('row', { name: 'LTCUSDT' }).first();
    const written = async (zone: string): Promise<number> => Date.parse(`${await cell(row, `Time (${zone})`).textContent()}Z`);
    const utc = await written('UTC');
    await page.getByRole('combobox', { name: 'Time zone of the tables' }).click();
    await page.getByRole('option', { name: 'Tokyo' }).click();
    const HOURS = 9 * 3_600_000;
    expect(await written('Tokyo')).toBe(utc + HOURS);
    // The day that the row shows is the day that finds it, and it is the day of the zone.
    const day = new Date(utc + HOURS).toISOString().slice(0, 10);
    const to = page.getByLabel('To (Tokyo)', { exact: true });
    const end = Date.parse(day) + 24 * 3_600_000 - HOURS;
    const [asked] = await Promise.all([page.waitForRequest((request) => request.url().includes('&to=')), to.fill(day)]);
    expect(new URL(asked.url()).searchParams.get('to')).toBe(String(end));
    await row.waitFor();
    await to.fill('31.02.2026');
    expect(await to.getAttribute('aria-invalid')).toBe('true');
    await page.reload();
    await terminal.live();
    await terminal.tab(/^Open orders/);
    await page.getByRole('combobox', { name: 'Time zone of the tables' }).filter({ hasText: 'Tokyo' }).waitFor();
  });

  it('WSP-05 at 1600 pixels the past fits its panel; part of a symbol finds it; one closing order is one row of closed P&L', async () => {
    const terminal = await Terminal.open(server.url, { viewport: { width: 1600, height: 900 } });
    const { page, api } = terminal;
    // Three times the best bid, so that one fill cannot close it, but not more than a market order may have.
    let bid = 0;
    const readBid = async () => {
      const { b: bids } = (await api.get('/contract/v5/market/orderbook?symbol=ADAUSDT&limit=20')) as { b: string[][] };
      bid = Number(bids[0]?.[1]);
      return bid;
    };
    await expect.poll(readBid).toBeLessThan(400_000);
    const qty = String(Math.ceil(3 * Math.max(bid, 30_000)));
    await api.post('/contract/v5/order/create', { symbol: 'ADAUSDT', side: 'Buy', orderType: 'Market', qty });
    await api.post('/contract/v5/order/create', { symbol: 'ADAUSDT', side: 'Sell', orderType: 'Market', qty, reduceOnly: true });
    for (const name of ['Order history', 'Trade history', 'Closed P&L', 'Transactions']) {
      await page.getByRole('tab', { name }).click();
      const table = page.getByRole('table', { name });
      await table.locator('tbody').getByRole('row').first().waitFor();
      const [needed, room] = await table.evaluate(({ parentElement: panel }) => [panel?.scrollWidth ?? 0, panel?.clientWidth ?? 0]);
      expect([name, needed]).toEqual([name, room]);
    }
    await page.getByRole('tab', { name: 'Closed P&L' }).click();
    const closed = page.getByRole('table', { name: 'Closed P&L' });
    await page.getByRole('tabpanel').getByLabel('Symbol').fill('ada');
    const row = closed.getByRole('row', { name: 'ADAUSDT' });
    await row.first().waitFor();
    await expect.poll(() => closed.locator('tbody').getByRole('row').count()).toBe(1);
    const { list } = (await api.get('/contract/v5/execution/list?symbol=ADAUSDT&side=Sell&limit=200')) as { list: unknown[] };
    expect(list.length).toBeGreaterThan(1);
    expect(await cell(row, 'Fills').textContent()).toBe(String(list.length));
    // Never more digits than the price has, and two more for a mean.
    expect(await cell(row, 'Exit').textContent()).toMatch(/^\d\.\d{4,6}$/);
    await page.getByRole('tabpanel').getByLabel('Symbol').fill('nosuch');
    await page.getByText('No rows match these filters').waitFor();
  });
});

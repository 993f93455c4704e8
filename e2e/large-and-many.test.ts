import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { cell, Terminal } from './support/terminal.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer('--seed', '4350');
  return () => server.stop();
});

interface Limits {
  readonly maxNewOrderQty: string;
  readonly maxNewMarketOrderQty: string;
}

/** The contract's order limits as the page receives them; `rules` replaces them on the way. */
async function withLimits(page: Page, rules: Limits): Promise<void> {
  await page.route('**/contract/v5/product/brief-symbol-list*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: Record<string, unknown> };
    for (const list of Object.values(body.result)) {
      if (!Array.isArray(list)) continue;
      for (const item of list as Record<string, unknown>[]) if (item['symbolName'] === 'SOLUSDT') Object.assign(item, rules);
    }
    await route.fulfill({ response, json: body });
  });
  // The page asks for its contract alone first, and is live before the list has come.
  await page.route('**/contract/v5/product/dynamic-symbol-item*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: { item: object } };
    Object.assign(body.result.item, rules);
    await route.fulfill({ response, json: body });
  });
}

describe('what is larger than one order may be', () => {
  const rules: Limits = { maxNewOrderQty: '3', maxNewMarketOrderQty: '2' };
  const opened = (): Promise<Terminal> =>
    Terminal.open(server.url, { path: '/trade/usdt/SOLUSDT', prepare: ({ page }) => withLimits(page, rules) });

  it('INP-05 a partial TP/SL above the largest order has a tip, and is set in parts', async () => {
    const terminal = await opened();
    await terminal.api.post('/contract/v5/order/create', { symbol: 'SOLUSDT', side: 'Buy', orderType: 'Market', qty: '10' });
    const row = await terminal.positionRow('SOLUSDT');
    await row.getByRole('button', { name: /^TP\/SL of SOLUSDT/ }).click();
    const dialog = terminal.page.getByRole('dialog');
    await dialog.getByRole('tab', { name: /Partial position/ }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const { list } = (await terminal.api.get('/contract/v5/market/tickers?symbol=SOLUSDT')) as { list: { lastPrice: string }[] };
    await dialog.getByRole('textbox', { name: 'SL trigger price' }).fill((Number(list[0]?.lastPrice) * 0.7).toFixed(2));
    const tip = dialog.getByText('Above the maximum per order: it will be sent in parts');
    await dialog.getByRole('textbox', { name: 'Quantity to close' }).fill('3');
    await expect.poll(() => tip.count()).toBe(0);
    await dialog.getByRole('textbox', { name: 'Quantity to close' }).fill('7');
    await tip.waitFor();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByRole('button', { name: /^Cancel TP\/SL for 1\.0 SOL/ }).waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: /^Cancel TP\/SL for 3\.0 SOL/ }).count()).toBe(2);
    await terminal.page.keyboard.press('Escape');

    // Closed at market it goes in parts too.
    const parts: unknown[] = [];
    terminal.page.on('request', (request) => {
      if (request.url().includes('/order/create')) parts.push((request.postDataJSON() as { qty: string }).qty);
    });
    await terminal.closeAtMarket(row);
    await row.waitFor({ state: 'detached' });
    expect(parts).toEqual(['2', '2', '2', '2', '2']);
  });

  it('REV-07 INP-05 when a part fails, the dialog says how much was not sent', async () => {
    const terminal = await opened();
    await terminal.api.post('/contract/v5/order/create', { symbol: 'SOLUSDT', side: 'Buy', orderType: 'Market', qty: '5' });
    const row = await terminal.positionRow('SOLUSDT');
    await row.waitFor();
    let sent = 0;
    await terminal.page.route('**/contract/v5/order/create*', async (route) => {
      sent += 1;
      if (sent === 1) await route.continue();
      else await route.fulfill({ json: { ret_code: 110007, ret_msg: 'x', result: {}, time_now: 1 } });
    });
    await terminal.closeAtMarket(row);
    await terminal.page.getByText('The order was sent in parts. 3 SOL of it failed.').waitFor();
    expect(sent).toBe(2);
    await terminal.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => cell(row, 'Qty').textContent()).toBe('3.0');
  });
});

describe('tables of the past', () => {
  it('ORD-01 orders of strategies are a kind of their own, and a history is sorted by its heads', async () => {
    const terminal = await Terminal.open(server.url, { path: '/trade/usdt/XRPUSDT' });
    const create = (symbol: string, qty: string) =>
      terminal.api.post('/contract/v5/order/create', { symbol, side: 'Buy', orderType: 'Market', qty });
    await create('XRPUSDT', '50');
    await create('XRPUSDT', '90');
    await create('XRPUSDT', '70');
    await terminal.api.post('/contract/v5/strategy/create', {
      ...{ symbol: 'XRPUSDT', side: 'Buy', qty: '60', strategyType: 'Iceberg', price: '0.5', shownQty: '20' },
    });
    await terminal.tab(/^Order history/);
    const table = terminal.table('Order history');
    const rows = table.locator('tbody').getByRole('row', { name: 'XRPUSDT' });
    const quantities = () => rows.evaluateAll((all) => all.map((row) => row.querySelector('[data-label="Qty"]')?.textContent));
    await expect.poll(() => rows.count()).toBe(4);
    const kind = (name: string) =>
      terminal.page.getByRole('group', { name: 'Order kinds' }).getByRole('button', { name, exact: true }).click();
    await kind('Iceberg');
    await expect.poll(quantities).toEqual(['20']);
    await kind('TWAP');
    await expect.poll(() => rows.count()).toBe(0);
    await kind('All');
    await expect.poll(() => rows.count()).toBe(4);
    await table.getByRole('button', { name: 'Qty' }).click();
    await expect.poll(quantities).toEqual(['90', '70', '50', '20']);
    await table.getByRole('button', { name: 'Qty' }).click();
    await expect.poll(quantities).toEqual(['20', '50', '70', '90']);
    await terminal.api.post('/contract/v5/order/cancel-all', {});
  });
});

it('MKT-07 the price of an option is typed as its volatility, and a price shows it', async () => {
  const terminal = await Terminal.open(server.url, { path: '/trade/option/usdc/BTC', until: 'page' });
  const ask = terminal.page.getByRole('button', { name: /, buy at the best ask$/ }).nth(3);
  await ask.filter({ hasText: /\d/ }).waitFor();
  await ask.click();
  await expect.poll(() => terminal.price.inputValue()).toMatch(/^\d+$/);
  const volatility = terminal.form.getByRole('textbox', { name: 'Implied volatility' });
  await expect.poll(() => volatility.inputValue()).toMatch(/^\d+\.\d\d$/);
  const before = Number(await terminal.price.inputValue());
  await volatility.fill(String(Number(await volatility.inputValue()) * 2));
  await expect.poll(async () => Number(await terminal.price.inputValue())).toBeGreaterThan(before);
});

it('RT-10 on a phone the spread page has tabs, and a price of the book goes into the form', async () => {
  const terminal = await Terminal.open(server.url, {
    ...{ path: '/trade/spread', until: 'page', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const { page } = terminal;
  const tab = (name: string) => page.getByRole('tablist', { name: 'Sections' }).getByRole('tab', { name, exact: true });
  await page.getByRole('group', { name: 'Spreads' }).getByRole('button').nth(1).click();
  await page.waitForURL('**/trade/spread/*/*');
  await tab('Book').click();
  const best = page.getByRole('group', { name: 'Spread asks' }).getByRole('button').last().filter({ hasText: /\d/ });
  await best.click();
  const form = page.getByRole('form', { name: 'Spread order' });
  await expect.poll(() => form.getByRole('textbox', { name: 'Spread price' }).inputValue()).toMatch(/^-?\d/);
  await tab('Orders').click();
  await page.getByText('No open spread orders').waitFor();
  await tab('Positions').click();
  await page.getByRole('tab', { name: /^Positions \(/ }).waitFor();
});

import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { cell, Terminal } from './support/terminal.ts';

describe('open orders', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer('--seed', '4392');
    return () => server.stop();
  });

  it('HND-03 an edit to a price that crosses is previewed like an order, and fills as the preview said', async () => {
    const terminal = await Terminal.open(server.url, { path: '/trade/usdt/SOLUSDT' });
    const { api, page } = terminal;
    const { list } = (await api.get('/contract/v5/market/tickers?symbol=SOLUSDT')) as { list: { lastPrice: string }[] };
    const near = (factor: number) => (Number(list[0]?.lastPrice) * factor).toFixed(2);
    await api.post('/contract/v5/order/create', { symbol: 'SOLUSDT', side: 'Buy', orderType: 'Limit', qty: '3', price: near(0.97) });
    const row = await terminal.openOrderRow('SOLUSDT');
    await row.getByRole('button', { name: 'Edit order of SOLUSDT' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit order of SOLUSDT' });
    const fact = (name: string) => edit.locator('dl > div').filter({ hasText: name }).locator('dd');
    expect(await edit.locator('dl').count()).toBe(0);
    const price = edit.getByRole('textbox', { name: 'Price' });
    await price.fill(near(0.98));
    await fact('Cost').filter({ hasText: /USDT/ }).waitFor();
    expect(await edit.getByText(/as taker/).count()).toBe(0);
    await price.fill(near(1.01));
    await edit.getByText('All of it fills at once, as taker.').waitFor();
    expect(await fact('Fills at once').textContent()).toBe('3.0 / 3.0');
    await fact('Average price').filter({ hasText: /\d/ }).waitFor();
    await edit.getByRole('button', { name: 'Confirm' }).click();
    await row.waitFor({ state: 'detached' });
    await (await terminal.positionRow('SOLUSDT')).waitFor();
  });

  it('ORD-08 HND-02 by kind, edited in place, cancelled one by one and by kind; what protects stays until it is named', async () => {
    const terminal = await Terminal.open(server.url, { path: '/trade/usdt/ETHUSDT' });
    const { list } = (await terminal.api.get('/contract/v5/market/tickers?symbol=ETHUSDT')) as { list: { lastPrice: string }[] };
    const near = (factor: number) => (Number(list[0]?.lastPrice) * factor).toFixed(2);
    const create = (fields: object) =>
      terminal.api.post('/contract/v5/order/create', { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Limit', qty: '0.5', ...fields });
    await create({ price: near(0.97) });
    await create({ price: near(0.96), qty: '0.4' });
    await create({ orderType: 'Market', triggerPrice: near(1.04), qty: '0.3' });
    await create({ orderType: 'Market' });
    await terminal.api.post('/contract/v5/position/set-tp-sl-ts', { symbol: 'ETHUSDT', tpSlMode: 'Full', takeProfit: near(1.05) });

    await terminal.tab(/^Open orders/);
    const table = terminal.table('Open orders');
    const rows = () => table.locator('tbody').getByRole('row');
    const kind = (name: RegExp) => terminal.page.getByRole('group', { name: 'Order kinds' }).getByRole('button', { name }).click();
    await expect.poll(() => rows().count()).toBe(4);
    await kind(/^TP\/SL 1/);
    expect(await rows().count()).toBe(1);
    expect(await cell(rows().first(), 'Qty').textContent()).toBe('Position');
    await kind(/^Conditional 1/);
    await rows().first().getByRole('button', { name: 'Edit order of ETHUSDT' }).click();
    const edit = terminal.page.getByRole('dialog', { name: 'Edit order of ETHUSDT' });
    const shown = (text: string) => Number(text).toLocaleString('en', { minimumFractionDigits: 2 });
    await edit.getByRole('textbox', { name: 'Trigger' }).fill(near(1.03));
    await edit.getByRole('textbox', { name: 'Qty' }).fill('0.2');
    await edit.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => cell(rows().first(), 'Trigger').textContent()).toBe(`≥ ${shown(near(1.03))} Last`);
    expect(await cell(rows().first(), 'Qty').textContent()).toBe('0.20');

    await kind(/^Limit and market 2/);
    await rows().first().getByRole('button', { name: 'Edit order of ETHUSDT' }).click();
    await edit.getByRole('textbox', { name: 'Price' }).fill(near(0.95));
    await edit.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => cell(rows().first(), 'Price').textContent()).toBe(shown(near(0.95)));
    await rows()
      .first()
      .getByRole('button', { name: /^Cancel order/ })
      .click();
    await expect.poll(() => rows().count()).toBe(1);
    await terminal.page.getByRole('button', { name: 'Cancel all: Limit and market' }).click();
    await terminal.answer('Cancel 1 order');
    await terminal.page.getByText('No open orders of this kind').waitFor();
    await kind(/^All/);
    await expect.poll(() => rows().count()).toBe(2);
    // Protective orders stay unless they are named.
    const cancelAll = terminal.page.getByRole('button', { name: 'Cancel all', exact: true });
    const question = terminal.page.getByRole('dialog', { name: 'Cancel all orders' });
    await cancelAll.click();
    await question
      .getByRole('region', { name: /^Stays/ })
      .getByRole('listitem')
      .first()
      .waitFor();
    await question.getByRole('button', { name: 'Cancel 1 order' }).click();
    await expect.poll(() => rows().count()).toBe(1);
    await cancelAll.click();
    await question.getByRole('checkbox', { name: 'Cancel these too' }).check();
    await question.getByRole('button', { name: 'Cancel 1 order' }).click();
    await terminal.page.getByText('No open orders', { exact: true }).waitFor();
  });
});

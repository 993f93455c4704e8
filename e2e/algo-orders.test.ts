import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { cell, Terminal } from './support/terminal.ts';

type Texts = Readonly<Record<string, string>>;

/** Prices so far from the market that nothing trades, wherever it is. */
const STRATEGIES: readonly { kind: string; type: string; side: string; texts: Texts; plan: RegExp; parts: number }[] = [
  {
    kind: 'Iceberg',
    type: 'Iceberg',
    side: 'Buy / Long',
    texts: { Price: '20000', Quantity: '0.5', 'Shown quantity': '0.1' },
    plan: /^0\.100 at a time at 20,000\.0$/,
    parts: 1,
  },
  {
    kind: 'TWAP',
    type: 'TWAP',
    side: 'Sell / Short',
    texts: { Quantity: '0.1', Duration: '5', 'Worst price': '900000' },
    plan: /^10 parts, every 30 s, up to 900,000\.0$/,
    parts: 0,
  },
  {
    kind: 'Scaled order',
    type: 'Scaled',
    side: 'Buy / Long',
    texts: { 'Start price': '20000', 'End price': '16000', Orders: '3', Quantity: '0.3' },
    plan: /^3 orders, 20,000\.0 to 16,000\.0$/,
    parts: 3,
  },
  {
    kind: 'Grid',
    type: 'Grid',
    side: 'Start grid',
    texts: { 'Lowest price': '10000', 'Highest price': '400000', Cells: '2', Quantity: '0.001' },
    plan: /^2 cells, 10,000\.0 to 400,000\.0$/,
    parts: 2,
  },
];

describe('algo orders', () => {
  let server: RunningServer;
  let terminal: Terminal;

  beforeAll(async () => {
    server = await startServer('--seed', '4351');
    return () => server.stop();
  });
  beforeEach(async () => {
    terminal = await Terminal.open(server.url);
  });

  const group = () => terminal.form.getByRole('group', { name: 'Algo order' });
  const choose = async (kind: string): Promise<void> => {
    await terminal.form.getByRole('tab', { name: 'Algo' }).click();
    await group().getByRole('combobox', { name: 'Algo order' }).click();
    const wanted = terminal.page.getByRole('option', { name: kind, exact: true });
    await wanted.click();
    await wanted.waitFor({ state: 'detached' });
  };
  const fill = async (texts: Texts): Promise<void> => {
    for (const [name, text] of Object.entries(texts)) await group().getByRole('textbox', { name, exact: true }).fill(text);
  };
  const send = (name: string) => group().getByRole('button', { name, exact: true });
  const running = async () =>
    ((await terminal.api.get('/contract/v5/strategy/list')) as { list: { strategyType: string; status: string }[] }).list.filter(
      ({ status }) => status === 'Running',
    );
  const strategyRow = async (kind: string) => {
    await terminal.tab(/^Strategies/);
    return terminal
      .table('Strategies')
      .getByRole('row', { name: `${kind} in BTCUSDT` })
      .first();
  };

  it.each(STRATEGIES)('ORD-09 ORD-06 $kind: placed, listed with its orders, stopped', async ({ kind, type, side, texts, plan, parts }) => {
    await choose(kind);
    await fill(texts);
    // A toast does not wait for a slow machine: it is looked out for before there is a reason for it.
    await Promise.all([terminal.page.getByText(`${kind} placed`).waitFor(), send(side).click()]);
    await expect.poll(async () => (await running()).map(({ strategyType }) => strategyType)).toEqual([type]);
    // Sending clears the quantity and keeps the rest.
    await expect.poll(() => group().getByRole('textbox', { name: 'Quantity', exact: true }).inputValue()).toBe('');

    const row = await strategyRow(kind);
    await expect.poll(() => cell(row, 'Plan').textContent()).toMatch(plan);
    await expect.poll(() => cell(row, 'Status').textContent()).toBe('Running');
    if (parts > 0) {
      await cell(row, 'Orders').getByRole('button').click();
      await expect
        .poll(() => terminal.table('Strategies').getByRole('row', { name: 'Order of a strategy in BTCUSDT' }).count())
        .toBe(parts);
    }
    await row.getByRole('button', { name: `Stop ${kind} in BTCUSDT` }).click();
    await expect.poll(() => cell(row, 'Status').textContent()).toBe('Stopped');
    await expect.poll(running).toEqual([]);
    const { list } = (await terminal.api.get('/contract/v5/order/list')) as { list: unknown[] };
    expect(list).toEqual([]);
  });

  it('ORD-09 webhook: tells its address and token once, and a signal without a session places the order', async () => {
    await choose('Webhook');
    await fill({ Quantity: '0.01' });
    await group().getByRole('tab', { name: 'Limit' }).click();
    await fill({ Price: '15000' });
    await send('Buy / Long').click();
    const dialog = terminal.page.getByRole('dialog', { name: 'Your webhook is ready' });
    await dialog.getByText(`${server.url}/contract/v5/strategy/signal`, { exact: true }).waitFor();
    const token = (await dialog.locator('code').nth(1).textContent()) ?? '';
    expect(token).toMatch(/^\d+-\d+-[0-9a-f]{32}$/);
    expect(await dialog.locator('code').nth(2).textContent()).toContain(`-d '{"token":"${token}"}'`);
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await dialog.waitFor({ state: 'hidden' });

    const answer = await fetch(`${server.url}/contract/v5/strategy/signal`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(await answer.json()).toMatchObject({ ret_code: 0 });
    const row = await strategyRow('Webhook');
    await expect.poll(() => cell(row, 'Orders').textContent()).toContain('1 open, 1 placed');
    expect(await terminal.page.content()).not.toContain(token);
    await row.getByRole('button', { name: 'Stop Webhook in BTCUSDT' }).click();
    await expect.poll(() => cell(row, 'Status').textContent()).toBe('Stopped');
  });

  it('ORD-09 OCO: two orders that wait, listed as a pair, and cancelled together', async () => {
    await choose('OCO');
    await fill({ 'Trigger above': '900000', 'Trigger below': '10000', Quantity: '0.01' });
    await group().getByRole('combobox', { name: 'Order type: Below' }).click();
    await terminal.page.getByRole('option', { name: 'Limit' }).click();
    await terminal.page.getByRole('option', { name: 'Limit' }).waitFor({ state: 'detached' });
    await fill({ 'Limit below': '10100' });
    await send('Buy / Long').click();
    await terminal.tab(/^Open orders/);
    const rows = terminal.table('Open orders').locator('tbody').getByRole('row');
    await terminal.page.getByRole('button', { name: /^OCO 2/ }).click();
    await expect
      .poll(() => cell(rows, 'Trigger').allTextContents())
      .toEqual(expect.arrayContaining(['≥ 900,000.0 Last', '≤ 10,000.0 Last']));
    await rows
      .first()
      .getByRole('button', { name: /^Cancel order/ })
      .click();
    await terminal.page.getByText('No open orders of this kind').waitFor();
  });

  it('ORD-09 trailing stop and MMR close protect the position that their button closes, and are cancelled', async () => {
    await choose('Trailing stop');
    await send('Close long').click();
    await group().getByText('Enter a distance on the price grid').waitFor();
    await fill({ Distance: '9000' });
    await group().getByText('There is no long position to close.').waitFor();
    await terminal.market('Buy / Long', '0.01');
    await (await terminal.positionRow('BTCUSDT')).waitFor();
    await choose('Trailing stop');
    await expect.poll(() => group().getByText('There is no long position to close.').count()).toBe(0);
    await Promise.all([terminal.page.getByText('Trailing stop placed').waitFor(), send('Close long').click()]);
    await choose('MMR close');
    await fill({ 'Close at MMR': '80' });
    await Promise.all([terminal.page.getByText('MMR close placed').waitFor(), send('Close long').click()]);

    await terminal.tab(/^Open orders/);
    const rows = terminal.table('Open orders').locator('tbody').getByRole('row');
    for (const kind of [/^Trailing stop 1/, /^MMR close 1/]) {
      await terminal.page.getByRole('button', { name: kind }).click();
      await expect.poll(() => rows.count()).toBe(1);
      await rows
        .first()
        .getByRole('button', { name: /^Cancel order/ })
        .click();
      await terminal.page.getByText('No open orders of this kind').waitFor();
    }
    await terminal.api.post('/contract/v5/order/create', {
      symbol: 'BTCUSDT',
      side: 'Sell',
      orderType: 'Market',
      qty: '0.01',
      reduceOnly: true,
    });
  });

  it('what is wrong stands beside its field, and nothing is sent', async () => {
    await choose('Grid');
    await fill({ 'Lowest price': '90000', 'Highest price': '80000', Quantity: '0.01' });
    await send('Start grid').click();
    await group().getByText('The highest price must be above the lowest.').waitFor();
    await choose('TWAP');
    await fill({ Quantity: '0.001' });
    await send('Buy / Long').click();
    await group().getByText('The parts would be too small').waitFor();
    expect(await running()).toEqual([]);
  });

  it('ORD-09 chase limit: keeps one order at the best price, stopped', async () => {
    // A quantity that the market cannot fill during the test, even on the slowest machine: a quarter of an hour's volume.
    await server.operator('credit', 'trader-01', '500000000');
    await terminal.api.post('/contract/v5/position/set-leverage', { symbol: 'BTCUSDT', buyLeverage: '1', sellLeverage: '1' });
    await choose('Chase limit');
    await fill({ Quantity: '1000' });
    await send('Buy / Long').click();
    const row = await strategyRow('Chase limit');
    await expect.poll(() => cell(row, 'Plan').textContent()).toBe('At the best price');
    await expect.poll(() => cell(row, 'Orders').textContent()).toMatch(/, [1-9]\d* placed/);
    await row.getByRole('button', { name: 'Stop Chase limit in BTCUSDT' }).click();
    await expect.poll(() => cell(row, 'Status').textContent()).not.toBe('Running');
    await expect.poll(running).toEqual([]);
  });
});

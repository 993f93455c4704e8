// Time limit of this file: 240 s, since one account trades for the whole file, step after step.
import { formatDecimal } from '@tapedeck/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyIsMade } from './support/history.ts';
import { sum, units } from './support/numbers.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { Terminal, cell, changes, number } from './support/terminal.ts';

const START = units('100000');
const SCALE = 100_000_000n;

interface Execution {
  execType: string;
  symbol: string;
  side: 'Buy' | 'Sell';
  execPrice: string;
  execQty: string;
  execValue: string;
  execFee: string;
  closedPnl: string;
}
interface Transaction {
  type: string;
  coin: string;
  amount: string;
  cashBalance: string;
}
interface Ticker {
  bid1Price: string;
  ask1Price: string;
  markPrice: string;
}

async function ticker(terminal: Terminal, symbol: string): Promise<Ticker> {
  const { list } = (await terminal.api.get(`/contract/v5/market/tickers?symbol=${symbol}`)) as { list: Ticker[] };
  const [first] = list;
  if (first === undefined) throw new Error(`No ticker of ${symbol}`);
  return first;
}

async function allPages<T>(terminal: Terminal, path: string): Promise<T[]> {
  const all: T[] = [];
  let cursor = '';
  do {
    const page = (await terminal.api.get(`${path}?limit=50${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)) as {
      list: T[];
      nextPageCursor: string;
    };
    all.push(...page.list);
    cursor = page.nextPageCursor;
  } while (cursor !== '');
  return all;
}

const executions = (terminal: Terminal): Promise<Execution[]> => allPages(terminal, '/contract/v5/execution/list');
/** Changes of the USDT wallet, in which all contracts of this story settle. */
const transactions = async (terminal: Terminal): Promise<Transaction[]> =>
  (await allPages<Transaction>(terminal, '/contract/v5/account/transaction-log')).filter(({ coin }) => coin === 'USDT');
const cash = async (terminal: Terminal): Promise<bigint> => {
  const { wallet } = (await terminal.api.get('/contract/v5/account/state')) as { wallet: { coin: string; cash: string }[] };
  return units(wallet.find(({ coin }) => coin === 'USDT')?.cash ?? '');
};

/** A price `rate` ten-thousandths of the way from `price`, on a tick of `digits` digits. */
const shifted = (price: string, rate: bigint, digits: number): string => {
  const step = 10n ** BigInt(8 - digits);
  return formatDecimal((units(price) * (10_000n + rate)) / 10_000n / step, digits);
};

describe('the whole way of a trader', () => {
  let server: RunningServer;
  let terminal: Terminal;
  beforeAll(async () => {
    server = await startServer('--seed', '7');
    await historyIsMade(server);
  });
  afterAll(() => server.stop());

  it('INP-01 places a limit order, sees it in book and table, cancels it', async () => {
    terminal = await Terminal.open(server.url, { path: '/trade/usdt/DOGEUSDT' });
    const grouping = terminal.page.getByRole('combobox', { name: 'Grouping' });
    await grouping.click();
    await terminal.page.getByRole('option').last().click();
    await terminal.page.getByRole('option').first().waitFor({ state: 'detached' });
    // Rows of the finer grouping stay until the book has arrived in the chosen one.
    const size = units(await grouping.innerText());
    await expect
      .poll(() => terminal.bookRows('Bids').then((rows) => rows.length > 2 && rows.every(([shown = '']) => units(shown) % size === 0n)))
      .toBe(true);
    const bids = await terminal.bookRows('Bids');
    // In the middle: the last row leaves the book when the market rises, and the first one is filled when it falls.
    const [price = ''] = bids[bids.length >> 1] ?? [];
    await terminal.limit('Buy / Long', price, '1000');
    const row = await terminal.openOrderRow('DOGEUSDT');
    await row.waitFor();
    expect(await number(cell(row, 'Price'))).toBe(units(price));
    expect(await number(cell(row, 'Qty'))).toBe(units('1000'));
    await terminal.page.getByRole('grid', { name: 'Bids' }).locator('[aria-current="true"]:not([hidden])', { hasText: price }).waitFor();
    await terminal.chart.locator('.chart-lines li[data-kind="order"]').waitFor({ state: 'attached' });
    await row.getByRole('button', { name: /^Cancel order of DOGEUSDT/ }).click();
    await row.waitFor({ state: 'detached' });
    await terminal.chart.locator('.chart-lines li[data-kind="order"]').waitFor({ state: 'detached' });
    await terminal.tab(/^Order history/);
    await terminal.table('Order history').getByRole('row', { name: 'DOGEUSDT' }).getByText('Cancelled').waitFor();
    expect(await cash(terminal)).toBe(START);
  });

  it('INP-01 takes prices on ticks and quantities on lots only, and keeps what was typed', async () => {
    terminal = await Terminal.open(server.url, { path: '/trade/usdt/BTCUSDT' });
    await terminal.limit('Buy / Long', '', '');
    await terminal.form.getByRole('alert').first().waitFor();
    await terminal.quantity.fill('0.0000001');
    await terminal.send('Buy / Long').click();
    await terminal.form.getByRole('alert').first().waitFor();
    await terminal.price.fill('1');
    await terminal.price.press('ArrowUp');
    expect(units(await terminal.price.inputValue())).toBeGreaterThan(units('1'));
    await terminal.quantity.fill('0.5');
    await terminal.page.getByRole('button', { name: 'Last', exact: true }).click();
    expect(units(await terminal.price.inputValue())).toBeGreaterThan(units('1000'));
    expect(await terminal.quantity.inputValue()).toBe('0.5');
    expect(await cash(terminal)).toBe(START);
  });

  it.each([
    ['Buy / Long', '10'],
    ['Sell / Short', '25'],
  ] as const)(
    '%s: an isolated limit order fills at its price or better, with the previewed liquidation price when at it',
    async (side, leverage) => {
      const symbol = side === 'Buy / Long' ? 'XRPUSDT' : 'SOLUSDT';
      const quantity = side === 'Buy / Long' ? '40' : '0.7';
      terminal = await Terminal.open(server.url, { path: `/trade/usdt/${symbol}` });
      await terminal.setMarginMode('Isolated');
      await terminal.setLeverage(leverage);
      // Far through the touch, so that it fills at once whatever the market does meanwhile: one minute in twenty moves by half a per cent.
      const { bid1Price, ask1Price } = await ticker(terminal, symbol);
      const [touch, through] = side === 'Buy / Long' ? [ask1Price, 1.02] : [bid1Price, 0.98];
      const price = (Number(touch) * through).toFixed(touch.split('.')[1]?.length ?? 0);
      await terminal.form.getByRole('tab', { name: 'Limit' }).click();
      await terminal.price.fill(price);
      await terminal.quantity.fill(quantity);
      const previewed = terminal.preview(side, 'Liq. after');
      await previewed.filter({ hasText: /\d/ }).waitFor();
      const expected = await number(previewed);
      await terminal.press(side);
      const row = await terminal.positionRow(symbol);
      await row.waitFor();
      await expect.poll(async () => units(((await cell(row, 'Qty').textContent()) ?? '').replace('-', ''))).toBe(units(quantity));
      const entry = await number(cell(row, 'Entry'));
      if (entry === units(price)) expect(await number(cell(row, 'Liq.'))).toBe(expected);
      else
        expect(side === 'Buy / Long' ? entry < units(price) : entry > units(price), 'a limit order fills at its price or better').toBe(
          true,
        );
    },
  );

  it('POS-02 a market order becomes a long, another symbol a short, each with everything that moves with the mark', async () => {
    terminal = await Terminal.open(server.url, { path: '/trade/usdt/BTCUSDT' });
    await terminal.setMarginMode('Cross');
    await terminal.setLeverage('20');
    await terminal.market('Buy / Long', '0.35');
    const long = await terminal.positionRow('BTCUSDT');
    await long.waitFor();
    await long.getByText('Long', { exact: true }).waitFor();
    await long.getByText(/Cross 20/).waitFor();
    for (const label of ['Entry', 'Mark', 'Break-even', 'Value', 'IM', 'MM', 'Unrealised P&L (ROI)']) {
      await cell(long, label).filter({ hasText: /\d/ }).waitFor();
    }
    await changes(cell(long, 'Mark'));
    await changes(cell(long, 'Unrealised P&L (ROI)'));
    const line = terminal.chart.locator('.chart-lines li[data-kind="position"]');
    await line.waitFor({ state: 'attached' });
    expect(await line.getAttribute('data-side')).toBe('Buy');

    await terminal.goTo('ETHUSDT');
    await terminal.setMarginMode('Isolated');
    await terminal.setLeverage('5');
    await terminal.market('Sell / Short', '2');
    const short = await terminal.positionRow('ETHUSDT');
    await short.waitFor();
    await short.getByText('Short', { exact: true }).waitFor();
    await short.getByText(/Isolated 5/).waitFor();
    const [entry, liquidation] = [await number(cell(short, 'Entry')), await number(cell(short, 'Liq.'))];
    expect(liquidation).toBeGreaterThan(entry);
    // A short at 5x is liquidated about a fifth above its entry.
    expect(liquidation * 100n).toBeGreaterThan(entry * 115n);
    expect(liquidation * 100n).toBeLessThan(entry * 122n);
    await terminal.chart.locator('.chart-lines li[data-kind="liquidation"]').waitFor({ state: 'attached' });
    const { positions } = (await terminal.api.get('/contract/v5/account/state')) as {
      positions: { symbol: string; positionIdx: number; side: string }[];
    };
    expect(positions).toContainEqual(expect.objectContaining({ symbol: 'BTCUSDT', positionIdx: 0, side: 'Buy' }));
    expect(positions).toContainEqual(expect.objectContaining({ symbol: 'ETHUSDT', positionIdx: 0, side: 'Sell' }));
  });

  it('closes from the row, and finds realised P&L and fee in the wallet to the last digit', async () => {
    terminal = await Terminal.open(server.url, { path: '/trade/usdt/BTCUSDT' });
    const row = await terminal.positionRow('BTCUSDT');
    await terminal.closeAtMarket(row);
    await row.waitFor({ state: 'detached' });
    await terminal.chart.locator('.chart-lines li[data-kind="position"]').waitFor({ state: 'detached' });

    const fills = (await executions(terminal)).filter(({ symbol }) => symbol === 'BTCUSDT');
    const bought = fills.filter(({ side }) => side === 'Buy');
    const sold = fills.filter(({ side }) => side === 'Sell');
    const exact = (list: readonly Execution[]): bigint =>
      sum(list.map(({ execPrice, execQty }) => (units(execPrice) * units(execQty)) / SCALE));
    expect(sum(bought.map(({ execQty }) => units(execQty)))).toBe(units('0.35'));
    expect(sum(sold.map(({ execQty }) => units(execQty)))).toBe(units('0.35'));
    // Everything bought was sold: P&L is the proceeds less the cost.
    expect(sum(fills.map(({ closedPnl }) => units(closedPnl)))).toBe(exact(sold) - exact(bought));

    const movements = await transactions(terminal);
    expect(await cash(terminal)).toBe(sum(movements.map(({ amount }) => units(amount))));
    const all = await executions(terminal);
    const moved = (type: string): bigint => sum(movements.filter((movement) => movement.type === type).map(({ amount }) => units(amount)));
    expect(moved('trade')).toBe(sum(all.map(({ closedPnl }) => units(closedPnl))));
    expect(moved('fee')).toBe(-sum(all.map(({ execFee }) => units(execFee))));

    await terminal.tab(/^Transactions/);
    const table = terminal.table('Transactions');
    await table.getByRole('row').nth(1).waitFor();
    const shown = await table.locator('[data-label="Balance"]').first().textContent();
    expect(units(shown ?? '')).toBe(await cash(terminal));
    await terminal.tab(/^Trade history/);
    const closing = terminal.table('Trade history').getByRole('row', { name: 'BTCUSDT' }).filter({ hasText: 'Sell' }).first();
    await closing.waitFor();
    expect(await number(cell(closing, 'Fee'))).toBe(units(sold[0]?.execFee ?? ''));
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'EXC-07 everything is still there after a reload and after %s and a new start',
    async (signal) => {
      terminal = await Terminal.open(server.url, {
        path: '/trade/usdt/DOGEUSDT',
        prepare: async ({ expectErrors }) => expectErrors(/WebSocket|Failed to load resource|ERR_/),
      });
      const { bid1Price } = await ticker(terminal, 'DOGEUSDT');
      await terminal.limit('Buy / Long', shifted(bid1Price, -300n, 5), '500');
      await (await terminal.openOrderRow('DOGEUSDT')).first().waitFor();
      const before = {
        cash: await cash(terminal),
        orders: await terminal.api.get('/contract/v5/order/list'),
        executions: (await executions(terminal)).length,
        transactions: (await transactions(terminal)).length,
      };
      const position = await terminal.positionRow('ETHUSDT');
      const entry = await cell(position, 'Entry').textContent();
      await terminal.page.reload();
      await terminal.live();
      expect(await cell(await terminal.positionRow('ETHUSDT'), 'Entry').textContent()).toBe(entry);

      await server.restart(signal);
      await terminal.page.reload();
      await terminal.live();
      expect(await cash(terminal)).toBe(before.cash);
      expect(await terminal.api.get('/contract/v5/order/list')).toEqual(before.orders);
      expect((await executions(terminal)).length).toBe(before.executions);
      expect((await transactions(terminal)).length).toBe(before.transactions);
      expect(await cell(await terminal.positionRow('ETHUSDT'), 'Entry').textContent()).toBe(entry);
      await (await terminal.openOrderRow('DOGEUSDT')).first().waitFor();
      await terminal.page.getByRole('button', { name: 'Cancel all' }).click();
      await terminal.answer(/^Cancel \d+ orders?$/);
      await terminal.page.getByText('No open orders').waitFor();
    },
  );
});

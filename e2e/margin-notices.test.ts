import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { Terminal } from './support/terminal.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer('--seed', '4332');
  return () => server.stop();
});

const toast = (terminal: Terminal, text: string | RegExp, kind?: 'success' | 'error') =>
  terminal.page
    .locator(`[data-sonner-toast]${kind === undefined ? '' : `[data-type="${kind}"]`}`)
    .filter({ hasText: text })
    .first();

async function lastPrice(terminal: Terminal, symbol: string): Promise<number> {
  const { list } = (await terminal.api.get(`/contract/v5/market/tickers?symbol=${symbol}`)) as { list: { lastPrice: string }[] };
  return Number(list[0]?.lastPrice);
}

const buy = (terminal: Terminal, symbol: string, qty: string, price: number) =>
  terminal.api.post('/contract/v5/order/create', {
    symbol,
    side: 'Buy',
    orderType: 'Limit',
    qty,
    price: price.toFixed(symbol === 'BTCUSDT' ? 1 : 2),
    timeInForce: 'GoodTillCancel',
  }) as Promise<{ orderId: string }>;

/** A page of a new trader with portfolio margin and money for so many bitcoins. */
async function portfolioTrader(username: string, bitcoins: number): Promise<Terminal> {
  const terminal = await Terminal.open(server.url, {
    prepare: async ({ context }) => {
      const headers = { origin: server.url };
      const post = (path: string, data: object) => context.request.post(server.url + path, { data, headers });
      await post('/user/public/register', { username, password: `of ${username} alone` });
      await post('/contract/v5/account/switch', { accountKind: 'PM', isDemo: false });
      const answer = await context.request.get(`${server.url}/contract/v5/market/tickers?symbol=BTCUSDT`);
      const { result } = (await answer.json()) as { result: { list: { lastPrice: string }[] } };
      await server.operator('credit', username, (Number(result.list[0]?.lastPrice) * bitcoins).toFixed(2));
    },
  });
  await terminal.page
    .getByRole('button', { name: `Account of ${username}` })
    .getByText('PM', { exact: true })
    .waitFor();
  return terminal;
}

describe('notifications', () => {
  it('NTF-01 an order made, edited, cancelled and executed is a success, in words of its own', async () => {
    const terminal = await Terminal.open(server.url, { path: '/trade/usdt/ETHUSDT' });
    // The script of notices loads with the second view.
    await terminal.page.getByRole('button', { name: /^Account of/ }).waitFor();
    // Notices report only events after the account has arrived on its stream.
    await terminal.page.getByText('No open positions').waitFor();
    const far = (await lastPrice(terminal, 'ETHUSDT')) * 0.9;
    // A toast does not wait for a slow machine: it is looked out for before there is a reason for it.
    const [{ orderId }] = await Promise.all([
      buy(terminal, 'ETHUSDT', '0.1', far),
      toast(terminal, /Buy order created/, 'success').waitFor(),
    ]);
    await Promise.all([
      terminal.api.post('/contract/v5/order/replace', { symbol: 'ETHUSDT', orderId, qty: '0.2' }),
      toast(terminal, 'ETHUSDT order changed', 'success').waitFor(),
    ]);
    await Promise.all([
      terminal.api.post('/contract/v5/order/cancel', { symbol: 'ETHUSDT', orderId }),
      toast(terminal, 'ETHUSDT order cancelled', 'success').waitFor(),
    ]);
    await Promise.all([terminal.market('Buy / Long', '0.11'), toast(terminal, 'Buy 0.11 ETHUSDT filled', 'success').waitFor()]);
  });

  it('NTF-01 a liquidation is a failure, and says what was taken over', async () => {
    const terminal = await Terminal.open(server.url, { path: '/trade/usdt/XRPUSDT' });
    await terminal.setMarginMode('Isolated');
    await terminal.setLeverage('50');
    await terminal.market('Buy / Long', '30');
    await (await terminal.positionRow('XRPUSDT')).waitFor();
    // A toast does not wait for a slow machine: it is looked out for before there is a reason for it.
    await Promise.all([
      toast(terminal, /^XRPUSDT position liquidated.*Long 30(\.0)? was taken over at its bankruptcy price\./, 'error').waitFor(),
      server.operator('stage', 'gap', 'XRP', '--percent=-9', '--seconds', '86400'),
    ]);
  });

  it('NTF-01 orders of a portfolio go for a reason of their own, and its liquidation has other words', async () => {
    const terminal = await portfolioTrader('petra', 0.077);
    await terminal.market('Buy / Long', '0.3');
    const row = await terminal.positionRow('BTCUSDT');
    await row.getByText('Portfolio', { exact: true }).waitFor();
    const far = (await lastPrice(terminal, 'BTCUSDT')) * 0.85;
    await Promise.all([buy(terminal, 'BTCUSDT', '0.3', far), toast(terminal, /order created/).waitFor()]);
    await Promise.all([
      toast(terminal, 'The maintenance margin of the portfolio would have exceeded its equity.').waitFor(),
      server.operator('stage', 'gap', 'BTC', '--percent=-10', '--seconds', '86400'),
    ]);
    expect(await row.count()).toBe(1);
    const liquidated = /^BTCUSDT position liquidated.*Positions in the portfolio are reduced until its margin is sufficient\./;
    await Promise.all([
      toast(terminal, liquidated, 'error').waitFor(),
      server.operator('stage', 'gap', 'BTC', '--percent=-40', '--seconds', '86400'),
    ]);
  });
});

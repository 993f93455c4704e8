// Time limit of this file: 240 s, since each test ends and starts a server with an open page.
import { beforeAll, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { bringSlowClock, slowDown } from './support/slow-clock.ts';
import { Terminal } from './support/terminal.ts';

/** The page looks for an order for fifteen of its seconds, which a slow machine may need to start the server. */
const RESTART_TIMES = 5;

const openOrders = async (terminal: Terminal): Promise<Record<string, unknown>[]> =>
  ((await terminal.api.get('/contract/v5/order/list')) as { list: Record<string, unknown>[] }).list;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer('--seed', '4354');
  return () => server.stop();
});

/** The page of an account without open orders. */
async function open(): Promise<Terminal> {
  const terminal = await Terminal.open(server.url, {
    prepare: async ({ page, expectErrors }) => {
      expectErrors(/WebSocket|Failed to load resource|ERR_/);
      await page.addInitScript(bringSlowClock);
    },
  });
  await terminal.api.post('/contract/v5/order/cancel-all', {});
  return terminal;
}

it('one order, though its answer was lost: it is looked up by the id that the page gave it', async () => {
  const terminal = await open();
  const ids: unknown[] = [];
  await terminal.page.route('**/contract/v5/order/create*', async (route) => {
    ids.push((route.request().postDataJSON() as { orderLinkId: string }).orderLinkId);
    await route.fetch();
    await route.abort('connectionreset');
  });
  await terminal.limit('Buy / Long', '20000', '0.01');
  await expect.poll(() => terminal.quantity.inputValue()).toBe('');
  expect(await openOrders(terminal)).toMatchObject([{ orderLinkId: ids[0], price: '20000.0' }]);
  expect(ids).toHaveLength(1);
});

it.each(['before', 'after'] as const)('a server that dies %s it has the order and comes back leaves at most one', async (when) => {
  const terminal = await open();
  await slowDown(terminal.page, RESTART_TIMES);
  let back = (): void => undefined;
  const restarted = new Promise<void>((resolve) => (back = resolve));
  await terminal.page.route('**/contract/v5/order/create*', async (route) => {
    if (when === 'after') await route.fetch();
    await server.restart('SIGKILL');
    back();
    await route.abort('connectionreset');
  });
  await terminal.price.fill('20000');
  await terminal.quantity.fill('0.01');
  await terminal.send('Buy / Long').dblclick();
  await restarted;
  if (when === 'after') await expect.poll(() => terminal.quantity.inputValue()).toBe('');
  else await terminal.form.getByText(/did not reach the exchange/).waitFor();
  expect(await openOrders(terminal)).toHaveLength(when === 'after' ? 1 : 0);
  if (when === 'before')
    expect(await Promise.all([terminal.price.inputValue(), terminal.quantity.inputValue()])).toEqual(['20000.0', '0.01']);
});

it('REV-02 a server that dies between the two orders of a reversal leaves one of each, and settings are made once', async () => {
  const terminal = await open();
  await terminal.market('Buy / Long', '0.5');
  const row = await terminal.positionRow('BTCUSDT');
  await row.getByText('Long', { exact: true }).waitFor();
  await slowDown(terminal.page, RESTART_TIMES);
  const sent: Record<string, unknown>[] = [];
  await terminal.page.route('**/contract/v5/order/create*', async (route) => {
    sent.push(route.request().postDataJSON() as Record<string, unknown>);
    if (sent.length > 1) return route.continue();
    await route.fetch();
    await server.restart('SIGKILL');
    return route.abort('connectionreset');
  });
  await row.getByRole('button', { name: 'Reverse BTCUSDT' }).click();
  await terminal.page.getByRole('dialog').getByRole('button', { name: 'Reverse', exact: true }).dblclick();
  await row.getByText('Short', { exact: true }).waitFor();
  expect(sent.map(({ side, reduceOnly }) => [side, reduceOnly])).toEqual([
    ['Sell', true],
    ['Sell', false],
  ]);
  const { positions } = (await terminal.api.get('/contract/v5/account/state')) as { positions: { side: string; size: string }[] };
  expect(positions).toMatchObject([{ side: 'Sell', size: '0.5' }]);

  // A setting is sent again until it is answered; the second time finds it made.
  let calls = 0;
  await terminal.page.route('**/position/set-leverage*', async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await route.fetch();
    await server.restart('SIGKILL');
    return route.abort('connectionreset');
  });
  await terminal.setLeverage('7');
  await terminal.form.getByRole('button', { name: /^Leverage: 7/ }).waitFor();
});

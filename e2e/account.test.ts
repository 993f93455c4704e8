import { describe, expect, it } from 'vitest';
import { sharedEntry, sharedServer } from './support/shared.ts';
import { tapSockets, type SocketTap } from './support/sockets.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();
/** Far below the market, within the price limit: rests until it is cancelled. */
async function restingPrice(terminal: Terminal): Promise<string> {
  const { list } = (await terminal.api.get('/contract/v5/market/tickers?symbol=XRPUSDT')) as { list: { bid1Price: string }[] };
  return (Number(list[0]?.bid1Price) * 0.98).toFixed(4);
}

describe('account', () => {
  it('API-07 OPS-05 log-out shows public data and says how to log in; a one-time address brings the account back', async () => {
    const terminal = await Terminal.open(origin);
    await terminal.page.getByRole('button', { name: /^Account of/ }).click();
    await terminal.page.getByRole('menuitem', { name: 'Log out' }).click();
    await terminal.form.getByRole('button', { name: 'Log in to trade' }).waitFor();
    await terminal.page.getByText('Log in to see this').first().waitFor();
    await terminal.bookIs('live');
    await terminal.chart.locator('[data-state="shown"]').waitFor();
    const refused = await terminal.guarded.context.request.get(`${origin}/contract/v5/account/state`);
    expect((await refused.json()) as object).toMatchObject({ ret_code: 10007, result: {} });

    await terminal.page.reload();
    // A page that opens asks a visitor to log in. Behind the dialog, no button counts as there.
    const question = terminal.page.getByRole('dialog', { name: 'Log in' });
    await question.waitFor();
    await terminal.page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await terminal.form.getByRole('button', { name: 'Log in to trade' }).waitFor();
    await terminal.page.goto(await sharedEntry());
    await terminal.send('Buy / Long').waitFor();
    await terminal.page.getByRole('button', { name: /^Account of/ }).waitFor();
    await terminal.api.get('/contract/v5/account/state');
  });

  it('API-09 ERR-11 a rejection that nobody caught goes to tracing, without figures, and is not shown', async () => {
    const terminal = await Terminal.open(origin, {
      until: 'page',
      prepare: async ({ page, expectErrors }) => {
        expectErrors(/planted/);
        await page.clock.install();
      },
    });
    const { page } = terminal;
    await page.getByRole('contentinfo', { name: 'Status' }).waitFor();
    // On a slow machine, the start of the page has traces of its own, in this request or in an earlier one.
    const traced = page.waitForRequest(
      (request) => request.url().includes('/telemetry/logger') && /planted/.test(request.postData() ?? ''),
    );
    await page.evaluate(() => void Promise.reject(new Error('planted 4711')));
    await page.clock.fastForward('00:10');
    const { items } = (await traced).postDataJSON() as { items: { kind: string }[] };
    expect(items.filter(({ kind }) => kind === 'rejection')).toEqual([{ kind: 'rejection', code: 0, message: 'Error: planted #' }]);
    expect(await page.getByText(/planted/).count()).toBe(0);
  });

  it.each<readonly [string, { status?: number; body?: string } | 'abort', RegExp]>([
    [
      'is refused',
      { status: 200, body: JSON.stringify({ ret_code: 30031, ret_msg: 'oh no', result: {}, time_now: 1 }) },
      /refused|30031|oh no/,
    ],
    ['fails in the server', { status: 500, body: 'broken' }, /did not reach the exchange/],
  ])('API-08 an order that %s keeps what was typed and stops loading', async (_name, answer, message) => {
    const terminal = await Terminal.open(origin, {
      path: '/trade/usdt/XRPUSDT',
      prepare: async ({ page, expectErrors }) => {
        expectErrors(/Failed to load resource/);
        await page.route('**/contract/v5/order/create*', (route) =>
          answer === 'abort' ? route.abort() : route.fulfill({ contentType: 'application/json', ...answer }),
        );
      },
    });
    const price = await restingPrice(terminal);
    await terminal.limit('Buy / Long', price, '20');
    await terminal.page.getByText(message).first().waitFor();
    await expect.poll(() => terminal.send('Buy / Long').isEnabled()).toBe(true);
    await expect.poll(() => terminal.send('Buy / Long').getAttribute('aria-busy')).not.toBe('true');
    expect(await terminal.price.inputValue()).toBe(price);
    expect(await terminal.quantity.inputValue()).toBe('20');
  });

  it('NTF-04 the private channel comes back after a drop: logs in first, subscribes again, misses nothing', async () => {
    let tap: SocketTap | undefined;
    const terminal = await Terminal.open(origin, {
      path: '/trade/usdt/XRPUSDT',
      prepare: async ({ page }) => {
        tap = await tapSockets(page, '/private');
      },
    });
    const socket = tap;
    if (socket === undefined) throw new Error('No socket was tapped');
    const operations = (): string[] => socket.sent.map((text) => (JSON.parse(text) as { op: string }).op).filter((op) => op !== 'ping');
    // A page that waits too long for its snapshot may ask for it again; how it begins is always the same.
    await expect.poll(() => operations().slice(0, 2)).toEqual(['login', 'subscribe']);
    // The page may have lost a connection before, and made another one.
    const [connected, said] = [socket.connections(), operations().length];
    await socket.cut();
    // An order placed while the page hears nothing.
    const placed = (await terminal.api.post('/contract/v5/order/create', {
      symbol: 'XRPUSDT',
      side: 'Buy',
      orderType: 'Limit',
      qty: '30',
      price: await restingPrice(terminal),
      timeInForce: 'GoodTillCancel',
    })) as { orderId: string };
    await expect.poll(socket.connections).toBeGreaterThan(connected);
    // Calls since the reconnection; earlier ones may include requests for account data.
    const since = () => operations().slice(operations().indexOf('login', said)).slice(0, 2);
    await expect.poll(since).toEqual(['login', 'subscribe']);
    const row = (await terminal.openOrderRow('XRPUSDT')).filter({ hasText: '30' });
    await row.waitFor();
    // And news after it.
    await terminal.api.post('/contract/v5/order/cancel', { symbol: 'XRPUSDT', orderId: placed.orderId });
    await row.waitFor({ state: 'detached' });
  });
});

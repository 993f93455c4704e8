import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { cell, Terminal } from './support/terminal.ts';

type Sent = Record<string, unknown>;

let server: RunningServer;
let terminal: Terminal;
const sent: Sent[] = [];

beforeAll(async () => {
  server = await startServer('--seed', '4353');
  return () => server.stop();
});
beforeEach(async () => {
  sent.length = 0;
  terminal = await Terminal.open(server.url, {
    prepare: async ({ page }) => {
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/contract/v5/order/create') sent.push(request.postDataJSON() as Sent);
      });
    },
  });
});

const kind = (name: string) => terminal.form.getByRole('tab', { name, exact: true }).click();
const openOrders = async () => ((await terminal.api.get('/contract/v5/order/list')) as { list: Sent[] }).list;
const cancelAll = () => terminal.api.post('/contract/v5/order/cancel-all', {});
const toast = (text: string) => terminal.page.locator('[data-sonner-toast]').filter({ hasText: text });
const pick = async (select: string, option: string): Promise<void> => {
  await terminal.form.getByRole('combobox', { name: select }).click();
  const wanted = terminal.page.getByRole('option', { name: option, exact: true });
  await wanted.click();
  // While the list closes it still lies over the page.
  await wanted.waitFor({ state: 'detached' });
};
const check = (name: string) => terminal.form.getByRole('checkbox', { name, exact: true }).check();

describe('placing', () => {
  it('ORD-07 limit orders with each time in force, post-only', async () => {
    await terminal.price.fill('20000');
    for (const [name, timeInForce] of [
      ['GTC', 'GoodTillCancel'],
      ['IOC', 'ImmediateOrCancel'],
      ['FOK', 'FillOrKill'],
    ] as const) {
      await pick('Time in force', name);
      await terminal.quantity.fill('0.01');
      await terminal.press('Buy / Long');
      await expect.poll(() => sent.at(-1)).toMatchObject({ orderType: 'Limit', timeInForce, price: '20000.0', qty: '0.01' });
      await expect.poll(() => terminal.quantity.inputValue()).toBe('');
    }
    await check('Post-only');
    await terminal.quantity.fill('0.02');
    await terminal.press('Buy / Long');
    await expect.poll(() => sent.at(-1)).toMatchObject({ timeInForce: 'PostOnly' });
    // The part that could not execute at once is cancelled; the others rest.
    await expect
      .poll(async () => (await openOrders()).map(({ timeInForce }) => timeInForce).sort())
      .toEqual(['GoodTillCancel', 'PostOnly']);
    await cancelAll();
  });

  it('ORD-07 market and reduce-only; close-on-trigger with the source of the trigger', async () => {
    await terminal.market('Buy / Long', '0.02');
    const row = await terminal.positionRow('BTCUSDT');
    await row.waitFor();
    await kind('Conditional');
    await pick('When triggered', 'Market');
    await terminal.form.getByRole('textbox', { name: 'Trigger price' }).fill('20000');
    await pick('Trigger by', 'Index');
    await check('Close on trigger');
    await terminal.quantity.fill('0.01');
    await terminal.press('Sell / Short');
    await expect.poll(openOrders).toMatchObject([{ stop: { triggerBy: 'IndexPrice', triggerDirection: 2, closeOnTrigger: true } }]);
    await cancelAll();
    await kind('Market');
    await check('Reduce-only');
    await terminal.quantity.fill('1');
    await terminal.press('Buy / Long');
    await terminal.form.getByText('There is no position that this order could reduce.').waitFor();
    await terminal.press('Sell / Short');
    await row.waitFor({ state: 'hidden' });
    expect(sent.at(-1)).toMatchObject({ reduceOnly: true, orderType: 'Market' });
  });

  it('ORD-07 self-match prevention is sent with the order when it is not the usual one, and remembered', async () => {
    await terminal.form.getByText('More', { exact: true }).click();
    await pick('Self-match prevention', 'Cancel both');
    await terminal.limit('Buy / Long', '20000', '0.01');
    await expect.poll(() => sent.at(-1)).toMatchObject({ smpType: 'CancelBoth' });
    await terminal.page.reload();
    await terminal.live();
    await terminal.limit('Buy / Long', '20000', '0.01');
    await expect.poll(() => sent.length).toBe(2);
    expect(sent.at(-1)).toMatchObject({ smpType: 'CancelBoth' });
    await cancelAll();
  });
});

describe('what the field cannot hold', () => {
  it('INP-04 where lots are above 1, a quantity between them is told as such, and put on a lot when the field is left', async () => {
    await terminal.goTo('SUIUSDT');
    await terminal.send('Buy / Long').click();
    await terminal.form.getByText('Enter a quantity.').waitFor();
    await terminal.quantity.fill('1015');
    await terminal.form.getByText('Quantity step: 10.').waitFor();
    await terminal.quantity.press('Tab');
    expect(await terminal.quantity.inputValue()).toBe('1010');
    expect(await terminal.form.getByText(/^Quantity step:/).count()).toBe(0);
  });
});

describe('toasts', () => {
  it('NTF-01 NTF-02 an order that is created, changed and cancelled is told with its price, and the flags close the first two', async () => {
    const { page } = terminal;
    await terminal.limit('Buy / Long', '20000', '0.01');
    await toast('Buy order created').filter({ hasText: '0.010 BTC at 20,000.0' }).waitFor();
    const row = await terminal.openOrderRow('BTCUSDT');
    const edit = async (price: string): Promise<void> => {
      await row.getByRole('button', { name: 'Edit order of BTCUSDT' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit order of BTCUSDT' });
      await dialog.getByRole('textbox', { name: 'Price' }).fill(price);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await edit('21000');
    await toast('BTCUSDT order changed').filter({ hasText: 'price changed from 20,000.0 to 21,000.0' }).waitFor();
    await row.getByRole('button', { name: /^Cancel order/ }).click();
    await toast('BTCUSDT order cancelled').waitFor();
    await kind('Market');
    await terminal.quantity.fill('0.01');
    await terminal.press('Sell / Short');
    // Made and filled are one message.
    await toast('Sell 0.01 BTCUSDT filled').waitFor();
    expect(await toast('Sell').count()).toBe(1);
    await check('Reduce-only');
    await terminal.quantity.fill('5');
    await terminal.press('Buy / Long');
    // The existing position, not the typed quantity.
    await toast('Buy 0.01 BTCUSDT filled').waitFor();
    await terminal.form.getByRole('checkbox', { name: 'Reduce-only', exact: true }).uncheck();
    await kind('Conditional');
    await pick('When triggered', 'Market');
    await terminal.form.getByRole('textbox', { name: 'Trigger price' }).fill('20000');
    await pick('Trigger by', 'Mark');
    await terminal.quantity.fill('0.01');
    await terminal.press('Sell / Short');
    await toast('Sell order created')
      .filter({ hasText: /0\.010? BTC at market price · trigger ≤ 20,000\.0 Mark/ })
      .waitFor();
    await cancelAll();

    await terminal.form.getByText('More', { exact: true }).click();
    // Stored a second after a choice: the first may be stored before the second one is made.
    const both = { upsert_keys: { doubleConfirm: 'createOrderNotifyClose,modifyOrderNotifyClose' } };
    const kept = page.waitForResponse(
      (answer) => answer.url().endsWith('/pref-setting') && answer.request().postData() === JSON.stringify(both),
    );
    for (const name of ['created', 'changed'])
      await terminal.form.getByRole('checkbox', { name: `Notify when an order is ${name}` }).uncheck();
    await kept;
    await page.reload();
    await terminal.live();
    await terminal.limit('Buy / Long', '20000', '0.01');
    await (await terminal.openOrderRow('BTCUSDT')).waitFor();
    await edit('22000');
    await expect.poll(() => cell(row, 'Price').textContent()).toBe('22,000.0');
    await row.getByRole('button', { name: /^Cancel order/ }).click();
    // Reported after both: their notices would be beside it.
    await toast('BTCUSDT order cancelled').waitFor();
    expect(await toast('created').count()).toBe(0);
    expect(await toast('changed').count()).toBe(0);
  });
});

describe('TP/SL of an open order', () => {
  it('TPS-01 TPS-05 TPS-17 is added, changed and taken away in the dialog, by order/replace', async () => {
    const { page } = terminal;
    await terminal.limit('Buy / Long', '20000', '0.02');
    const row = await terminal.openOrderRow('BTCUSDT');
    const open = async (title: RegExp) => {
      await row.getByRole('button', { name: 'TP/SL of the order of BTCUSDT' }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      return dialog;
    };
    const exits = async () => (await openOrders()).map((order) => order['exits']);
    let dialog = await open(/^Add/i);
    await dialog.getByRole('tab', { name: /^Partial/ }).waitFor();
    const profit = () => dialog.getByRole('region', { name: 'Take profit', exact: true }).getByRole('textbox').first();
    const loss = () => dialog.getByRole('region', { name: 'Stop loss', exact: true }).getByRole('textbox').first();
    await profit().fill('19000');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByRole('alert').first().waitFor();
    await profit().fill('23000');
    await loss().fill('18000');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(exits).toMatchObject([{ takeProfit: '23000.0', stopLoss: '18000.0', tpSlMode: 'Full' }]);
    // The row may hear of it later, and opens the dialog for what it shows.
    await expect.poll(() => cell(row, 'TP / SL').textContent()).toBe('23,000.0 / 18,000.0');
    dialog = await open(/^Modify/i);
    // The existing entry keeps its mode.
    expect(await dialog.getByRole('tab').count()).toBe(0);
    expect(await profit().inputValue()).toBe('23000.0');
    await loss().fill('');
    await profit().fill('24000');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(exits).toMatchObject([{ takeProfit: '24000.0' }]);
    expect((await exits())[0]).not.toHaveProperty('stopLoss');
    await cancelAll();
    await row.waitFor({ state: 'hidden' });
  });
});

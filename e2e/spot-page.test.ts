import { expect, it } from 'vitest';
import { units } from './support/numbers.ts';
import { ownServer } from './support/own-server.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal, cell, number } from './support/terminal.ts';

/** More orders of others than one small order meets. */
const FILLS_MAX = 20n;

it('ACC-03 ORD-01 EXC-01 a trader buys a coin on the spot page, sells some of it, borrows and transfers', async () => {
  const server = await ownServer('--seed', '7');
  const terminal = await Terminal.open(server.url, { path: '/trade/spot/BTC/USDT' });
  const { page } = terminal;
  const form = page.getByRole('form', { name: 'Spot order' });
  await terminal.tab(/^Assets/);
  const row = page.getByRole('row', { name: 'BTC', exact: true });
  await row.waitFor();
  const trading = async (): Promise<bigint> => number(cell(row, 'Trading'));
  const before = await trading();

  await form.getByRole('tab', { name: 'Market' }).click();
  await form.getByRole('textbox', { name: 'Quantity' }).fill('0.01');
  await form.getByRole('button', { name: 'Buy BTC' }).click();
  // 0.01 less the fee of 0.1 %, which a buyer pays in the coin: 0.00999. The fee of each fill is rounded up by itself.
  await expect.poll(async () => (await trading()) - before).toBeGreaterThan(units('0.00999') - FILLS_MAX);
  const bought = (await trading()) - before;
  expect(bought).toBeLessThanOrEqual(units('0.00999'));
  // The answer to the order, which may come after the coins, empties the field.
  await expect.poll(() => form.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('');
  await form.getByRole('tab', { name: 'Sell BTC' }).click();
  await form.getByRole('textbox', { name: 'Quantity' }).fill('0.005');
  await form.getByRole('button', { name: 'Sell BTC' }).click();
  await expect.poll(async () => (await trading()) - before).toBe(bought - units('0.005'));

  const move = async (what: string, amount: string): Promise<void> => {
    await page.getByRole('button', { name: 'Move BTC' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move BTC' });
    await dialog.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: what }).click();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await move('Borrow', '0.1');
  await expect.poll(async () => number(cell(row, 'Borrowed'))).toBe(units('0.1'));
  await move('To the funding wallet', '0.25');
  await expect.poll(async () => number(cell(row, 'Funding'))).toBe(units('0.25'));
  expect((await trading()) - before).toBe(bought - units('0.005') + units('0.1') - units('0.25'));
  await move('Save', '0.2');
  await expect.poll(async () => number(cell(row, 'Savings'))).toBe(units('0.2'));
  await move('Redeem', '0.05');
  await expect.poll(async () => number(cell(row, 'Savings'))).toBe(units('0.15'));

  // Each of them is in the list of its kind.
  await terminal.tab(/^Transactions/);
  const past = terminal.table('Transactions').locator('tbody').getByRole('row');
  const kind = (name: string) => page.getByRole('group', { name: 'Transaction type' }).getByRole('button', { name, exact: true }).click();
  for (const [name, amount] of [
    ['Borrowing', '0.1'],
    ['Subscription', '0.2'],
    ['Redemption', '0.05'],
  ] as const) {
    await kind(name);
    await expect
      .poll(async () => (await past.locator('[data-label="Amount"]').allTextContents()).map((text) => Math.abs(Number(text))))
      .toContain(Number(amount));
  }
  await terminal.tab(/^Trade history/);
  const trades = page.getByRole('group', { name: 'Execution type' });
  await trades.getByRole('button', { name: 'Trades', exact: true }).click();
  await terminal.table('Trade history').getByRole('row', { name: 'BTC/USDT' }).first().waitFor();
  await trades.getByRole('button', { name: 'RFQ', exact: true }).click();
  await page.getByText(/^No RFQ trades/).waitFor();
});

it('SPT-04 a closed side, the price limit and the statuses of pairs count on their pages', async () => {
  const statuses: Record<string, Record<string, unknown>> = {
    ETHUSDT: { isBanBuy: true },
    XRPUSDT: { showStatus: false },
    SOLUSDT: { tradeStatus: false },
  };
  interface List {
    readonly result: { list: { quoteTokenSymbols: Record<string, unknown>[] }[] };
  }
  const terminal = await Terminal.open(sharedServer(), {
    path: '/trade/spot/ETH/USDT',
    prepare: async ({ page }) => {
      await page.route('**/spot/api/basic/symbol_list_*', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as List;
        for (const { quoteTokenSymbols } of body.result.list) {
          for (const pair of quoteTokenSymbols) Object.assign(pair, statuses[String(pair['symbolName'])]);
        }
        await route.fulfill({ json: body });
      });
      // The page of a pair asks for the pair itself too; for others, when the market lists them meanwhile.
      await page.route('**/product/dynamic-symbol-item*', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { result: { item: { symbolName: string; spot?: object } } };
        const { symbolName, spot } = body.result.item;
        if (spot !== undefined) Object.assign(spot, statuses[symbolName.replace('/', '')]);
        await route.fulfill({ json: body });
      });
    },
  });
  const { page } = terminal;
  const form = page.getByRole('form', { name: 'Spot order' });
  const last = Number(((await terminal.lastPrice.textContent()) ?? '').replaceAll(',', ''));
  // 3 % by default: a buy beyond it is refused before it is sent, a sell within it is not.
  await form.getByRole('textbox', { name: 'Price', exact: true }).fill((last * 1.04).toFixed(0));
  await form.getByRole('textbox', { name: 'Quantity' }).fill('0.01');
  await form.getByRole('button', { name: 'Buy ETH', exact: true }).click();
  await form.getByText(/^The buy price must be at most [\d,.]+ now\.$/).waitFor();
  await form.getByRole('textbox', { name: 'Price', exact: true }).fill((last * 1.02).toFixed(0));
  await form.getByRole('button', { name: 'Buy ETH', exact: true }).click();
  await form.getByText('This side of the pair is closed. Only the other side can be traded.').waitFor();
  await form.getByRole('tab', { name: 'Sell ETH' }).click();
  expect(await form.getByText('This side of the pair is closed. Only the other side can be traded.').count()).toBe(0);

  await terminal.header.getByRole('button', { name: /Choose a contract or pair$/ }).click();
  const selector = page.getByRole('dialog', { name: 'Choose a contract or pair' });
  const named = (name: string) => selector.getByRole('option', { name, exact: true });
  await selector.getByRole('combobox').fill('spot btc');
  await named('BTC/USDT').waitFor();
  await selector.getByRole('combobox').fill('spot sol');
  await named('SOL/USDT').filter({ hasText: 'Pre-listing' }).waitFor();
  await selector.getByRole('combobox').fill('spot xrp');
  await selector.getByText('Nothing matches').waitFor();
});

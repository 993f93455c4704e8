import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { Terminal } from './support/terminal.ts';

describe('what cannot be taken back', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer('--seed', '4393');
    return () => server.stop();
  });

  async function holding(): Promise<Terminal> {
    const terminal = await Terminal.open(server.url, { path: '/trade/usdt/ETHUSDT' });
    if (!(await terminal.holds('ETHUSDT'))) {
      await terminal.api.post('/contract/v5/order/create', { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Market', qty: '0.5' });
    }
    await (await terminal.positionRow('ETHUSDT')).waitFor();
    return terminal;
  }

  it('HND-02 the X of the chart asks like the row, and states prices, profit, fee and what ends', async () => {
    const terminal = await holding();
    await terminal.api.post('/contract/v5/position/set-tp-sl-ts', { symbol: 'ETHUSDT', tpSlMode: 'Full', stopLoss: '500' });
    const dialog = terminal.page.getByRole('dialog', { name: 'Close ETHUSDT long at market' });
    await terminal.chart.getByRole('button', { name: /^Close Long/ }).press('Enter');
    for (const name of ['Average price', 'Worst price', 'Estimated P&L', 'Fee']) {
      await dialog.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]').filter({ hasText: /\d/ }).waitFor();
    }
    await dialog.getByText('0.50 of 0.50 ETH').waitFor();
    await dialog.getByRole('region', { name: 'Will also end' }).getByText('1 stop-loss').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await terminal.holds('ETHUSDT')).toBe(true);
  });

  it('HND-02 a position that changes while the dialog is open is not closed by the first press', async () => {
    const terminal = await holding();
    const row = await terminal.positionRow('ETHUSDT');
    await row.getByRole('button', { name: / at market$/ }).click();
    const dialog = terminal.page.getByRole('dialog', { name: 'Close ETHUSDT long at market' });
    await dialog.getByText('0.50 of 0.50 ETH').waitFor();
    await terminal.api.post('/contract/v5/order/create', { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Market', qty: '0.2' });
    await dialog.getByRole('alert').waitFor();
    await dialog.getByText('0.70 of 0.70 ETH').waitFor();
    await terminal.answer('Use the new figures');
    await dialog.getByRole('button', { name: 'Close at market' }).waitFor();
    expect(await terminal.holds('ETHUSDT')).toBe(true);
    await terminal.answer('Close at market');
    await row.waitFor({ state: 'detached' });
  });

  it('HND-02 a question that was turned off stays off after a reload, until the account menu turns it on', async () => {
    const terminal = await holding();
    const { page } = terminal;
    const close = async (): Promise<void> => {
      await (await terminal.positionRow('ETHUSDT')).getByRole('button', { name: / at market$/ }).click();
    };
    const again = async (): Promise<void> => {
      await terminal.api.post('/contract/v5/order/create', { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Market', qty: '0.5' });
      await (await terminal.positionRow('ETHUSDT')).waitFor();
    };
    await close();
    // A second after the choice it is sent, however long the test takes until the next line.
    const kept = page.waitForResponse((answer) => answer.url().includes('pref-setting') && answer.request().method() === 'POST');
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Do not ask again' }).check();
    await terminal.answer('Close at market');
    await page.getByText('No open positions').waitFor();
    await kept;
    await again();
    await page.reload();
    await terminal.live();
    await close();
    await page.getByText('No open positions').waitFor();
    await again();
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name: 'Confirmations' }).click();
    await page.getByRole('checkbox', { name: 'Closing a position at market' }).check();
    await page.keyboard.press('Escape');
    await close();
    await terminal.answer('Close at market');
    await page.getByText('No open positions').waitFor();
  });

  /** Answers the open question with yes and never again, and waits until that is done, and the server has kept the choice. */
  async function neverAgain(terminal: Terminal, answer: string, done: Locator): Promise<void> {
    const { page } = terminal;
    const kept = page.waitForResponse((response) => response.url().includes('pref-setting') && response.request().method() === 'POST');
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Do not ask again' }).check();
    await terminal.answer(answer);
    // A page that is left early may not have sent it all.
    await done.waitFor();
    await kept;
    await page.reload();
    await terminal.live();
  }

  async function askAgain({ page }: Terminal, kind: string): Promise<void> {
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name: 'Confirmations' }).click();
    const choice = page.getByRole('checkbox', { name: kind });
    expect(await choice.isChecked()).toBe(false);
    await choice.check();
    await page.keyboard.press('Escape');
  }

  it('HND-02 close all stops asking when it is told to, also after a reload, and asks again when the account menu says so', async () => {
    const terminal = await holding();
    const { page } = terminal;
    const none = page.getByText('No open positions');
    const closeAll = page.getByRole('button', { name: 'Close all', exact: true });
    await closeAll.click();
    await neverAgain(terminal, 'Close all', none);
    await terminal.api.post('/contract/v5/order/create', { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Market', qty: '0.5' });
    await closeAll.click();
    await none.waitFor();
    await askAgain(terminal, 'Closing all positions');
    await terminal.api.post('/contract/v5/order/create', { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Market', qty: '0.5' });
    await closeAll.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await terminal.holds('ETHUSDT')).toBe(true);
    await closeAll.click();
    await terminal.answer('Close all');
    await none.waitFor();
  });

  it('HND-02 cancel all stops asking when it is told to, also after a reload, and asks again when the account menu says so', async () => {
    const terminal = await Terminal.open(server.url, { path: '/trade/usdt/ETHUSDT' });
    const { page } = terminal;
    const { list } = (await terminal.api.get('/contract/v5/market/tickers?symbol=ETHUSDT')) as { list: { lastPrice: string }[] };
    const price = (Number(list[0]?.lastPrice) * 0.8).toFixed(0);
    const place = async (): Promise<void> => {
      for (let count = 0; count < 2; count += 1) {
        await terminal.api.post('/contract/v5/order/create', { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Limit', price, qty: '0.5' });
      }
      await page.getByRole('tab', { name: 'Open orders (2)' }).click();
    };
    const none = page.getByText('No open orders');
    const cancelAll = page.getByRole('button', { name: /^Cancel all/ }).first();
    await place();
    await cancelAll.click();
    await neverAgain(terminal, 'Cancel 2 orders', none);
    await place();
    await cancelAll.click();
    await none.waitFor();
    await askAgain(terminal, 'Cancelling several orders');
    await place();
    await cancelAll.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 orders' }).waitFor();
    await terminal.answer('Cancel 2 orders');
    await none.waitFor();
  });
});

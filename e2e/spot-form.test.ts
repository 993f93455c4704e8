import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { units } from './support/numbers.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { Terminal, cell, number } from './support/terminal.ts';

describe('spot form', () => {
  let server: RunningServer;
  let terminal: Terminal;

  beforeAll(async () => {
    server = await startServer('--seed', '4352');
    return () => server.stop();
  });
  beforeEach(async () => {
    terminal = await Terminal.open(server.url, { path: '/trade/spot/BTC/USDT' });
  });

  const form = () => terminal.page.getByRole('form', { name: 'Spot order' });
  const field = (name: string) => form().getByRole('textbox', { name, exact: true });
  const tab = (name: string) => form().getByRole('tab', { name, exact: true }).click();
  const send = (name: string) => form().getByRole('button', { name, exact: true });
  /** Presses a button that sends; again, as a trader would, while the form says that it did not send. */
  const press = async (name: string): Promise<void> => {
    await send(name).click();
    const told = form().getByText(/Not sent: |was not sent/);
    const isHeldBack = async (): Promise<boolean> => {
      if ((await told.count()) === 0) return false;
      await send(name).click();
      return true;
    };
    await expect.poll(isHeldBack, { interval: 500 }).toBe(false);
  };
  const pick = async (select: string, option: string): Promise<void> => {
    await form().getByRole('combobox', { name: select }).click();
    const wanted = terminal.page.getByRole('option', { name: option, exact: true });
    await wanted.click();
    await wanted.waitFor({ state: 'detached' });
  };
  const trading = async (coin: string): Promise<bigint> => {
    await terminal.tab(/^Assets/);
    const row = terminal.page.getByRole('row', { name: coin, exact: true });
    await row.waitFor();
    return number(cell(row, 'Trading'));
  };
  const openOrders = async () => ((await terminal.api.get('/contract/v5/order/list')) as { list: Record<string, unknown>[] }).list;

  it('EXC-01 buys at market for an amount, of which nothing more than that is spent', async () => {
    const before = await trading('USDT');
    await tab('Market');
    await pick('Entered in', 'USDT');
    await field('Amount').fill('250.5');
    await expect.poll(() => form().getByLabel('Preview').locator('td').nth(1).textContent()).toMatch(/^2\d\d\.\d\d USDT$/);
    await press('Buy BTC');
    await terminal.page
      .getByText(/^Buy 0\.0\d+ BTC.* filled$/)
      .first()
      .waitFor();
    await expect.poll(async () => (await trading('USDT')) < before).toBe(true);
    expect(before - (await trading('USDT'))).toBeLessThanOrEqual(units('250.5'));
    await expect.poll(() => field('Amount').inputValue()).toBe('');
  });

  it('EXC-04 a buy and a sell bring take-profit and stop-loss along, which keep what it bought until they are cancelled', async () => {
    await tab('Market');
    await pick('Entered in', 'BTC');
    await field('Quantity').fill('0.01');
    await form().getByRole('checkbox', { name: 'Take profit / stop loss' }).click();
    await field('TP').fill('900000');
    await field('SL').fill('900000');
    await send('Buy BTC').click();
    await form().getByText('The stop-loss must be below the order price.').waitFor();
    await field('SL').fill('1000');
    await press('Buy BTC');
    await expect.poll(openOrders).toMatchObject([
      { side: 'Sell', orderStatus: 'Untriggered', stop: { stopOrderType: 'PartialStopLoss', triggerPrice: '1000.0' } },
      { side: 'Sell', orderStatus: 'Untriggered', stop: { stopOrderType: 'PartialTakeProfit', triggerPrice: '900000.0' } },
    ]);
    // 0.01 less the fee of 0.1 %, in whole lots; a lot less where more than one fill was rounded. One of the two sells it.
    for (const { qty } of await openOrders()) expect(['0.00999', '0.009989', '0.009988']).toContain(qty);
    await terminal.tab(/^Open orders/);
    await terminal.page.getByRole('button', { name: /^TP\/SL 2/ }).click();
    await terminal
      .table('Open orders')
      .getByRole('button', { name: /^Cancel order/ })
      .first()
      .click();
    await expect.poll(openOrders).toEqual([]);

    // A sell buys back, the other way round; at a limit, and by another source, where that is chosen.
    await form().getByRole('tab', { name: 'Sell' }).click();
    await field('Quantity').fill('0.005');
    if (!(await form().getByRole('checkbox', { name: 'Take profit / stop loss' }).isChecked()))
      await form().getByRole('checkbox', { name: 'Take profit / stop loss' }).click();
    await pick('Trigger of TP/SL', 'Mark');
    await field('TP').fill('900000');
    await field('SL').fill('900000');
    await send('Sell BTC').click();
    await form().getByText('The take-profit of a sell must be below the order price.').waitFor();
    await field('TP').fill('1000');
    await field('TP limit').fill('1001');
    await press('Sell BTC');
    await expect.poll(openOrders).toMatchObject([
      { side: 'Buy', stop: { stopOrderType: 'PartialStopLoss', triggerPrice: '900000.0', triggerBy: 'MarkPrice' } },
      { side: 'Buy', price: '1001.0', stop: { stopOrderType: 'PartialTakeProfit', triggerPrice: '1000.0', triggerBy: 'MarkPrice' } },
    ]);
    await terminal.api.post('/contract/v5/order/cancel-all', {});
    await expect.poll(openOrders).toEqual([]);
  });

  it('ORD-07 a conditional order of a pair waits, is listed, and is cancelled', async () => {
    await tab('Conditional');
    await pick('When triggered', 'Market');
    await field('Quantity').fill('0.01');
    await send('Buy BTC').click();
    await form().getByText('Enter a trigger price.').waitFor();
    await field('Trigger price').fill('900000');
    await press('Buy BTC');
    await expect
      .poll(openOrders)
      .toMatchObject([
        { symbol: 'BTC/USDT', qty: '0.01', orderStatus: 'Untriggered', stop: { triggerPrice: '900000.0', triggerDirection: 1 } },
      ]);
    await terminal.tab(/^Open orders/);
    await terminal.page.getByRole('button', { name: /^Conditional 1/ }).click();
    await terminal
      .table('Open orders')
      .getByRole('button', { name: /^Cancel order/ })
      .click();
    await expect.poll(openOrders).toEqual([]);
  });

  it('ORD-09 an OCO of a pair: two orders that wait on either side of the price', async () => {
    await tab('Algo');
    const group = form().getByRole('group', { name: 'Algo order' });
    await group.getByRole('combobox', { name: 'Algo order' }).click();
    await expect.poll(() => terminal.page.getByRole('option').allTextContents()).not.toContain('MMR close');
    await terminal.page.getByRole('option', { name: 'OCO', exact: true }).click();
    await terminal.page.getByRole('option', { name: 'OCO', exact: true }).waitFor({ state: 'detached' });
    for (const [name, text] of Object.entries({ 'Trigger above': '900000', 'Trigger below': '10000', Quantity: '0.01' })) {
      await group.getByRole('textbox', { name, exact: true }).fill(text);
    }
    await group.getByRole('button', { name: 'Sell', exact: true }).click();
    await expect
      .poll(async () => (await openOrders()).map(({ side, stop }) => [side, (stop as { stopOrderType: string }).stopOrderType]))
      .toEqual([
        ['Sell', 'TakeProfitStopLossOCO'],
        ['Sell', 'TakeProfitStopLossOCO'],
      ]);
    await terminal.api.post('/contract/v5/order/cancel-all', {});
  });

  it('INP-07 Last takes the last price, arrow keys move it by a tick, plus and minus by the step of the popover, within the bounds', async () => {
    const { page } = terminal;
    const price = field('Price');
    const typed = async () => units(await price.inputValue());
    const tick = units('0.1');
    await form().getByRole('button', { name: 'Last', exact: true }).click();
    const last = await typed();
    expect(last).toBeGreaterThan(0n);
    await price.press('ArrowUp');
    expect(await typed()).toBe(last + tick);
    await price.press('ArrowDown');
    await price.press('ArrowDown');
    expect(await typed()).toBe(last - tick);

    await price.fill('60000');
    await form().getByRole('button', { name: 'Price steps' }).click();
    const step = page.getByRole('textbox', { name: 'Step', exact: true });
    await page.getByRole('button', { name: '200 ticks' }).click();
    expect(units(await step.inputValue())).toBe(200n * tick);
    await page.getByRole('button', { name: /^Price plus 20/ }).click();
    await page.getByRole('button', { name: /^Price plus 20/ }).click();
    expect(await typed()).toBe(units('60040'));
    await page.getByRole('button', { name: /^Price minus 20/ }).click();
    expect(await typed()).toBe(units('60020'));
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await step.inputValue()).toBe('');
    await page.getByRole('button', { name: 'One tick' }).click();
    await page.getByRole('button', { name: /^Price minus 0.1/ }).click();
    expect(await typed()).toBe(units('60019.9'));
    await page.getByRole('button', { name: '10 ticks' }).click();
    await page.keyboard.press('Escape');
    await price.fill('0.1');
    await price.press('ArrowDown');
    expect(await typed()).toBe(tick);

    // The step is stored for the pair, and applies to the order of a trigger too.
    await page.reload();
    await terminal.live();
    await tab('Conditional');
    await price.fill('60000');
    await form().getByRole('button', { name: 'Price steps' }).click();
    await page.getByRole('button', { name: /^Price plus 1/ }).click();
    expect(await typed()).toBe(units('60001'));
  });

  it('INP-08 the slider fills the field from what the account has, and refusals stand beside their fields', async () => {
    // Near the market, wherever it is, so that it takes far more than there is.
    const price = 100 * Math.round(Number(units((await terminal.lastPrice.textContent()) ?? '')) / 1e10);
    await field('Price').fill(String(price));
    await form().getByRole('button', { name: '50%', exact: true }).click();
    await expect.poll(() => field('Quantity').inputValue()).not.toBe('');
    const half = units(await field('Quantity').inputValue());
    await form().getByRole('button', { name: '100%', exact: true }).click();
    expect(units(await field('Quantity').inputValue()) / half).toBe(2n);
    await field('Quantity').fill('80');
    await send('Buy BTC').click();
    const quantity = field('Quantity');
    await form()
      .getByText(`The order needs ${(80 * price).toLocaleString('en')} USDT`)
      .waitFor();
    expect(await quantity.getAttribute('aria-invalid')).toBe('true');
    // With spot margin the missing amount is borrowed, within the exchange's limit.
    await form()
      .getByRole('checkbox', { name: /^Spot margin/ })
      .check();
    await expect.poll(() => quantity.getAttribute('aria-invalid')).toBeNull();
    await press('Buy BTC');
    await form()
      .getByText(/^The order was refused:/)
      .waitFor();
    expect(await quantity.inputValue()).toBe('80');
    expect(await openOrders()).toEqual([]);
  });

  it('ORD-07 a post-only order of a pair rests', async () => {
    await field('Price').fill('20000');
    await field('Quantity').fill('0.01');
    await form().getByRole('checkbox', { name: 'Post-only' }).check();
    await press('Buy BTC');
    await expect.poll(openOrders).toMatchObject([{ symbol: 'BTC/USDT', price: '20000.0', timeInForce: 'PostOnly', orderStatus: 'New' }]);
    await terminal.api.post('/contract/v5/order/cancel-all', {});
  });
});

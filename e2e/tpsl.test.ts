// Time limit of this file: 240 s, since its tests open a page and a position each.
import type { Locator } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { sum, units } from './support/numbers.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { cell, Terminal } from './support/terminal.ts';

const refusal = (code: number): string => JSON.stringify({ ret_code: code, ret_msg: 'x', result: {}, time_now: 1 });

describe('take-profit and stop-loss of a position', () => {
  let server: RunningServer;
  let terminal: Terminal;
  let dialog: Locator;
  const sent: Record<string, unknown>[] = [];

  beforeAll(async () => {
    server = await startServer('--seed', '4390');
    return () => server.stop();
  });
  afterEach(async () => {
    await terminal.page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  const button = (name: string | RegExp) => dialog.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const leg = (name: 'Take profit' | 'Stop loss') => dialog.getByRole('region', { name, exact: true });
  const toast = (text: string) => terminal.page.locator('[data-sonner-toast]').filter({ hasText: text });
  const choose = async (label: string, option: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: label }).click();
    const wanted = terminal.page.getByRole('option', { name: option, exact: true });
    await wanted.click();
    await wanted.waitFor({ state: 'detached' });
  };

  /** A page with a long position, its TP/SL dialog open. */
  async function open(symbol: string, quantity: string): Promise<void> {
    sent.length = 0;
    terminal = await Terminal.open(server.url, {
      path: `/trade/usdt/${symbol}`,
      prepare: async ({ page }) => {
        page.on('request', (request) => {
          if (request.url().includes('set-tp-sl-ts') || request.url().includes('/order/cancel')) {
            sent.push(request.postDataJSON() as Record<string, unknown>);
          }
        });
      },
    });
    const row = await terminal.positionRow(symbol);
    if (!(await terminal.holds(symbol))) {
      await terminal.market('Buy / Long', quantity);
      await row.waitFor();
    }
    await openDialog(symbol);
  }

  async function openDialog(symbol: string): Promise<void> {
    const row = await terminal.positionRow(symbol);
    await row.getByRole('button', { name: new RegExp(`^TP/SL of ${symbol}`) }).click();
    dialog = terminal.page.getByRole('dialog').first();
    await dialog.waitFor();
  }

  interface Prices {
    readonly lastPrice: string;
    readonly markPrice: string;
  }

  /** A price of a symbol, times a factor, on its tick. */
  async function near(symbol: string, factor: number, digits: number, price: keyof Prices = 'lastPrice'): Promise<string> {
    const { list } = (await terminal.api.get(`/contract/v5/market/tickers?symbol=${symbol}`)) as { list: Prices[] };
    return (Number(list[0]?.[price]) * factor).toFixed(digits);
  }

  it('TPS-01 a draggable dialog, titled by what it does, with the entire position and its parts', async () => {
    await open('ETHUSDT', '1');
    await dialog.getByRole('heading', { name: 'Add TP/SL' }).waitFor();
    await dialog.getByRole('tab', { name: 'Entire position', selected: true }).waitFor();
    await dialog.getByRole('tab', { name: 'Partial position New' }).waitFor();
    // It grows a little while it comes.
    await dialog.evaluate(async (node) => {
      while (node.matches('[data-starting-style]')) await new Promise(requestAnimationFrame);
      await Promise.all(node.getAnimations().map(({ finished }) => finished));
    });
    const before = await dialog.boundingBox();
    const head = await dialog.getByRole('heading', { name: 'Add TP/SL' }).boundingBox();
    if (before === null || head === null) throw new Error('the dialog has no place');
    await terminal.page.mouse.move(head.x + 20, head.y + 10);
    await terminal.page.mouse.down();
    await terminal.page.mouse.move(head.x - 180, head.y + 70, { steps: 4 });
    await terminal.page.mouse.up();
    await expect.poll(async () => (await dialog.boundingBox())?.x).toBeCloseTo(before.x - 200, 0);
    await expect.poll(async () => (await dialog.boundingBox())?.y).toBeCloseTo(before.y + 60, 0);
    // The page behind the dialog stays usable.
    await terminal.quantity.fill('3');
    await dialog.getByText(/^Entry price/).waitFor();
  });

  it('TPS-07 TPS-16 triggers by the last price at market; the limit box clears its price; the tip stays away once dismissed', async () => {
    await open('ETHUSDT', '1');
    await dialog.getByRole('note').getByRole('button', { name: 'Got it' }).click();
    expect(await dialog.getByRole('note').count()).toBe(0);
    expect(await dialog.getByRole('combobox', { name: 'Trigger of Take profit' }).textContent()).toBe('Last');
    await choose('Trigger of Take profit', 'Mark');
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    await dialog.getByRole('tab', { name: /^Partial/ }).click();
    await button('Add').click();
    const limit = leg('Take profit').getByRole('checkbox', { name: 'Exit with a limit order' });
    await limit.check();
    await field('TP limit price').fill('5000');
    await limit.uncheck();
    await limit.check();
    expect(await field('TP limit price').inputValue()).toBe('');
    await terminal.page.reload();
    await terminal.live();
    await openDialog('ETHUSDT');
    expect(await dialog.getByRole('note').count()).toBe(0);
    expect(await dialog.getByRole('combobox', { name: 'Trigger of Take profit' }).textContent()).toBe('Mark');
    await choose('Trigger of Take profit', 'Last');
  });

  it('TPS-06 TPS-09 TPS-15 input types are remembered, sliders end where they should, presets set a price', async () => {
    await open('ETHUSDT', '1');
    const slider = (name: 'Take profit' | 'Stop loss') => leg(name).getByRole('slider');
    const presets = (name: 'Take profit' | 'Stop loss') =>
      leg(name).getByRole('button', { name: /%$/, includeHidden: true }).allTextContents();
    expect(await slider('Take profit').getAttribute('max')).toBe('25');
    expect(await slider('Stop loss').getAttribute('max')).toBe('10');
    expect(await presets('Take profit')).toEqual(['0%', '5%', '10%', '15%', '20%', '25%']);
    expect(await presets('Stop loss')).toEqual(['0%', '-5%', '-10%']);
    await choose('Input of Take profit', 'ROI');
    await choose('Input of Stop loss', 'ROI');
    expect(await slider('Take profit').getAttribute('max')).toBe('150');
    expect(await slider('Take profit').getAttribute('step')).toBe('0.1');
    expect(await slider('Stop loss').getAttribute('max')).toBe('75');
    expect(await presets('Take profit')).toEqual(['0%', '50%', '100%', '150%']);
    expect(await presets('Stop loss')).toEqual(['0%', '-25%', '-50%', '-75%']);
    await leg('Take profit').getByText('50%', { exact: true }).click();
    expect(await field('TP by return').inputValue()).toBe('50');
    await leg('Take profit').getByText('+50.00%').waitFor();
    await field('TP by return').fill('9999999999999');
    expect(await field('TP by return').inputValue()).toBe('999999999.9');
    await terminal.page.reload();
    await terminal.live();
    await openDialog('ETHUSDT');
    await field('TP by return').waitFor();
    await choose('Input of Stop loss', 'P&L');
    expect(await leg('Stop loss').getByRole('slider').count()).toBe(0);
    await choose('Input of Take profit', 'Price');
    await choose('Input of Stop loss', 'Price');
  });

  it('TPS-12 TPS-13 TPS-14 says what is wrong beside its field and sends nothing', async () => {
    await open('ETHUSDT', '1');
    await button('Confirm').click();
    await dialog.getByText('Enter a take-profit or a stop-loss').waitFor();
    await field('TP trigger price').fill(await near('ETHUSDT', 0.98, 2));
    await field('SL trigger price').fill(await near('ETHUSDT', 1.02, 2));
    await button('Confirm').click();
    await leg('Take profit').getByText('Must be above the market price').waitFor();
    await leg('Stop loss').getByText('Must be below the market price').waitFor();
    // A take-profit that would be a loss shows dashes.
    expect(await leg('Take profit').locator('dd').last().textContent()).toBe('--');
    await field('TP trigger price').fill('0');
    await leg('Take profit').getByText('No valid price corresponds to this value: enter another').waitFor();
    await dialog.getByRole('tab', { name: /^Partial/ }).click();
    await button('Add').click();
    await field('TP trigger price').fill(await near('ETHUSDT', 1.05, 2));
    await leg('Take profit').getByRole('checkbox').check();
    await button('Confirm').click();
    await dialog.getByText('A limit take-profit needs a trigger and a limit price').waitFor();
    await dialog.getByText('Enter the quantity to close').waitFor();
    await field('Quantity to close').fill('1.01');
    await dialog.getByText('More than the unprotected part of the position').waitFor();
    expect(sent).toEqual([]);
  });

  it('TPS-04 TPS-17 sets the entire position, shows it in the row and on the chart, modifies it and takes it away', async () => {
    await open('ETHUSDT', '1');
    const [profit, loss] = [await near('ETHUSDT', 1.02, 2), await near('ETHUSDT', 0.97, 2)];
    await field('TP trigger price').fill(profit);
    await field('SL trigger price').fill(loss);
    await button('Confirm').dblclick();
    await toast('Take-profit and stop-loss are set').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual([
      {
        requestId: expect.stringMatching(/^\w{20}$/) as string,
        ...{ symbol: 'ETHUSDT', positionIdx: 0, tpSlMode: 'Full' },
        ...{ takeProfit: profit, tpTriggerBy: 'LastPrice', tpOrderType: 'Market' },
        ...{ stopLoss: loss, slTriggerBy: 'LastPrice', slOrderType: 'Market' },
      },
    ]);
    const row = await terminal.positionRow('ETHUSDT');
    const shown = (text: string) => Number(text).toLocaleString('en', { minimumFractionDigits: 2 });
    await expect.poll(() => cell(row, 'TP / SL').textContent()).toBe(`${shown(profit)} / ${shown(loss)}`);
    await terminal.chart.locator(`.chart-lines [data-kind="takeProfit"][data-price="${Number(profit)}"]`).waitFor({ state: 'attached' });
    await terminal.chart.locator(`.chart-lines [data-kind="stopLoss"][data-price="${Number(loss)}"]`).waitFor({ state: 'attached' });

    await openDialog('ETHUSDT');
    await dialog.getByRole('heading', { name: 'Modify TP/SL' }).waitFor();
    expect(await field('TP trigger price').inputValue()).toBe(profit);
    const moved = await near('ETHUSDT', 1.05, 2);
    await field('TP trigger price').fill(moved);
    await field('SL trigger price').fill('');
    await button('Confirm').click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent[1]).toMatchObject({ takeProfit: moved, stopLoss: '0' });
    await expect.poll(() => cell(row, 'TP / SL').textContent()).toBe(`${shown(moved)} / --`);
    await openDialog('ETHUSDT');
    await field('TP trigger price').fill('');
    await button('Confirm').click();
    await expect.poll(() => cell(row, 'TP / SL').textContent()).toBe('Add');
  });

  it('TPS-02 TPS-03 lists, sorts, adds, modifies and cancels partial entries', async () => {
    await open('ETHUSDT', '1');
    await dialog.getByRole('tab', { name: /^Partial/ }).click();
    await dialog.getByText('No partial TP/SL').waitFor();
    // A shake is over in a moment: the page itself writes down whether there was one.
    await dialog.evaluate((node) => {
      const note = (): void => {
        if (node.querySelector('[data-shaking]') !== null) node.setAttribute('data-shook', '');
      };
      new MutationObserver(note).observe(node, { attributes: true, subtree: true, attributeFilter: ['data-shaking'] });
    });
    await button('Cancel all').click();
    await expect.poll(() => dialog.getAttribute('data-shook')).toBe('');
    await dialog.locator('[data-shaking]').waitFor({ state: 'detached' });
    const add = async (quantity: string, profit: number, loss: number | undefined): Promise<void> => {
      await button('Add').click();
      await dialog.getByRole('heading', { name: 'Add a partial TP/SL' }).waitFor();
      await field('Quantity to close').fill(quantity);
      await field('TP trigger price').fill(await near('ETHUSDT', profit, 2));
      if (loss !== undefined) await field('SL trigger price').fill(await near('ETHUSDT', loss, 2));
      await button('Confirm').click();
      await dialog.getByRole('tab', { name: /^Partial/, selected: true }).waitFor();
      await dialog
        .getByRole('listitem')
        .filter({ hasText: `${Number(quantity).toFixed(2)} ETH` })
        .waitFor();
    };
    await add('0.3', 1.06, undefined);
    await add('0.2', 1.04, 0.95);
    await add('0.1', 1.08, 0.96);
    const order = () => dialog.getByRole('listitem').locator('strong').allTextContents();
    expect(await order()).toEqual(['0.10 ETH', '0.20 ETH', '0.30 ETH']);
    await choose('Sort by', 'TP price');
    expect(await order()).toEqual(['0.20 ETH', '0.30 ETH', '0.10 ETH']);
    await choose('Sort by', 'SL price');
    expect(await order()).toEqual(['0.20 ETH', '0.10 ETH', '0.30 ETH']);

    await button('Modify TP/SL for 0.30 ETH').click();
    await dialog.getByRole('heading', { name: 'Modify a partial TP/SL' }).waitFor();
    await button('Back to the list').click();
    await button('Modify TP/SL for 0.30 ETH').click();
    await terminal.page.keyboard.press('Escape');
    await button('Modify TP/SL for 0.30 ETH').click();
    await field('Quantity to close').fill('0.4');
    await leg('Take profit').getByRole('checkbox').check();
    const limit = await near('ETHUSDT', 1.061, 2);
    await field('TP limit price').fill(limit);
    await button('Confirm').click();
    const entry = dialog.getByRole('listitem').filter({ hasText: '0.40 ETH' });
    await entry.getByText(new RegExp(`limit ${Number(limit).toLocaleString('en')}`)).waitFor();
    // The list is as it was left, below the title of a position that has exits.
    expect(await order()).toEqual(['0.20 ETH', '0.10 ETH', '0.40 ETH']);
    await dialog.getByRole('heading', { name: 'Modify TP/SL' }).waitFor();

    await button('Cancel TP/SL for 0.20 ETH').click();
    await dialog.getByRole('listitem').filter({ hasText: '0.20 ETH' }).waitFor({ state: 'detached' });
    expect(sent.at(-1)).toMatchObject({ symbol: 'ETHUSDT', type: 'TpSlOcoStopOrder' });
    expect(await cell(await terminal.positionRow('ETHUSDT'), 'TP / SL').textContent()).toBe('2 partial');

    const confirmation = terminal.page.getByRole('dialog', { name: 'Cancel all' });
    await terminal.page.route('**/order/cancel-totally*', (route) =>
      route.fulfill({ contentType: 'application/json', body: refusal(110001) }),
    );
    await button('Cancel all').click();
    await confirmation.getByText('Cancel all partial take-profits and stop-losses of this position?').waitFor();
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
    await toast('The TP/SL orders could not be cancelled').waitFor();
    await terminal.page.unroute('**/order/cancel-totally*');
    await button('Cancel all').click();
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
    await toast('All TP/SL orders cancelled')
      .filter({ hasText: 'All partial take-profits and stop-losses of the position were cancelled.' })
      .waitFor();
    await dialog.getByText('No partial TP/SL').waitFor();
    expect(sent.at(-1)).toEqual({ symbol: 'ETHUSDT', positionIdx: 0, type: 'PartialTpSlConditional' });
  });

  it('TPS-11 warns of a stop-loss that liquidation comes before', async () => {
    terminal = await Terminal.open(server.url, { path: '/trade/usdt/SOLUSDT' });
    await terminal.api.post('/contract/v5/account/switch', { accountKind: 'regular', isDemo: true });
    await terminal.page.reload();
    await terminal.live();
    await terminal.setMarginMode('Isolated');
    await terminal.market('Buy / Long', '10');
    await openDialog('SOLUSDT');
    await field('SL trigger price').fill(await near('SOLUSDT', 0.8, 2));
    await leg('Stop loss').getByRole('status').filter({ hasText: 'at or below the liquidation price' }).waitFor();
    // A little above it there is a tip only.
    const liquidation = units((await cell(await terminal.positionRow('SOLUSDT'), 'Liq.').textContent()) ?? '');
    await field('SL trigger price').fill(((Number(liquidation) / 1e8) * 1.005).toFixed(2));
    await leg('Stop loss').getByRole('status').filter({ hasText: 'Close to the liquidation price' }).waitFor();
    expect(await leg('Stop loss').getByText('at or below the liquidation price').count()).toBe(0);
    await terminal.api.post('/contract/v5/account/switch', { accountKind: 'UTA2', isDemo: false });
  });

  it('TPS-19 a partial stop-loss closes its quantity once, one of the entire position what is left', async () => {
    await open('BTCUSDT', '0.05');
    const row = await terminal.positionRow('BTCUSDT');
    // After a gap the last trade is of before it: the stop is set, and waits, by the mark.
    const close = () => near('BTCUSDT', 0.99, 1, 'markPrice');
    /** The market gaps through a stop close below it; its mark price does so at once, its last price with the next trade. */
    const gap = () => server.operator('stage', 'gap', 'BTC', '--percent=-3', '--seconds', '86400');
    await dialog.getByRole('tab', { name: /^Partial/ }).click();
    await button('Add').click();
    await field('Quantity to close').fill('0.02');
    await field('TP trigger price').fill(await near('BTCUSDT', 1.2, 1));
    await choose('Trigger of Stop loss', 'Mark');
    await field('SL trigger price').fill(await close());
    await button('Confirm').click();
    await toast('Take-profit and stop-loss are set').first().waitFor();
    await gap();
    await expect.poll(() => cell(row, 'Qty').textContent()).toBe('0.030');
    await expect.poll(() => cell(row, 'TP / SL').textContent()).toBe('Add');
    await dialog.getByRole('tab', { name: /^Entire/ }).click();
    await choose('Trigger of Stop loss', 'Mark');
    await field('SL trigger price').fill(await close());
    await button('Confirm').click();
    await dialog.waitFor({ state: 'detached' });
    await gap();
    await row.waitFor({ state: 'detached' });
    const { list } = (await terminal.api.get('/contract/v5/execution/list?limit=20')) as {
      list: { symbol: string; side: string; execQty: string }[];
    };
    const sold = list.filter(({ symbol, side }) => symbol === 'BTCUSDT' && side === 'Sell').map(({ execQty }) => units(execQty));
    expect(sum(sold)).toBe(units('0.05'));
  });

  it.each(['dark', 'light'] as const)('WSP-07 no serious finding by axe in any view, %s', async (theme) => {
    await open('ETHUSDT', '1');
    await terminal.page.evaluate((wanted) => localStorage.setItem('tapedeck.theme', wanted), theme);
    // Elements that are fading in have too little contrast for a moment.
    await terminal.page.emulateMedia({ reducedMotion: 'reduce' });
    await terminal.page.reload();
    await terminal.live();
    await openDialog('ETHUSDT');
    const serious = () => findings(terminal.page, { part: '[role=dialog]' });
    expect(await serious()).toEqual([]);
    await dialog.getByRole('tab', { name: /^Partial/ }).click();
    expect(await serious()).toEqual([]);
    await button('Add').click();
    await button('Confirm').click();
    expect(await serious()).toEqual([]);
  });
});

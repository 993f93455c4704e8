/// <reference lib="dom" />
import { beforeAll, describe, expect, it } from 'vitest';
import { sum, units } from './support/numbers.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { cell, Terminal } from './support/terminal.ts';

const ETH = { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Market', qty: '0.4' };

describe('positions', () => {
  let server: RunningServer;
  let terminal: Terminal;

  beforeAll(async () => {
    server = await startServer('--seed', '4391');
    return () => server.stop();
  });

  /** A page on a symbol with a long position in it. */
  async function hold(symbol: string, quantity: string): Promise<void> {
    terminal = await Terminal.open(server.url, { path: `/trade/usdt/${symbol}` });
    await terminal.market('Buy / Long', quantity);
    await (await terminal.positionRow(symbol)).waitFor();
  }
  const dialog = (name: string) => terminal.page.getByRole('dialog', { name, exact: true });
  const text = async (symbol: string, label: string) => (await cell(await terminal.positionRow(symbol), label).textContent()) ?? '';

  it('CAL-05 POS-04 POS-06 every column, -- for a liquidation price that is out of range, and where it breaks even after fees', async () => {
    await hold('ETHUSDT', '0.4');
    const headers = await terminal.table('Positions').getByRole('columnheader').allTextContents();
    expect(headers).toEqual([
      ...['Contract', 'Qty', 'Unrealised P&L (ROI)', 'Entry', 'Mark', 'Liq.', 'TP / SL', 'Break-even', 'Value', 'IM', 'MM'],
      ...['Realised', 'Trailing', 'Auto margin', 'ADL', 'Close'],
    ]);
    expect(await text('ETHUSDT', 'Liq.')).toBe('--');
    // The order form's margin is without the fee to close.
    expect(await terminal.table('Positions').getByRole('columnheader', { name: 'IM', exact: true }).getAttribute('title')).toContain(
      'fee to close',
    );
    expect(await text('ETHUSDT', 'Value')).toMatch(/^[\d,]+\.\d\d$/);
    // The sale pays for the purchase, its fee and the fee of the sale: exact to the tick of the cell, in millionths.
    const { positions } = (await terminal.api.get('/contract/v5/account/state')) as { positions: Record<string, string>[] };
    const own = positions.find(({ symbol }) => symbol === 'ETHUSDT') ?? {};
    const paid = Number(own['entryValue']) - Number(own['realisedPnl']);
    expect(paid).toBeGreaterThan(Number(own['entryValue']));
    const shown = Number((await text('ETHUSDT', 'Break-even')).replaceAll(',', ''));
    expect(Math.abs(shown - paid / 0.4 / (1 - 0.00055))).toBeLessThanOrEqual(0.01);
    const button = (await terminal.positionRow('ETHUSDT')).getByRole('button', { name: 'Reverse ETHUSDT' });
    const [place, table] = [
      await button.boundingBox(),
      await terminal.page.getByRole('group', { name: 'Positions', exact: true }).boundingBox(),
    ];
    if (place === null || table === null) throw new Error('the row has no place');
    // Actions of a row are in reach without scrolling.
    expect(place.x + place.width).toBeLessThanOrEqual(table.x + table.width);
    // Fades mark the sides where content continues.
    const frame = terminal.page.getByRole('group', { name: 'Positions', exact: true });
    await terminal.resize(1280, 900);
    await expect.poll(() => frame.getAttribute('data-hidden-columns')).toBe('end');
    // Beside the actions stands how many columns lie behind them; a press scrolls to these.
    const more = frame.locator('th[data-kind="actions"] button');
    const hidden = async (): Promise<number> => Number(await more.getAttribute('data-count'));
    const before = await hidden();
    expect(before).toBeGreaterThan(3);
    await more.click();
    await expect.poll(hidden).toBeLessThan(before);
    await frame.evaluate((scrolled) => scrolled.scrollTo(40, 0));
    await expect.poll(() => frame.getAttribute('data-hidden-columns')).toBe('start end');
    // A tick may widen the table after it was scrolled.
    const hiddenAtEnd = async (): Promise<string | null> => {
      await frame.evaluate((scrolled) => scrolled.scrollTo(scrolled.scrollWidth, 0));
      return frame.getAttribute('data-hidden-columns');
    };
    await expect.poll(hiddenAtEnd).toBe('start');
    await more.waitFor({ state: 'hidden' });
    // On a small laptop the row itself is in sight, not only its panel.
    await terminal.resize(1024, 768);
    const bottom = async (): Promise<number> => {
      const box = await (await terminal.positionRow('ETHUSDT')).boundingBox();
      return box === null ? Infinity : box.y + box.height;
    };
    await expect.poll(bottom).toBeLessThanOrEqual(768);
    expect(await terminal.page.evaluate(() => scrollY)).toBe(0);
  });

  it('POS-09 HND-02 closes a part at market, a part by a limit, and all positions at once', async () => {
    await hold('SOLUSDT', '3');
    const row = await terminal.positionRow('ETHUSDT');
    if (!(await terminal.holds('ETHUSDT'))) await terminal.api.post('/contract/v5/order/create', ETH);
    await row.waitFor();
    await row.getByRole('button', { name: /^Close ETHUSDT \w+ at a limit price$/ }).click();
    const close = dialog('Close ETHUSDT long');
    await close.getByRole('tab', { name: 'Market' }).click();
    await close.getByRole('textbox', { name: 'Quantity' }).fill('0.41');
    await close.getByRole('button', { name: 'Close position' }).click();
    await close.getByText('Enter a quantity up to 0.40 ETH').waitFor();
    await close.getByText('25%', { exact: true }).click();
    expect(await close.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('0.1');
    const outcome = (label: string) => close.locator('dl > div').filter({ hasText: label }).locator('dd');
    await outcome('P&L')
      .filter({ hasText: /^[+-]?\d+\.\d\d USDT$/ })
      .waitFor();
    await outcome('Fee')
      .filter({ hasText: /^0\.\d\d USDT$/ })
      .waitFor();
    await close.getByRole('button', { name: 'Close position' }).click();
    await expect.poll(() => text('ETHUSDT', 'Qty')).toBe('0.30');

    const mark = units(await text('ETHUSDT', 'Mark'));
    const above = (Number(mark / 1_000_000n) / 100) * 1.02;
    await row.getByRole('button', { name: /^Close ETHUSDT \w+ at a limit price$/ }).click();
    await close.getByRole('tab', { name: 'Limit' }).click();
    await close.getByRole('textbox', { name: 'Price' }).fill(above.toFixed(2));
    await close.getByRole('textbox', { name: 'Quantity' }).fill('0.1');
    await close.getByRole('button', { name: 'Close position' }).click();
    const order = await terminal.openOrderRow('ETHUSDT');
    await order.getByText('Reduce-only').waitFor();
    expect(await cell(order, 'Qty').textContent()).toBe('0.10');

    await terminal.tab(/^Positions/);
    await terminal.page.getByRole('button', { name: 'Close all', exact: true }).click();
    const question = dialog('Close 2 positions at market');
    await question.getByRole('group', { name: 'ETHUSDT long' }).getByText('0.30 of 0.30 ETH').waitFor();
    const worst = question.locator('dt', { hasText: /^Worst price$/ }).locator('xpath=following-sibling::dd[1]');
    expect(await worst.count()).toBe(2);
    for (const price of await worst.all()) await price.filter({ hasText: /\d/ }).waitFor();
    await question.getByRole('region', { name: 'Will also end' }).getByText('1 resting reduce-only order').waitFor();
    await question.getByRole('button', { name: 'Close all' }).dblclick();
    await terminal.page.getByText('No open positions').waitFor();
    const { list } = (await terminal.api.get('/contract/v5/execution/list?limit=50')) as {
      list: { symbol: string; side: string; execQty: string }[];
    };
    const sold = list.filter(({ symbol, side }) => symbol === 'ETHUSDT' && side === 'Sell');
    expect(sum(sold.map(({ execQty }) => units(execQty)))).toBe(units('0.4'));
  });

  it('POS-05 realised P&L shows of what it is made, and leads to the trades of the product', async () => {
    await hold('ETHUSDT', '0.4');
    const row = await terminal.positionRow('ETHUSDT');
    const shown = await text('ETHUSDT', 'Realised');
    await row.getByRole('button', { name: /^Realised P&L of ETHUSDT/ }).click();
    const parts = dialog('Realised P&L of ETHUSDT long');
    const value = async (label: string) =>
      units((await parts.locator('dt', { hasText: label }).locator('xpath=../dd').textContent()) ?? '');
    const total = await value('Total');
    expect((await value('Trade P&L')) + (await value('Funding fees')) + (await value('Trading fees'))).toBe(total);
    expect(total).toBe(units(shown));
    await parts.getByRole('link', { name: 'Trade history' }).click();
    await terminal.page.waitForURL('**/user/assets/order/derivatives/uniform-usdt/trade-history');
    await terminal.page.getByRole('heading', { name: 'Trades in USDT perpetuals' }).waitFor();
    await terminal.table('Trade history').getByRole('row', { name: 'ETHUSDT' }).first().waitFor();
    await terminal.page.reload();
    await terminal.table('Trade history').getByRole('row', { name: 'ETHUSDT' }).first().waitFor();
    await terminal.page.getByRole('link', { name: 'Inverse perpetuals' }).click();
    await terminal.page.getByRole('heading', { name: 'Trades in inverse perpetuals' }).waitFor();
  });

  it('POS-04 a trailing stop is set, shown, changed and removed from the row', async () => {
    terminal = await Terminal.open(server.url, { path: '/trade/usdt/ETHUSDT' });
    const row = await terminal.positionRow('ETHUSDT');
    await row.getByRole('button', { name: 'Trailing stop of ETHUSDT long' }).click();
    const trailing = dialog('Trailing stop of ETHUSDT long');
    await trailing.getByRole('textbox', { name: 'Distance' }).fill('0.001');
    await trailing.getByRole('button', { name: 'Confirm' }).click();
    await trailing.getByText(/^Enter a distance on a tick/).waitFor();
    await trailing.getByRole('textbox', { name: 'Distance' }).fill('60');
    await trailing.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => text('ETHUSDT', 'Trailing')).toMatch(/^[\d,]+\.\d\d \(60\.00\)$/);
    await row.getByRole('button', { name: /^Trailing stop of ETHUSDT/ }).click();
    expect(await trailing.getByRole('textbox', { name: 'Distance' }).inputValue()).toBe('60.00');
    await trailing.getByRole('tab', { name: 'Percent' }).click();
    await trailing.getByRole('textbox', { name: 'Distance' }).fill('1.5');
    await trailing.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => text('ETHUSDT', 'Trailing')).toMatch(/^[\d,]+\.\d\d \(1\.50%\)$/);
    await row.getByRole('button', { name: /^Trailing stop of ETHUSDT/ }).click();
    await trailing.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => text('ETHUSDT', 'Trailing')).toBe('Add');
  });

  it('WSP-07 a long and a short of one contract are told apart by every name', async () => {
    terminal = await Terminal.open(server.url, { path: '/trade/usdt/XRPUSDT' });
    await terminal.api.post('/contract/v5/position/set-position-mode', { symbol: 'XRPUSDT', mode: 'BothSide' });
    for (const [side, positionIdx] of [
      ['Buy', 1],
      ['Sell', 2],
    ] as const) {
      await terminal.api.post('/contract/v5/order/create', { symbol: 'XRPUSDT', side, positionIdx, orderType: 'Market', qty: '200' });
    }
    await terminal.tab(/^Positions/);
    const rows = ['long', 'short'].map((side) => terminal.table('Positions').getByRole('row', { name: `XRPUSDT ${side}`, exact: true }));
    const named = rows.map(async (row) => {
      await row.waitFor();
      return row.locator('button[aria-label]').evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? ''));
    });
    const [long, short] = [(await named[0]) ?? [], (await named[1]) ?? []];
    expect(long).toContain('Close XRPUSDT long at market');
    expect(short).toContain('Reverse XRPUSDT short');
    expect(long.filter((name) => short.includes(name))).toEqual([]);
    for (const row of [...rows].reverse()) {
      await terminal.closeAtMarket(row);
      await row.waitFor({ state: 'detached' });
    }
  });

  it('ORD-01 what was closed is listed with what it earned', async () => {
    terminal = await Terminal.open(server.url);
    await terminal.tab(/^Closed P&L/);
    const rows = terminal.table('Closed P&L').getByRole('row', { name: 'SOLUSDT' });
    const row = rows.first();
    await row.waitFor();
    // The 3 may have met several orders: a row for each of them.
    const quantities = (await cell(rows, 'Qty').allTextContents()).map(units);
    const sums = quantities.map((_, at) => sum(quantities.slice(0, at + 1)));
    expect(sums).toContain(units('3'));
    const { list } = (await terminal.api.get('/contract/v5/position/closed-pnl?symbol=SOLUSDT')) as {
      list: Record<'closedPnl' | 'fees' | 'funding' | 'netPnl', string>[];
    };
    const [first] = list;
    if (first === undefined) throw new Error('nothing was closed');
    const { closedPnl, fees, funding, netPnl } = first;
    expect(units(netPnl)).toBe(units(closedPnl) - units(fees) - units(funding));
    const cents = (text: string): string => (Math.round(Number(text) * 100) / 100).toFixed(2);
    expect((await cell(row, 'Net P&L').textContent())?.replace('+', '')).toBe(cents(netPnl));
    expect((await cell(row, 'Before costs').textContent())?.replace('+', '')).toBe(cents(closedPnl));
  });
});

/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import { gripOf, lineOf, openPrices, openSymbol, priceIn, quoteOf, requestsOf } from './support/chart-lines.ts';
import { cell } from './support/terminal.ts';

/**
 * Share of the best bid: low enough that an order rests however long a machine takes, and within the prices on the chart. The symbols
 * are those that no other file trades: a position's line would be taken in the place of the order's.
 */
const BELOW = 0.985;

describe('orders and positions on the chart', () => {
  it('CHT-14 dragging an order line shows what it comes to, asks, and sends one amend', async () => {
    const terminal = await openSymbol('SUIUSDT');
    const { chart, page, api } = terminal;
    const price = (Number((await quoteOf(terminal, 'SUIUSDT')).bid1Price) * BELOW).toFixed(4);
    await api.post('/contract/v5/order/create', { symbol: 'SUIUSDT', side: 'Buy', orderType: 'Limit', qty: '10', price });
    await lineOf(terminal, 'order').waitFor({ state: 'attached' });
    const replaced = requestsOf(terminal, '/order/replace');
    const others = [requestsOf(terminal, '/order/create'), requestsOf(terminal, '/order/cancel')];
    const grip = await gripOf(terminal, 'ns-resize');
    await page.mouse.move(grip.x, grip.y);
    await page.mouse.down();
    await page.mouse.move(grip.x, grip.y + 30, { steps: 5 });
    const note = chart.locator('.chart-drag');
    await note.getByText(/^Cost$/).waitFor();
    const shown = await note.locator('.chart-drag-price').textContent();
    expect(priceIn(shown)).toBeLessThan(Number(price));
    await page.mouse.up();

    // Nothing is sent that was not seen: the question states the change.
    const question = page.getByRole('dialog', { name: /^Move Buy 10.* to/ });
    await question.waitFor();
    expect(await question.textContent()).toContain(shown);
    await question.getByText('SUIUSDT', { exact: true }).waitFor();
    expect(replaced).toHaveLength(0);
    await question.getByRole('button', { name: 'Move order' }).click();
    await expect.poll(() => openPrices(terminal, 'SUIUSDT')).toEqual([priceIn(shown)]);
    await expect.poll(() => lineOf(terminal, 'order').getAttribute('data-price')).toBe(String(priceIn(shown)));
    expect(replaced).toHaveLength(1);
    expect(others.flat()).toHaveLength(0);
    await note.waitFor({ state: 'hidden' });
    await api.post('/contract/v5/order/cancel-all', { symbol: 'SUIUSDT' });
  });

  it('CHT-14 CHT-15 nothing that began on one symbol ends on another: neither a drag, nor a menu, nor a price under the pointer', async () => {
    const terminal = await openSymbol('NEARUSDT');
    const { chart, page, api } = terminal;
    const shows = async (symbol: string): Promise<void> => {
      await page.evaluate((name) => {
        history.pushState(null, '', `/trade/usdt/${name}`);
        dispatchEvent(new PopStateEvent('popstate'));
      }, symbol);
      await chart.locator(`[data-symbol="${symbol}"][data-state="shown"]`).waitFor();
    };
    const price = (Number((await quoteOf(terminal, 'NEARUSDT')).bid1Price) * BELOW).toFixed(3);
    await api.post('/contract/v5/order/create', { symbol: 'NEARUSDT', side: 'Buy', orderType: 'Limit', qty: '50', price });
    await lineOf(terminal, 'order').waitFor({ state: 'attached' });
    const sent = [requestsOf(terminal, '/order/replace'), requestsOf(terminal, '/order/create')];

    const grip = await gripOf(terminal, 'ns-resize');
    await page.mouse.move(grip.x, grip.y);
    await page.mouse.down();
    await page.mouse.move(grip.x, grip.y + 24, { steps: 4 });
    await chart
      .locator('.chart-drag')
      .getByText(/^Cost$/)
      .waitFor();
    await shows('DOGEUSDT');
    await chart.locator('.chart-drag').waitFor({ state: 'hidden' });
    await page.mouse.move(grip.x, grip.y + 40, { steps: 4 });
    await page.mouse.up();
    expect(await page.getByRole('dialog').count()).toBe(0);

    const plus = chart.locator('.chart-plus');
    const label = async (): Promise<number> => priceIn(/[\d.,]+$/.exec((await plus.getAttribute('aria-label')) ?? '')?.[0] ?? '');
    await page.mouse.move(grip.x - 200, grip.y, { steps: 3 });
    await plus.hover();
    const before = await label();
    expect(before).toBeGreaterThan(0);
    await plus.click();
    await chart.getByRole('menuitem', { name: /^(Buy|Sell) limit/ }).waitFor();
    await shows('NEARUSDT');
    expect(await chart.getByRole('menu').count()).toBe(0);
    await page.mouse.move(grip.x - 200, grip.y + 10, { steps: 3 });
    await plus.waitFor();
    await expect.poll(label).not.toBe(before);
    expect(await openPrices(terminal, 'NEARUSDT')).toEqual([Number(price)]);
    expect(sent.flat()).toEqual([]);
    await api.post('/contract/v5/order/cancel-all', { symbol: 'NEARUSDT' });
  });

  it('CHT-14 Escape puts a dragged order back, during the drag and at the question', async () => {
    const terminal = await openSymbol('ADAUSDT');
    const { chart, page, api } = terminal;
    const price = (Number((await quoteOf(terminal, 'ADAUSDT')).bid1Price) * BELOW).toFixed(4);
    await api.post('/contract/v5/order/create', { symbol: 'ADAUSDT', side: 'Buy', orderType: 'Limit', qty: '100', price });
    await lineOf(terminal, 'order').waitFor({ state: 'attached' });
    const replaced = requestsOf(terminal, '/order/replace');
    const note = chart.locator('.chart-drag');
    const take = async (): Promise<void> => {
      const grip = await gripOf(terminal, 'ns-resize');
      await page.mouse.move(grip.x, grip.y);
      await page.mouse.down();
      await page.mouse.move(grip.x, grip.y + 24, { steps: 4 });
      await note.getByText(/^Cost$/).waitFor();
    };
    await take();
    await page.keyboard.press('Escape');
    await note.waitFor({ state: 'hidden' });
    await page.mouse.up();
    await take();
    await page.mouse.up();
    await page.getByRole('dialog', { name: /^Move Buy/ }).waitFor();
    await page.keyboard.press('Escape');
    await note.waitFor({ state: 'hidden' });
    await gripOf(terminal, 'ns-resize');
    expect(replaced).toHaveLength(0);
    expect(await lineOf(terminal, 'order').getAttribute('data-price')).toBe(String(Number(price)));
    await api.post('/contract/v5/order/cancel-all', { symbol: 'ADAUSDT' });
  });

  it('CHT-13 CHT-15 CHT-16 makes, moves and removes every line of a position; dragging its line sets an exit', async () => {
    const terminal = await openSymbol('LTCUSDT');
    const { chart, page, api } = terminal;
    const symbol = 'LTCUSDT';
    await api.post('/contract/v5/order/create', { symbol, side: 'Buy', orderType: 'Market', qty: '2' });
    for (const kind of ['position', 'breakeven']) await lineOf(terminal, kind).waitFor({ state: 'attached' });
    expect(await lineOf(terminal, 'position').getAttribute('data-side')).toBe('Buy');
    // The break-even line stands where the table says, fees included.
    const row = await terminal.positionRow(symbol);
    const breakEven = await cell(row, 'Break-even').textContent();
    expect(Number(await lineOf(terminal, 'breakeven').getAttribute('data-price'))).toBeCloseTo(priceIn(breakEven), 1);

    const last = Number((await quoteOf(terminal, symbol)).lastPrice);
    const near = (share: number): string => (Math.round(last * share * 100) / 100).toFixed(2);
    const waits = { symbol, side: 'Buy', orderType: 'Market', qty: '1', triggerBy: 'LastPrice', triggerDirection: 1 };
    await api.post('/contract/v5/order/create', { ...waits, triggerPrice: near(1.01) });
    await lineOf(terminal, 'conditional').waitFor({ state: 'attached' });

    // Below the market the position line sets a stop-loss.
    const set = requestsOf(terminal, '/position/set-tp-sl-ts');
    const list = lineOf(terminal, 'position').getByRole('button', { name: /^Set TP or SL/ });
    await list.focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+PageDown');
    const note = chart.locator('.chart-drag');
    await note.getByText('Stop-loss').waitFor();
    await note.getByText('Estimated P&L').waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: /^Stop-loss at/ })
      .getByRole('button', { name: 'Set' })
      .click();
    await lineOf(terminal, 'stopLoss').waitFor({ state: 'attached' });
    expect(set).toHaveLength(1);
    // The stream may tell of a change before its answer has arrived; until then, no other line moves.
    await note.waitFor({ state: 'hidden' });

    // The conditional order's trigger and the stop-loss move by one amend each.
    const replaced = requestsOf(terminal, '/order/replace');
    for (const [kind, key, title] of [
      ['conditional', 'PageUp', /^Move Buy/],
      ['stopLoss', 'PageDown', /^Stop-loss at/],
    ] as const) {
      const before = await lineOf(terminal, kind).getAttribute('data-price');
      await lineOf(terminal, kind)
        .getByRole('button', { name: /^Move with the arrow keys/ })
        .focus();
      await page.keyboard.press(key);
      await note.getByText('Estimated P&L').or(note.getByText('Cost')).first().waitFor();
      await page.keyboard.press('Enter');
      await page
        .getByRole('dialog', { name: title })
        .getByRole('button', { name: /^(Move order|Set)$/ })
        .click();
      await expect.poll(() => lineOf(terminal, kind).getAttribute('data-price')).not.toBe(before);
      await note.waitFor({ state: 'hidden' });
    }
    expect(replaced).toHaveLength(2);
    for (const kind of ['conditional', 'stopLoss']) {
      await lineOf(terminal, kind)
        .getByRole('button', { name: /^Cancel/ })
        .focus();
      await page.keyboard.press('Enter');
      await lineOf(terminal, kind).waitFor({ state: 'detached' });
    }
    await lineOf(terminal, 'position')
      .getByRole('button', { name: /^Close/ })
      .focus();
    await page.keyboard.press('Enter');
    await terminal.answer('Close at market');
    for (const kind of ['position', 'breakeven']) await lineOf(terminal, kind).waitFor({ state: 'detached' });
  });

  it('CHT-13 CHT-16 an isolated position has a liquidation line and a take-profit line, and each of its buttons leads on', async () => {
    const symbol = 'BCHUSDT';
    const terminal = await openSymbol(symbol);
    const { chart, page, api } = terminal;
    await terminal.setMarginMode('Isolated');
    await api.post('/contract/v5/order/create', { symbol, side: 'Buy', orderType: 'Market', qty: '1' });
    const liquidation = lineOf(terminal, 'liquidation');
    await liquidation.waitFor({ state: 'attached' });
    // It stands where the table says, below a long position, and nobody can drag it.
    const row = await terminal.positionRow(symbol);
    const told = priceIn(await cell(row, 'Liq.').textContent());
    expect(Number(await liquidation.getAttribute('data-price'))).toBe(told);
    expect(told).toBeLessThan(Number(await lineOf(terminal, 'position').getAttribute('data-price')));
    expect(await liquidation.getByRole('button').count()).toBe(0);

    const exits = requestsOf(terminal, '/position/set-tp-sl-ts');
    const replaced = requestsOf(terminal, '/order/replace');
    const note = chart.locator('.chart-drag');
    await lineOf(terminal, 'position')
      .getByRole('button', { name: /^Set TP or SL/ })
      .focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+PageUp');
    await note.getByText('Take-profit').waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: /^Take-profit at/ })
      .getByRole('button', { name: 'Set' })
      .click();
    const profit = lineOf(terminal, 'takeProfit');
    await profit.waitFor({ state: 'attached' });
    // The stream may tell of the line before the answer has arrived; until then, no line moves.
    await note.waitFor({ state: 'hidden' });
    const before = await profit.getAttribute('data-price');
    await profit.getByRole('button', { name: /^Move with the arrow keys/ }).focus();
    await page.keyboard.press('PageUp');
    await note.getByText('Estimated P&L').waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: /^Take-profit at/ })
      .getByRole('button', { name: 'Set' })
      .click();
    await expect.poll(() => profit.getAttribute('data-price')).not.toBe(before);
    expect([exits.length, replaced.length]).toEqual([1, 1]);

    for (const [name, title] of [
      [/^TP\/SL/, /TP\/SL/],
      [/^Reverse/, /Reverse/],
    ] as const) {
      await lineOf(terminal, 'position').getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: title });
      // The focus comes over from the frame.
      await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
    await api.post('/contract/v5/order/create', { symbol, side: 'Sell', orderType: 'Market', qty: '1', reduceOnly: true });
    for (const kind of ['position', 'breakeven', 'liquidation', 'takeProfit']) await lineOf(terminal, kind).waitFor({ state: 'detached' });
    await terminal.setMarginMode('Cross');
  });

  it('CHT-14 an order that would be refused says why while it is dragged, and nothing is sent', async () => {
    const terminal = await openSymbol('DOTUSDT');
    const { chart, page, api } = terminal;
    const price = (Number((await quoteOf(terminal, 'DOTUSDT')).bid1Price) * BELOW).toFixed(3);
    await api.post('/contract/v5/order/create', { symbol: 'DOTUSDT', side: 'Buy', orderType: 'Limit', qty: '100', price });
    const move = lineOf(terminal, 'order').getByRole('button', { name: /^Move with the arrow keys/ });
    await move.focus();
    const replaced = requestsOf(terminal, '/order/replace');
    const note = chart.locator('.chart-drag');
    // A buy may not stand far above the market.
    const refusal = note.getByText(/^The buy price must be at most/);
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift+PageUp');
        return refusal.count();
      })
      .toBe(1);
    await page.keyboard.press('Enter');
    await page.getByText(/^The buy price must be at most/).waitFor();
    await note.waitFor({ state: 'hidden' });
    expect(replaced).toHaveLength(0);
    expect(await lineOf(terminal, 'order').getAttribute('data-price')).toBe(String(Number(price)));
    await api.post('/contract/v5/order/cancel-all', { symbol: 'DOTUSDT' });
  });

  it('CHT-14 an order is dragged with a finger, and its price stays clear of it', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    const terminal = await openSymbol('ICPUSDT', { until: 'price', ...phone });
    const { chart, page, api } = terminal;
    await terminal.connected();
    const price = (Number((await quoteOf(terminal, 'ICPUSDT')).bid1Price) * BELOW).toFixed(3);
    await api.post('/contract/v5/order/create', { symbol: 'ICPUSDT', side: 'Buy', orderType: 'Limit', qty: '10', price });
    await lineOf(terminal, 'order').waitFor({ state: 'attached' });
    const replaced = requestsOf(terminal, '/order/replace');
    const grip = await gripOf(terminal, 'ns-resize');
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: grip.x, y }] });
    await touch('touchStart', grip.y);
    for (const by of [10, 20, 30, 40]) await touch('touchMove', grip.y + by);
    const note = chart.locator('.chart-drag');
    await note.getByText('Cost', { exact: true }).waitFor();
    // Its place follows the finger with the next frame, and the price, which goes by ticks: a fingertip below it is free.
    const bottom = async (): Promise<number> => {
      const told = await note.boundingBox();
      return told === null ? Infinity : told.y + told.height;
    };
    await expect.poll(bottom).toBeLessThan(grip.y + 40 - 20);
    await touch('touchEnd', grip.y + 40);
    await page
      .getByRole('dialog', { name: /^Move Buy/ })
      .getByRole('button', { name: 'Move order' })
      .click();
    await expect.poll(() => lineOf(terminal, 'order').getAttribute('data-price')).not.toBe(String(Number(price)));
    expect(replaced).toHaveLength(1);

    // A tap on a label opens its buttons.
    const label = await gripOf(terminal, 'ns-resize');
    await page.touchscreen.tap(label.x, label.y);
    await chart.getByRole('menuitem', { name: 'Cancel' }).click();
    await lineOf(terminal, 'order').waitFor({ state: 'detached' });
  });
});

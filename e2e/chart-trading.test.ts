import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { cell, Terminal, type OpenOptions } from './support/terminal.ts';

const origin = sharedServer();

interface Quote {
  readonly bid1Price: string;
  readonly lastPrice: string;
  readonly markPrice: string;
}

async function quoteOf({ api }: Terminal, symbol: string): Promise<Quote> {
  const { list } = (await api.get(`/contract/v5/market/tickers?symbol=${symbol}`)) as { list: Quote[] };
  const [quote] = list;
  if (quote === undefined) throw new Error(`No ticker of ${symbol}`);
  return quote;
}

interface OpenOrder {
  readonly symbol: string;
  readonly price: string;
}

/** Prices of the open orders of a symbol, as the exchange has them. */
async function openPrices({ api }: Terminal, symbol: string): Promise<number[]> {
  const { list } = (await api.get('/contract/v5/order/list')) as { list: OpenOrder[] };
  return list.filter((order) => order.symbol === symbol).map((order) => Number(order.price));
}

/** A trade page of the symbol whose chart shows bars. */
async function open(symbol: string, options: OpenOptions = {}): Promise<Terminal> {
  const terminal = await Terminal.open(origin, { path: `/trade/usdt/${symbol}`, ...options });
  await terminal.chart.locator(`[data-symbol="${symbol}"][data-state="shown"]`).waitFor();
  return terminal;
}

const lineOf = ({ chart }: Terminal, kind: string) => chart.locator(`.chart-lines li[data-kind="${kind}"]`);

/** Requests of a path from now on. */
function requestsOf({ page }: Terminal, path: string): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) seen.push(request);
  });
  return seen;
}

/** Where on the page the pointer has a cursor over the labels of lines, topmost first. */
async function gripOf({ chart }: Terminal, cursor: string): Promise<{ x: number; y: number }> {
  const canvas = chart.locator('.chart-canvas');
  const find = () =>
    canvas.evaluate((node: HTMLElement, wanted) => {
      const box = node.getBoundingClientRect();
      for (let x = box.right - 110; x > box.right - 420; x -= 24) {
        for (let y = box.top + 8; y < box.bottom - 30; y += 6) {
          node.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y, pointerType: 'mouse' }));
          if (node.style.cursor === wanted) return { x: x - box.left, y: y - box.top };
        }
      }
      return undefined;
    }, cursor);
  let found: { x: number; y: number } | undefined;
  await expect.poll(async () => (found = await find())).toBeDefined();
  const box = await canvas.boundingBox();
  if (box === null || found === undefined) throw new Error(`Nothing with the cursor ${cursor}`);
  return { x: box.x + found.x, y: box.y + found.y };
}

const priceIn = (text: string | null): number => Number(text?.replaceAll(',', ''));

describe('trading on the chart', () => {
  it('CHT-14 dragging an order line shows what it comes to, asks, and sends one amend', async () => {
    const terminal = await open('SOLUSDT');
    const { chart, page, api } = terminal;
    const price = (Number((await quoteOf(terminal, 'SOLUSDT')).bid1Price) * 0.997).toFixed(2);
    await api.post('/contract/v5/order/create', { symbol: 'SOLUSDT', side: 'Buy', orderType: 'Limit', qty: '1', price });
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
    const question = page.getByRole('dialog', { name: /^Move Buy 1.* to/ });
    await question.waitFor();
    expect(await question.textContent()).toContain(shown);
    expect(replaced).toHaveLength(0);
    await question.getByRole('button', { name: 'Move order' }).click();
    await expect.poll(() => openPrices(terminal, 'SOLUSDT')).toEqual([priceIn(shown)]);
    await expect.poll(() => lineOf(terminal, 'order').getAttribute('data-price')).toBe(String(priceIn(shown)));
    expect(replaced).toHaveLength(1);
    expect(others.flat()).toHaveLength(0);
    await note.waitFor({ state: 'hidden' });
    await api.post('/contract/v5/order/cancel-all', { symbol: 'SOLUSDT' });
  });

  it('CHT-14 Escape puts a dragged order back, during the drag and at the question', async () => {
    const terminal = await open('ADAUSDT');
    const { chart, page, api } = terminal;
    const price = (Number((await quoteOf(terminal, 'ADAUSDT')).bid1Price) * 0.997).toFixed(4);
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
    const terminal = await open('LTCUSDT');
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

    // The conditional order's trigger and the stop-loss move by one amend each.
    const replaced = requestsOf(terminal, '/order/replace');
    for (const [kind, key, title] of [
      ['conditional', 'PageUp', /^Move Buy/],
      ['stopLoss', 'PageDown', /^Stop-loss at/],
    ] as const) {
      const before = await lineOf(terminal, kind).getAttribute('data-price');
      await lineOf(terminal, kind)
        .getByRole('button', { name: /^Move by arrow keys/ })
        .focus();
      await page.keyboard.press(key);
      await note.getByText('Estimated P&L').or(note.getByText('Cost')).first().waitFor();
      await page.keyboard.press('Enter');
      await page
        .getByRole('dialog', { name: title })
        .getByRole('button', { name: /^(Move order|Set)$/ })
        .click();
      await expect.poll(() => lineOf(terminal, kind).getAttribute('data-price')).not.toBe(before);
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
    const terminal = await open(symbol);
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
    const before = await profit.getAttribute('data-price');
    await profit.getByRole('button', { name: /^Move by arrow keys/ }).focus();
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
      await page.getByRole('dialog', { name: title }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    await api.post('/contract/v5/order/create', { symbol, side: 'Sell', orderType: 'Market', qty: '1', reduceOnly: true });
    for (const kind of ['position', 'breakeven', 'liquidation', 'takeProfit']) await lineOf(terminal, kind).waitFor({ state: 'detached' });
    await terminal.setMarginMode('Cross');
  });

  it('CHT-14 an order that would be refused says why while it is dragged, and nothing is sent', async () => {
    const terminal = await open('DOTUSDT');
    const { chart, page, api } = terminal;
    const price = (Number((await quoteOf(terminal, 'DOTUSDT')).bid1Price) * 0.997).toFixed(3);
    await api.post('/contract/v5/order/create', { symbol: 'DOTUSDT', side: 'Buy', orderType: 'Limit', qty: '100', price });
    const move = lineOf(terminal, 'order').getByRole('button', { name: /^Move by arrow keys/ });
    await move.focus();
    const replaced = requestsOf(terminal, '/order/replace');
    const note = chart.locator('.chart-drag');
    // A buy may not stand far above the market.
    const refusal = note.getByText(/^A buy must not be priced above/);
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift+PageUp');
        return refusal.count();
      })
      .toBe(1);
    await page.keyboard.press('Enter');
    await page.getByText(/^A buy must not be priced above/).waitFor();
    await note.waitFor({ state: 'hidden' });
    expect(replaced).toHaveLength(0);
    expect(await lineOf(terminal, 'order').getAttribute('data-price')).toBe(String(Number(price)));
    await api.post('/contract/v5/order/cancel-all', { symbol: 'DOTUSDT' });
  });

  it('CHT-16 CHT-17 CHT-19 shows and hides kinds of lines, and undoes the choice with the layout', async () => {
    const terminal = await open('LINKUSDT');
    const { chart, api } = terminal;
    const price = (Number((await quoteOf(terminal, 'LINKUSDT')).bid1Price) * 0.99).toFixed(3);
    await api.post('/contract/v5/order/create', { symbol: 'LINKUSDT', side: 'Buy', orderType: 'Limit', qty: '10', price });
    await lineOf(terminal, 'order').waitFor({ state: 'attached' });
    const toggle = async (name: string): Promise<void> => {
      await chart.getByRole('button', { name: 'Trade lines' }).click();
      await chart.getByRole('menuitemcheckbox', { name }).click();
    };
    await toggle('Orders and TP/SL');
    await lineOf(terminal, 'order').waitFor({ state: 'detached' });
    await toggle('Hover price');
    await toggle('Visible range');
    await toggle('Thick');
    await chart.getByRole('button', { name: 'Undo' }).click();
    await chart.getByRole('button', { name: 'Trade lines' }).click();
    const checked = (name: string) => chart.getByRole('menuitemcheckbox', { name }).getAttribute('aria-checked');
    expect(await checked('Hover price')).toBe('true');
    expect(await checked('Visible range')).toBe('true');
    expect(await checked('Orders and TP/SL')).toBe('false');
    expect(await checked('Medium')).toBe('true');
    await chart.getByRole('menuitemcheckbox', { name: 'Orders and TP/SL' }).click();
    await lineOf(terminal, 'order').waitFor({ state: 'attached' });
    await api.post('/contract/v5/order/cancel-all', { symbol: 'LINKUSDT' });
  });

  it('CHT-15 the plus at a price fills the form, shows its order as a line that is dragged, and sends nothing', async () => {
    const terminal = await open('XRPUSDT');
    const { chart, page } = terminal;
    const sent = [requestsOf(terminal, '/order/create'), requestsOf(terminal, '/order/replace')];
    const box = await chart.locator('.chart-canvas').boundingBox();
    if (box === null) throw new Error('No chart');
    const plus = chart.locator('.chart-plus');
    const want = async (y: number, name: RegExp): Promise<number> => {
      await page.mouse.move(box.x + 200, y);
      await page.mouse.move(box.x + 220, y);
      await plus.waitFor();
      await plus.hover();
      await plus.click();
      const item = chart.getByRole('menuitem', { name });
      const price = priceIn(/[\d.,]+$/.exec((await item.textContent()) ?? '')?.[0] ?? null);
      await item.click();
      return price;
    };
    // Near the bottom of the picture the price is below the market, near the top above it.
    const low = await want(box.y + box.height - 120, /^Buy limit at/);
    const line = lineOf(terminal, 'preOrder');
    await expect.poll(() => line.getAttribute('data-price')).toBe(String(low));
    expect(await line.getAttribute('data-side')).toBe('Buy');
    expect(priceIn(await terminal.price.inputValue())).toBe(low);
    await terminal.quantity.fill('100');
    await expect.poll(() => line.textContent()).toContain('Buy 100');
    await line.getByRole('button', { name: /^Move by arrow keys/ }).focus();
    await page.keyboard.press('PageDown');
    await chart.locator('.chart-drag').getByText('Cost', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(async () => priceIn(await terminal.price.inputValue())).toBeLessThan(low);
    const moved = priceIn(await terminal.price.inputValue());
    await expect.poll(() => line.getAttribute('data-price')).toBe(String(moved));

    const high = await want(box.y + 90, /^Buy stop at/);
    await expect.poll(() => line.getAttribute('data-price')).toBe(String(high));
    await terminal.form.getByRole('tab', { name: 'Conditional', selected: true }).waitFor();
    expect(priceIn(await terminal.form.getByRole('textbox', { name: 'Trigger price' }).inputValue())).toBe(high);
    await terminal.form.getByRole('tab', { name: 'Market' }).click();
    await line.waitFor({ state: 'detached' });
    expect(sent.flat()).toHaveLength(0);
  });

  it('CHT-07 CHT-09 the plus draws a level at its price', async () => {
    const terminal = await open('XRPUSDT');
    const { chart, page } = terminal;
    await chart.locator('.chart-canvas').hover({ position: { x: 200, y: 120 } });
    await chart.locator('.chart-plus').click();
    const item = chart.getByRole('menuitem', { name: /^Horizontal line/ });
    const price = priceIn(/[\d.,]+$/.exec((await item.locator('.chart-menu-label').textContent()) ?? '')?.[0] ?? null);
    await item.click();
    const bar = chart.getByRole('toolbar', { name: 'Horizontal line', exact: true });
    await bar.waitFor();
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press('Enter');
    const settings = chart.getByRole('dialog', { name: 'Horizontal line' });
    await settings.getByRole('tab', { name: 'Coordinates' }).click();
    expect(Number(await settings.getByRole('spinbutton', { name: 'Price 1' }).inputValue())).toBe(price);
    await page.keyboard.press('Escape');
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press('Control+z');
    await bar.waitFor({ state: 'hidden' });
  });

  it('CHT-28 shows executions as marks with their details, by pointer and by keyboard, and none while they are hidden', async () => {
    const terminal = await open('SOLUSDT');
    const { chart, page, api } = terminal;
    for (const [side, more] of [
      ['Buy', {}],
      ['Sell', { reduceOnly: true }],
    ] as const)
      await api.post('/contract/v5/order/create', { symbol: 'SOLUSDT', side, orderType: 'Market', qty: '2', ...more });
    const list = chart.getByRole('button', { name: /^Executions \(\d+\)$/ });
    await list.waitFor({ state: 'attached' });
    await expect.poll(async () => Number(/\d+/.exec((await list.textContent()) ?? '')?.[0])).toBeGreaterThanOrEqual(2);
    const note = chart.locator('.chart-mark-note');
    const show = () =>
      chart.locator('.chart-canvas').evaluate((node: HTMLElement) => {
        const box = node.getBoundingClientRect();
        for (let x = box.right - 100; x > box.left + 100; x -= 6)
          for (let y = box.top + 60; y < box.bottom - 30; y += 6) {
            node.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y, pointerType: 'mouse' }));
            if (document.querySelector<HTMLElement>('.chart-mark-note')?.hidden === false) return true;
          }
        return false;
      });
    await expect.poll(show).toBe(true);
    const told = (await note.textContent()) ?? '';
    expect(told).toMatch(/(Bought|Sold) [\d.]+ SOL at/);
    for (const name of ['Price', 'Quantity', 'Fee']) expect(told).toContain(name);

    await list.focus();
    await page.keyboard.press('Enter');
    const dialog = chart.getByRole('dialog', { name: 'Executions' });
    const { list: rows } = (await api.get('/contract/v5/execution/list?symbol=SOLUSDT')) as {
      list: { execPrice: string; execFee: string; side: string; closedPnl: string; closedSize: string }[];
    };
    await dialog.waitFor();
    expect(await dialog.getByRole('columnheader').allTextContents()).toEqual(
      expect.arrayContaining(['Time', 'Execution', 'Price', 'Quantity', 'Fee', 'Realised P&L']),
    );
    const text = (await dialog.textContent()) ?? '';
    for (const row of rows) {
      expect(text).toContain(Number(row.execPrice).toLocaleString('en'));
      if (Number(row.closedSize) !== 0) expect(text).toContain(row.closedPnl.replace('-', ''));
    }
    await page.keyboard.press('Escape');
    await chart.getByRole('button', { name: 'Trade lines' }).click();
    await chart.getByRole('menuitemcheckbox', { name: 'Executions' }).click();
    await expect.poll(show).toBe(false);
  });

  it('CAL-03 plans a bracket sized by its risk, puts it into the form, and sends it once after asking', async () => {
    const terminal = await open('BNBUSDT');
    const { chart, page, api } = terminal;
    const created = requestsOf(terminal, '/order/create');
    const box = await chart.locator('.chart-canvas').boundingBox();
    if (box === null) throw new Error('No chart');
    const plan = async (): Promise<void> => {
      await page.mouse.move(box.x + 200, box.y + box.height - 150);
      await page.mouse.move(box.x + 220, box.y + box.height - 150);
      const plus = chart.locator('.chart-plus');
      await plus.hover();
      await plus.click();
      await chart.getByRole('menuitem', { name: 'Long bracket' }).click();
    };
    await plan();
    const bracket = chart.getByRole('region', { name: 'Long bracket' });
    const handle = (name: string) => bracket.getByRole('slider', { name });
    const price = async (name: string): Promise<number> => Number(await handle(name).getAttribute('aria-valuenow'));
    await handle('Entry').waitFor();
    await bracket.getByRole('textbox', { name: 'Risk' }).fill('100');
    await bracket.getByRole('combobox', { name: 'Unit of the risk' }).selectOption({ label: 'Amount' });
    const lossOf = async (): Promise<number> =>
      priceIn(/[\d.,]+/.exec((await handle('Stop').locator('.chart-bracket-words').textContent()) ?? '')?.[0] ?? null);
    await expect.poll(lossOf).toBeGreaterThan(90);
    expect(await lossOf()).toBeLessThanOrEqual(100);

    // A stop that is dragged farther away makes the trade smaller, not the loss larger.
    const quantity = async (): Promise<number> =>
      priceIn(/Buy ([\d.,]+)/.exec((await handle('Entry').getAttribute('aria-valuetext')) ?? '')?.[1] ?? null);
    await expect.poll(quantity).toBeGreaterThan(0);
    const before = { quantity: await quantity(), stop: await price('Stop') };
    const grip = await handle('Stop').boundingBox();
    if (grip === null) throw new Error('No handle');
    await page.mouse.move(grip.x + grip.width - 10, grip.y);
    await page.mouse.down();
    await page.mouse.move(grip.x + grip.width - 10, grip.y + 40, { steps: 4 });
    await page.mouse.up();
    expect(await price('Stop')).toBeLessThan(before.stop);
    await expect.poll(quantity).toBeLessThan(before.quantity);
    expect(await lossOf()).toBeLessThanOrEqual(100);
    await handle('Target').focus();
    const target = await price('Target');
    await page.keyboard.press('PageUp');
    await expect.poll(() => price('Target')).toBeGreaterThan(target);
    const wanted = { entry: await price('Entry'), stop: await price('Stop'), target: await price('Target'), quantity: await quantity() };

    await bracket.getByRole('button', { name: 'To form' }).click();
    await bracket.waitFor({ state: 'detached' });
    expect(priceIn(await terminal.price.inputValue())).toBe(wanted.entry);
    expect(priceIn(await terminal.quantity.inputValue())).toBe(wanted.quantity);
    expect(created).toHaveLength(0);

    await plan();
    await bracket.getByRole('button', { name: 'Send' }).click();
    const question = page.getByRole('dialog', { name: /^Buy .* at/ });
    await question.getByText('Loss at the stop').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(created).toHaveLength(0);
    await bracket.getByRole('button', { name: 'Send' }).click();
    await question.getByRole('button', { name: 'Send' }).click();
    await bracket.waitFor({ state: 'detached' });
    expect(created).toHaveLength(1);
    const { list } = (await api.get('/contract/v5/order/list')) as { list: { symbol: string; takeProfit?: string; stopLoss?: string }[] };
    const [own] = list.filter(({ symbol }) => symbol === 'BNBUSDT');
    expect(JSON.stringify(own)).toMatch(/takeProfit.*stopLoss|stopLoss.*takeProfit/);
    await api.post('/contract/v5/order/cancel-all', { symbol: 'BNBUSDT' });
  });

  it('CHT-14 an order is dragged with a finger, and its price stays clear of it', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    const terminal = await open('ETHUSDT', { until: 'price', ...phone });
    const { chart, page, api } = terminal;
    await terminal.connected();
    const price = (Number((await quoteOf(terminal, 'ETHUSDT')).bid1Price) * 0.998).toFixed(2);
    await api.post('/contract/v5/order/create', { symbol: 'ETHUSDT', side: 'Buy', orderType: 'Limit', qty: '0.1', price });
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
    const told = await note.boundingBox();
    expect(told === null ? Infinity : told.y + told.height).toBeLessThan(grip.y + 40 - 30);
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

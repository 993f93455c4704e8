import { describe, expect, it } from 'vitest';
import { lineOf, openSymbol, priceIn, quoteOf, requestsOf } from './support/chart-lines.ts';

describe('what is shown of the account, and what is planned on the chart', () => {
  it('CHT-16 CHT-17 CHT-19 shows and hides kinds of lines, and undoes the choice with the layout', async () => {
    const terminal = await openSymbol('LINKUSDT');
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
    const terminal = await openSymbol('XRPUSDT');
    const { chart, page } = terminal;
    const sent = [requestsOf(terminal, '/order/create'), requestsOf(terminal, '/order/replace')];
    const box = await chart.locator('.chart-canvas').boundingBox();
    if (box === null) throw new Error('No chart');
    const plus = chart.locator('.chart-plus');
    /** Chooses from the menu of the plus, which states the quantity first. */
    const want = async (y: number, name: RegExp, quantity: string): Promise<number> => {
      await page.mouse.move(box.x + 200, y);
      await page.mouse.move(box.x + 220, y);
      await plus.waitFor();
      await plus.hover();
      await plus.click();
      const item = chart.getByRole('menuitem', { name });
      const price = priceIn(/[\d.,]+$/.exec((await item.locator('.chart-menu-label').textContent()) ?? '')?.[0] ?? null);
      expect(await item.locator('.chart-menu-note').allTextContents()).toEqual(quantity === '' ? [] : [quantity]);
      await item.click();
      return price;
    };
    // Near the bottom of the picture the price is below the market, near the top above it.
    const low = await want(box.y + box.height - 120, /^Buy limit at/, '');
    const line = lineOf(terminal, 'preOrder');
    await expect.poll(() => line.getAttribute('data-price')).toBe(String(low));
    expect(await line.getAttribute('data-side')).toBe('Buy');
    expect(priceIn(await terminal.price.inputValue())).toBe(low);
    await terminal.quantity.fill('100');
    await expect.poll(() => line.textContent()).toContain('Buy 100');
    await line.getByRole('button', { name: /^Move with the arrow keys/ }).focus();
    await page.keyboard.press('PageDown');
    await chart.locator('.chart-drag').getByText('Cost', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(async () => priceIn(await terminal.price.inputValue())).toBeLessThan(low);
    const moved = priceIn(await terminal.price.inputValue());
    await expect.poll(() => line.getAttribute('data-price')).toBe(String(moved));

    const high = await want(box.y + 90, /^Buy stop at/, '100 XRP');
    await expect.poll(() => line.getAttribute('data-price')).toBe(String(high));
    await terminal.form.getByRole('tab', { name: 'Conditional', selected: true }).waitFor();
    expect(priceIn(await terminal.form.getByRole('textbox', { name: 'Trigger price' }).inputValue())).toBe(high);
    await terminal.form.getByRole('tab', { name: 'Market' }).click();
    await line.waitFor({ state: 'detached' });
    expect(sent.flat()).toHaveLength(0);
  });

  it('CHT-15 an order that was sent has one line, until a quantity for another one is entered', async () => {
    const terminal = await openSymbol('XRPUSDT');
    const { list } = (await terminal.api.get('/contract/v5/market/tickers?symbol=XRPUSDT')) as { list: { bid1Price: string }[] };
    const price = (Number(list[0]?.bid1Price) * 0.98).toFixed(4);
    await terminal.form.getByRole('tab', { name: 'Limit' }).click();
    await terminal.price.fill(price);
    await terminal.quantity.fill('20');
    const form = lineOf(terminal, 'preOrder');
    await form.waitFor({ state: 'attached' });
    await terminal.press('Buy / Long');
    await lineOf(terminal, 'order').waitFor({ state: 'attached' });
    await form.waitFor({ state: 'detached' });
    await terminal.quantity.fill('30');
    await expect.poll(() => form.textContent()).toContain('Buy 30');
    await terminal.api.post('/contract/v5/order/cancel-all', { symbol: 'XRPUSDT' });
  });

  it('CHT-07 CHT-09 the plus draws a level at its price', async () => {
    const terminal = await openSymbol('XRPUSDT');
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
    const terminal = await openSymbol('SOLUSDT');
    const { chart, page, api } = terminal;
    for (const [side, more] of [
      ['Buy', {}],
      ['Sell', { reduceOnly: true }],
    ] as const)
      await api.post('/contract/v5/order/create', { symbol: 'SOLUSDT', side, orderType: 'Market', qty: '2', ...more });
    const list = chart.getByRole('button', { name: /^Executions \(\d+\)$/ });
    await list.waitFor({ state: 'attached' });
    const { list: rows } = (await api.get('/contract/v5/execution/list?symbol=SOLUSDT')) as {
      list: { execPrice: string; execFee: string; side: string; closedPnl: string; closedSize: string }[];
    };
    // Earlier executions of the account have marks at once, these ones a moment later.
    await expect
      .poll(async () => Number(/\d+/.exec((await list.textContent()) ?? '')?.[0]))
      .toBeGreaterThanOrEqual(Math.max(2, rows.length));
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
});

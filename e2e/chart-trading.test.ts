import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { Terminal, type OpenOptions } from './support/terminal.ts';

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
    await api.post('/contract/v5/order/cancel-all', {});
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
    await api.post('/contract/v5/order/cancel-all', {});
  });
});

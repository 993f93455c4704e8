import type { Request } from 'playwright-core';
import { expect } from 'vitest';
import { sharedServer } from './shared.ts';
import { Terminal, type OpenOptions } from './terminal.ts';

interface Quote {
  readonly bid1Price: string;
  readonly lastPrice: string;
  readonly markPrice: string;
}

export async function quoteOf({ api }: Terminal, symbol: string): Promise<Quote> {
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
export async function openPrices({ api }: Terminal, symbol: string): Promise<number[]> {
  const { list } = (await api.get('/contract/v5/order/list')) as { list: OpenOrder[] };
  return list.filter((order) => order.symbol === symbol).map((order) => Number(order.price));
}

/** A trade page of the symbol whose chart shows bars. */
export async function openSymbol(symbol: string, options: OpenOptions = {}): Promise<Terminal> {
  const terminal = await Terminal.open(sharedServer(), { path: `/trade/usdt/${symbol}`, ...options });
  await terminal.chart.locator(`[data-symbol="${symbol}"][data-state="shown"]`).waitFor();
  return terminal;
}

export const lineOf = ({ chart }: Terminal, kind: string) => chart.locator(`.chart-lines li[data-kind="${kind}"]`);

/** Requests of a path from now on. */
export function requestsOf({ page }: Terminal, path: string): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) seen.push(request);
  });
  return seen;
}

/** Where on the page the pointer has a cursor over the labels of lines, topmost first. */
export async function gripOf({ chart }: Terminal, cursor: string): Promise<{ x: number; y: number }> {
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

export const priceIn = (text: string | null): number => Number(text?.replaceAll(',', ''));

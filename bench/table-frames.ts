/// <reference lib="dom" />
import { envelope } from '@tapedeck/protocol';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { FRAME_MS } from './frame.ts';
import { reportAtMost } from './measure.ts';

const VIEWPORT = { width: 1600, height: 960 };
const SECONDS = 8;

const HISTORY_ROWS = 10_000;
const BATCH = 20;
const BATCHES_OPEN = 20;
const SYMBOL = 'BTCUSDT';

const POSITIONS = 100;
const ORDERS = 500;
const TICKS_PER_SECOND = 10;

interface Frames {
  readonly p95: number;
  readonly frames: number;
  /** Share of frames that came a whole frame late or more, in percent. */
  readonly dropped: number;
}

async function post<Result>(context: BrowserContext, url: string, body: object): Promise<Result> {
  const answer = await context.request.post(url, { data: body, headers: { origin: new URL(url).origin }, timeout: 0 });
  const { ret_code, ret_msg, result } = envelope.parse(await answer.json());
  if (ret_code !== 0) throw new Error(`${url} answered ${ret_code}: ${ret_msg}`);
  return result as Result;
}

/** Frames over some seconds, while `each` is done before every one. */
function frames(page: Page, each: 'scroll' | 'nothing'): Promise<Frames> {
  return page.evaluate(
    ([seconds, work, frame]) =>
      new Promise<Frames>((resolve) => {
        const scroller = document.querySelector('table[aria-rowcount]')?.parentElement;
        const gaps: number[] = [];
        let last = 0;
        let step = 90;
        const end = performance.now() + seconds * 1_000;
        const look = (now: number): void => {
          if (last > 0) gaps.push(now - last);
          last = now;
          if (work === 'scroll' && scroller instanceof HTMLElement) {
            const before = scroller.scrollTop;
            scroller.scrollTop += step;
            if (scroller.scrollTop === before) step = -step;
          }
          if (now < end) return void requestAnimationFrame(look);
          const sorted = [...gaps].sort((a, b) => a - b);
          const late = gaps.filter((gap) => gap > frame * 1.5).length;
          resolve({ p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, frames: gaps.length, dropped: (late / gaps.length) * 100 });
        };
        requestAnimationFrame(look);
      }),
    [SECONDS, each, FRAME_MS] as const,
  );
}

function tell(what: string, { p95, frames: count, dropped }: Frames): void {
  reportAtMost(
    `95th percentile frame, ${what} (${count} frames, ${dropped.toFixed(1)} % dropped)`,
    Math.round(p95 * 10) / 10,
    FRAME_MS,
    ' ms',
  );
}

/** Orders far from the market, cancelled again: each leaves a row. */
async function makeHistory(context: BrowserContext, url: string): Promise<void> {
  const order = { symbol: SYMBOL, side: 'Buy', orderType: 'Limit', qty: '0.001', price: '20000' };
  for (let made = 0; made < HISTORY_ROWS; made += BATCH * BATCHES_OPEN) {
    const batches = Array.from({ length: BATCHES_OPEN }, () =>
      post(context, `${url}/contract/v5/order/create-batch`, { request: Array.from({ length: BATCH }, () => order) }),
    );
    await Promise.all(batches);
    await post(context, `${url}/contract/v5/order/cancel-all`, {});
  }
}

/** 10,000 orders of the past, all loaded, scrolled up and down by two rows a frame. */
export async function benchHistoryScroll(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await context.request.get(`${url}/user/public/session`);
  await makeHistory(context, url);
  // Answered once all of it is written.
  await context.request.get(`${url}/contract/v5/order/history`, { timeout: 0 });
  const page = await context.newPage();
  await page.goto(`${url}/trade/usdt/ETHUSDT`);
  await page.getByRole('tab', { name: 'Order history' }).click();
  await page.locator('table[aria-rowcount]').waitFor();
  await page.waitForFunction((rows) => {
    const table = document.querySelector('table[aria-rowcount]');
    table?.parentElement?.scrollTo(0, table.parentElement.scrollHeight);
    return Number(table?.getAttribute('aria-rowcount')) > rows;
  }, HISTORY_ROWS);
  await page.evaluate(() => document.querySelector('table[aria-rowcount]')?.parentElement?.scrollTo(0, 0));
  tell(`scrolling ${HISTORY_ROWS} rows of history`, await frames(page, 'scroll'));
  await context.close();
}

/** In the page: says the newest ticker of each instrument again and again, each time with another mark price. */
function repeatTickers(): void {
  const Native = window.WebSocket;
  const newest = new Map<string, { frame: { ts: number; data: { markPrice: string; timeE3: number } }; mark: number; digits: number }>();
  let socket: WebSocket | undefined;
  const keep = (opened: WebSocket): void => {
    socket = opened;
  };
  class Tapped extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      if (!String(url).includes('/realtime')) return;
      keep(this);
      this.addEventListener('message', (event: MessageEvent<string>) => {
        if (!event.isTrusted || !event.data.startsWith('{"topic":"instrument_info.')) return;
        const frame = JSON.parse(event.data) as { topic: string; ts: number; data: { markPrice: string; timeE3: number } };
        const { markPrice } = frame.data;
        newest.set(frame.topic, { frame, mark: Number(markPrice), digits: markPrice.split('.')[1]?.length ?? 0 });
      });
    }
  }
  window.WebSocket = Tapped;
  let turn = 0;
  const say = (): void => {
    turn += 1;
    for (const { frame, mark, digits } of newest.values()) {
      const markPrice = (mark * (1 + ((turn % 21) - 10) / 20_000)).toFixed(digits);
      const data = JSON.stringify({ ...frame, ts: Date.now(), data: { ...frame.data, markPrice } });
      socket?.dispatchEvent(new MessageEvent('message', { data }));
    }
  };
  Object.assign(window, {
    tickers: () => newest.size,
    repeatTickers: (perSecond: number) => {
      setInterval(say, 1_000 / perSecond);
    },
  });
}

interface ListedInstrument {
  readonly symbolName: string;
  readonly minQty: string;
  readonly contractType: string;
}
/** Above what an order must be worth at least, in dollars. */
const WORTH = 12;

/** A quantity in whole steps of the smallest one. */
function quantityOf({ minQty, contractType }: ListedInstrument, price: number): string {
  // Contracts of a dollar each.
  if (contractType.startsWith('Inverse')) return String(2 * WORTH);
  const steps = Math.ceil(WORTH / price / Number(minQty)) + 1;
  return (steps * Number(minQty)).toFixed(minQty.split('.')[1]?.length ?? 0);
}

async function priceOf(context: BrowserContext, url: string, symbol: string): Promise<number> {
  const answer = await context.request.get(`${url}/contract/v5/market/tickers?symbol=${symbol}`);
  const { result } = envelope.parse(await answer.json());
  return Number((result as { list: { lastPrice: string }[] }).list[0]?.lastPrice);
}

/** Long and short positions in as many contracts as there are, and orders in the first. */
async function makeHoldings(context: BrowserContext, url: string): Promise<void> {
  const answer = await context.request.get(`${url}/contract/v5/product/brief-symbol-list`);
  const { result } = envelope.parse(await answer.json());
  const lists = Object.values(result as Record<string, unknown>).filter((list): list is ListedInstrument[] => Array.isArray(list));
  const contracts = lists.flat();
  let open = 0;
  for (const contract of contracts) {
    const symbol = contract.symbolName;
    if (open >= POSITIONS) break;
    const qty = quantityOf(contract, await priceOf(context, url, symbol));
    const isPerpetual = contract.contractType === 'LinearPerpetual' || contract.contractType === 'UsdcPerpetual';
    if (isPerpetual) await post(context, `${url}/contract/v5/position/set-position-mode`, { symbol, mode: 'BothSide' });
    const sides = isPerpetual
      ? ([
          ['Buy', 1],
          ['Sell', 2],
        ] as const)
      : ([['Buy', 0]] as const);
    for (const [side, positionIdx] of sides) {
      if (open >= POSITIONS) break;
      const made = await post<{ orderId: string }>(context, `${url}/contract/v5/order/create`, {
        symbol,
        side,
        orderType: 'Market',
        qty,
        positionIdx,
      }).catch(() => undefined);
      if (made !== undefined) open += 1;
    }
  }
  if (open < POSITIONS) throw new Error(`only ${open} positions could be opened`);
  const order = { symbol: SYMBOL, side: 'Buy', orderType: 'Limit', qty: '0.001', price: '20000', positionIdx: 1 };
  for (let made = 0; made < ORDERS; made += BATCH)
    await post(context, `${url}/contract/v5/order/create-batch`, { request: Array.from({ length: BATCH }, () => order) });
}

/** 100 positions and 500 orders, whose mark prices all change ten times a second; the positions are on screen, then the orders. */
export async function benchHoldings(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await context.request.get(`${url}/user/public/session`);
  await makeHoldings(context, url);
  const page = await context.newPage();
  await page.addInitScript(repeatTickers);
  await page.goto(`${url}/trade/usdt/ETHUSDT`);
  await page.getByRole('tab', { name: `Positions (${POSITIONS})` }).waitFor();
  await page.getByRole('tab', { name: `Open orders (${ORDERS})` }).waitFor();
  await page.waitForFunction((count) => (window as unknown as { tickers(): number }).tickers() >= count, POSITIONS / 2);
  await page.evaluate((perSecond) => (window as unknown as { repeatTickers(n: number): void }).repeatTickers(perSecond), TICKS_PER_SECOND);
  for (const [tab, name] of [
    [/^Positions/, 'positions on screen'],
    [/^Open orders/, 'orders on screen'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await frames(page, 'nothing');
    tell(`${POSITIONS} positions and ${ORDERS} orders ticking ${TICKS_PER_SECOND} times a second, ${name}`, await frames(page, 'nothing'));
  }
  await context.close();
}

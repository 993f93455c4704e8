/// <reference lib="dom" />
import { envelope, parseWire } from '@tapedeck/protocol';
import type { Browser, BrowserContext } from 'playwright-core';
import { logIn } from '../e2e/support/login.ts';
import { paceOf, reportPace, VIEWPORT, type EmptyPage } from './frame-pace.ts';
import { tapMarket, tickMarks } from './market-taps.ts';

const HISTORY_ROWS = 10_000;
const BATCH = 20;
const BATCHES_OPEN = 20;
const SYMBOL = 'BTCUSDT';

const POSITIONS = 100;
const ORDERS = 500;
const TICKS_PER_SECOND = 10;

export async function post<Result>(context: BrowserContext, url: string, body: object): Promise<Result> {
  const answer = await context.request.post(url, { data: body, headers: { origin: new URL(url).origin }, timeout: 0 });
  const { ret_code, ret_msg, result } = parseWire(envelope, await answer.json());
  if (ret_code !== 0) throw new Error(`${url} answered ${ret_code}: ${ret_msg}`);
  return result as Result;
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
export async function benchHistoryScroll(browser: Browser, url: string, empty: EmptyPage): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await logIn(context, url);
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
  const still = await empty.pace('scroll');
  await page.bringToFront();
  reportPace(`scrolling ${HISTORY_ROWS} rows of history`, await paceOf(page, 'scroll'), still);
  await context.close();
}

interface ListedInstrument {
  readonly symbolName: string;
  readonly minQty: string;
  readonly contractType: string;
}
/** Above the minimum order value, in USD. */
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
  const { result } = parseWire(envelope, await answer.json());
  return Number((result as { list: { lastPrice: string }[] }).list[0]?.lastPrice);
}

/** Long and short positions in as many contracts as there are, and orders in the first. */
async function makeHoldings(context: BrowserContext, url: string): Promise<void> {
  const answer = await context.request.get(`${url}/contract/v5/product/brief-symbol-list`);
  const { result } = parseWire(envelope, await answer.json());
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
export async function benchHoldings(browser: Browser, url: string, empty: EmptyPage): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await logIn(context, url);
  await makeHoldings(context, url);
  const page = await context.newPage();
  await tapMarket(page);
  await page.goto(`${url}/trade/usdt/ETHUSDT`);
  await page.getByRole('tab', { name: `Positions (${POSITIONS})` }).waitFor();
  await page.getByRole('tab', { name: `Open orders (${ORDERS})` }).waitFor();
  await tickMarks(page, TICKS_PER_SECOND, POSITIONS / 2);
  for (const [tab, name] of [
    [/^Positions/, 'positions on screen'],
    [/^Open orders/, 'orders on screen'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    const still = await empty.pace('nothing');
    await page.bringToFront();
    await paceOf(page, 'nothing', 1);
    const what = `${POSITIONS} positions and ${ORDERS} orders ticking ${TICKS_PER_SECOND} times a second, ${name}`;
    reportPace(what, await paceOf(page, 'nothing'), still);
  }
  await context.close();
}

/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import { logIn } from '../e2e/support/login.ts';
import { VIEWPORT } from './frame-pace.ts';
import { median, reportAtMost } from './measure.ts';

const ROUNDS = 9;
const WARMUPS = 2;
const SYMBOLS = 2_000;
/** One frame of a screen that shows sixty a second. */
const FRAME_MS = 16.7;
/** How often it is looked whether all tickers are there, and how long the page has to show the last of them. */
const LOOK_MS = 1_000;
const INTERACTIVE_MS = 1_000;
/** Calls to the exchange, as opposed to files of the terminal. */
const EXCHANGE = /\/(contract|user|public|position|spot|v3|v5)\//;

/** When the form can be typed in and the symbols can be opened, in milliseconds of the page; 0 before. The page's policy allows no texts as code. */
function interactiveAt(): number {
  const fields = [...document.querySelectorAll<HTMLInputElement>('form input')];
  const usable = fields.some((field) => !field.disabled && !field.readOnly) && document.querySelector('h1 button:not([disabled])') !== null;
  return usable ? performance.now() : 0;
}

/** Milliseconds from the start of a reload until the terminal can be used. */
async function reloaded(page: Page): Promise<number> {
  await page.reload({ waitUntil: 'commit' });
  const at = await page.waitForFunction(interactiveAt, undefined, { polling: 'raf' });
  return at.jsonValue();
}

async function reloads(page: Page): Promise<number> {
  const times: number[] = [];
  for (let round = -WARMUPS; round < ROUNDS; round += 1) {
    const time = await reloaded(page);
    if (round >= 0) times.push(time);
  }
  return median(times);
}

/** A second visit, with the exchange there and with the exchange away. */
export async function benchWarmStart(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(interactiveAt);
  // The copy of the catalogue is written after the list is shown.
  await page.waitForFunction(async () => (await indexedDB.databases()).some(({ name }) => name === 'tapedeck-catalogue'));
  reportAtMost('interactive after a warm start', await reloads(page), INTERACTIVE_MS, ' ms');
  // Playwright switches the browser's cache off with the first route: the files are loaded again, which is slower than a warm start.
  await page.route(EXCHANGE, (route) => route.abort());
  await page.routeWebSocket(/\/(realtime|private)\?/, (socket) => socket.close());
  reportAtMost('interactive after a warm start, the exchange away', await reloads(page), INTERACTIVE_MS, ' ms');
  await context.close();
}

/** Adds contracts of coins that nobody knows to the list that the server sends. */
async function listMany(page: Page): Promise<void> {
  await page.route('**/contract/v5/product/brief-symbol-list*', async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(/\?.*/, '') });
    const body = (await response.json()) as { result: { LinearPerpetual: Record<string, unknown>[] } };
    const [first] = body.result.LinearPerpetual;
    for (let at = 0; at < SYMBOLS; at += 1) {
      const name = `COIN${at}USDT`;
      const names = { symbolName: name, symbolAlias: name, displayName: name, baseCurrency: `COIN${at}` };
      body.result.LinearPerpetual.push({ ...first, ...names, symbol: 100_000 + at });
    }
    await route.fulfill({ response, json: body });
  });
}

interface Frame {
  readonly topic?: string;
  readonly data?: { readonly symbol: string };
}

/** Answers for those contracts with tickers made of one that the server sends, each with a price of its own; tells how many. */
async function quoteMany(page: Page): Promise<() => number> {
  let quoted = 0;
  await page.routeWebSocket(/\/realtime\?/, (socket) => {
    const server = socket.connectToServer();
    let pattern: string | undefined;
    const asked: string[] = [];
    const answer = (): void => {
      if (pattern === undefined) return;
      for (const [at, symbol] of asked.splice(0).entries()) {
        const frame = JSON.parse(pattern.replaceAll('BTCUSDT', symbol)) as { data: Record<string, unknown> };
        const price = String(10_000 + ((at * 7_919) % 50_000));
        quoted += 1;
        socket.send(JSON.stringify({ ...frame, data: { ...frame.data, lastPrice: price, turnover24h: price } }));
      }
    };
    server.onMessage((message) => {
      const text = String(message);
      const { topic, data } = JSON.parse(text) as Frame;
      if (topic === 'instrument_info.BTCUSDT' && data !== undefined) pattern = text;
      socket.send(message);
      answer();
    });
    socket.onMessage((message) => {
      const { op, args = [], ...rest } = JSON.parse(String(message)) as { op: string; args?: readonly string[] };
      const isOurs = (topic: string): boolean => topic.startsWith('instrument_info.COIN');
      const others = args.filter((topic) => !isOurs(topic));
      if (others.length > 0 || args.length === 0) server.send(JSON.stringify({ ...rest, op, ...(args.length > 0 && { args: others }) }));
      if (op !== 'subscribe') return;
      asked.push(...args.filter(isOurs).map((topic) => topic.slice('instrument_info.'.length)));
      answer();
    });
  });
  return () => quoted;
}

/** Milliseconds of work, layout included, from an action until the list is rebuilt. The page's policy allows no texts as code. */
async function worked(page: Page, act: { readonly type: string } | { readonly sort: number }): Promise<number> {
  return page.evaluate(async (asked) => {
    const field = document.querySelector<HTMLInputElement>('[role=dialog] input[role=combobox]');
    const heads = document.querySelectorAll<HTMLButtonElement>('[role=dialog] [role=group] button');
    const list = document.querySelector<HTMLElement>('[role=dialog] [role=listbox]');
    if (field === null || list === null) throw new Error('The selector is not open.');
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const start = performance.now();
    if ('sort' in asked) heads[asked.sort]?.click();
    else {
      write?.call(field, asked.type);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    // React processes a user event by the end of this turn.
    await Promise.resolve();
    list.getBoundingClientRect();
    return performance.now() - start;
  }, act);
}

/** The heads of the columns, from the left. */
const HEADS = ['name', 'price', 'change', 'turnover'] as const;

export async function benchCatalogue(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  // Visitors are asked to log in.
  await logIn(context, new URL(url).origin);
  const page = await context.newPage();
  await listMany(page);
  const quoted = await quoteMany(page);
  await page.goto(url);
  await page.waitForFunction(interactiveAt);
  await page.locator('footer [data-state="live"]').waitFor();
  await page.locator('h1 button').first().click();
  await page.getByRole('combobox', { name: /^Search/ }).fill('coin1999');
  await page.getByRole('option', { name: 'COIN1999USDT' }).waitFor();
  const searches: number[] = [];
  for (let round = -WARMUPS; round < ROUNDS * 2; round += 1) {
    const time = await worked(page, { type: round % 2 === 0 ? 'usdt' : 'coin1' });
    if (round >= 0) searches.push(time);
  }
  reportAtMost(`a search in ${SYMBOLS} symbols`, median(searches), FRAME_MS, ' ms');
  await worked(page, { type: '' });
  for (const [column, name] of HEADS.entries()) {
    const first = await worked(page, { sort: column });
    if (name === 'price') {
      while (quoted() < SYMBOLS) await page.waitForTimeout(LOOK_MS);
      await page.waitForTimeout(LOOK_MS);
      reportAtMost(`the first sort of ${SYMBOLS} symbols by a figure`, first, FRAME_MS, ' ms');
    }
    const times: number[] = [];
    for (let round = -WARMUPS; round < ROUNDS * 2; round += 1) {
      const time = await worked(page, { sort: column });
      if (round >= 0) times.push(time);
    }
    reportAtMost(`sorting ${SYMBOLS} symbols by ${name}`, median(times), FRAME_MS, ' ms');
  }
  await context.close();
}

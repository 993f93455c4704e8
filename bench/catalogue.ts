/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import { VIEWPORT } from './frame-pace.ts';
import { median, reportAtMost } from './measure.ts';

const ROUNDS = 9;
const WARMUPS = 2;
const SYMBOLS = 2_000;
/** One frame of a screen that shows sixty a second. */
const FRAME_MS = 16.7;
const INTERACTIVE_MS = 1_000;
/** What asks the exchange, and not for a file of the terminal. */
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

/** Milliseconds of work, layout included, from a change of the search field and from a press on a head until the list stands anew. */
async function searchAndSort(page: Page, query: string): Promise<readonly [search: number, sort: number]> {
  return page.evaluate(async (text) => {
    const field = document.querySelector<HTMLInputElement>('[role=dialog] input[role=combobox]');
    const head = document.querySelector<HTMLButtonElement>('[role=dialog] [role=group] button');
    const list = document.querySelector<HTMLElement>('[role=dialog] [role=listbox]');
    if (field === null || head === null || list === null) throw new Error('The selector is not open.');
    const worked = async (act: () => void): Promise<number> => {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const start = performance.now();
      act();
      // React does what follows from an event of the user by the end of this turn.
      await Promise.resolve();
      list.getBoundingClientRect();
      return performance.now() - start;
    };
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const search = await worked(() => {
      write?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const sort = await worked(() => head.click());
    return [search, sort] as const;
  }, query);
}

export async function benchCatalogue(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await listMany(page);
  await page.goto(url);
  await page.locator('h1 button').first().click();
  await page.getByRole('combobox', { name: /^Search/ }).fill('coin1999');
  await page.getByRole('option', { name: 'COIN1999USDT' }).waitFor();
  const searches: number[] = [];
  const sorts: number[] = [];
  for (let round = -WARMUPS; round < ROUNDS * 2; round += 1) {
    const [search, sort] = await searchAndSort(page, round % 2 === 0 ? 'usdt' : 'coin1');
    if (round < 0) continue;
    searches.push(search);
    sorts.push(sort);
  }
  reportAtMost(`a search in ${SYMBOLS} symbols`, median(searches), FRAME_MS, ' ms');
  reportAtMost(`sorting ${SYMBOLS} symbols`, median(sorts), FRAME_MS, ' ms');
  await context.close();
}

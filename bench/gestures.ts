/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import { logIn } from '../e2e/support/login.ts';
import { VIEWPORT, type EmptyPage } from './frame-pace.ts';
import { feedBook, tapMarket, tickMarks } from './market-taps.ts';
import { reportAtMost } from './measure.ts';
import { post } from './table-frames.ts';

const GESTURES = 50;
const BOOK_UPDATES_PER_SECOND = 50;
const TICKS_PER_SECOND = 10;
const REQUEST_MS = 50;
const ROW_MS = 100;
/** Between two keys of a quick typist. */
const KEY_MS = 60;
const FRAME_MS = 1_000 / 60;

/** Event times of a page's gestures, in milliseconds. */
interface Marks {
  /** Clicks on a button of the form. */
  readonly clicks: number[];
  /** Requests that place an order. */
  readonly requests: number[];
  /** First frames with a row of an open order after there was none. */
  readonly rows: number[];
  /** From a key to the frame that shows it. */
  readonly keys: number[];
}

/** Runs in the page. A frame is on its way to the screen once its callbacks have run; tasks that follow were posted before. */
function markGestures(): void {
  const marks: Marks = { clicks: [], requests: [], rows: [], keys: [] };
  const afterFrame = (done: () => void): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(undefined);
    });
  };
  const native = window.fetch;
  window.fetch = (input, init) => {
    if (String(input).includes('/order/create?') || String(input).endsWith('/order/create')) marks.requests.push(performance.now());
    return native(input, init);
  };
  addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && event.target.closest('form button') !== null) marks.clicks.push(event.timeStamp);
    },
    { capture: true },
  );
  let keyAt = 0;
  addEventListener('keydown', (event) => (keyAt = event.timeStamp), { capture: true });
  addEventListener('input', () => afterFrame(() => marks.keys.push(performance.now() - keyAt)));
  let shown = false;
  const look = (): void => {
    const now = document.querySelector('[role="tabpanel"] table [aria-label^="Edit"]') !== null;
    if (now && !shown) afterFrame(() => marks.rows.push(performance.now()));
    shown = now;
  };
  addEventListener('DOMContentLoaded', () => new MutationObserver(look).observe(document.body, { subtree: true, childList: true }));
  Object.assign(window, { gestureMarks: marks });
}

const marksOf = (page: Page): Promise<Marks> => page.evaluate(() => (window as unknown as { gestureMarks: Marks }).gestureMarks);

const p95 = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Infinity;

/** Types digits into the focused field, quicker than they could be waited for, and says how long each took to be seen. */
async function typedDigits(page: Page): Promise<readonly number[]> {
  const before = (await marksOf(page)).keys.length;
  for (let typed = 0; typed < GESTURES; typed += 1) {
    if (typed % 6 === 5) await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press(`Digit${1 + (typed % 9)}`);
    await page.waitForTimeout(KEY_MS);
  }
  await page.waitForFunction(
    (count) => (window as unknown as { gestureMarks: Marks }).gestureMarks.keys.length >= count,
    before + GESTURES,
  );
  return (await marksOf(page)).keys.slice(before);
}

async function benchTyping(page: Page, empty: EmptyPage): Promise<void> {
  await empty.page.bringToFront();
  await empty.page.evaluate(markGestures);
  await empty.page.evaluate(() => document.body.appendChild(document.createElement('input')).focus());
  const plain = p95(await typedDigits(empty.page));
  await page.bringToFront();
  const field = page.getByRole('form', { name: 'Order form' }).getByRole('textbox', { name: 'Quantity', exact: true });
  await field.click();
  const ticking = p95(await typedDigits(page));
  await field.fill('');
  reportAtMost(
    `95th percentile from a key in the form to its frame while the market ticks (${plain.toFixed(1)} ms in an empty page)`,
    ticking,
    plain + FRAME_MS,
    ' ms',
  );
}

async function benchOrders(page: Page, url: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Order form' });
  const price = form.getByRole('textbox', { name: 'Price', exact: true });
  const quantity = form.getByRole('textbox', { name: 'Quantity', exact: true });
  const buy = form.getByRole('button', { name: 'Buy / Long', exact: true });
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  for (let made = 1; made <= GESTURES; made += 1) {
    await price.fill('20000');
    await quantity.fill('0.001');
    await buy.click();
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor();
    await page.waitForFunction((count) => (window as unknown as { gestureMarks: Marks }).gestureMarks.rows.length >= count, made);
    await post(page.context(), `${url}/contract/v5/order/cancel-all`, {});
    await page.locator('[role="tabpanel"] table [aria-label^="Edit"]').waitFor({ state: 'detached' });
  }
  const { clicks, requests, rows } = await marksOf(page);
  const after = (times: readonly number[]): number => p95(clicks.map((click, at) => (times[at] ?? Infinity) - click));
  reportAtMost(`95th percentile from a click to its request (${clicks.length} clicks)`, after(requests), REQUEST_MS, ' ms');
  reportAtMost('95th percentile from a click to the frame with its row', after(rows), ROW_MS, ' ms');
}

/** Typing and placing orders while the book changes 50 times a second and the mark prices ten times. */
export async function benchGestures(browser: Browser, url: string, empty: EmptyPage): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await logIn(context, url);
  const page = await context.newPage();
  await tapMarket(page);
  await page.addInitScript(markGestures);
  await page.goto(`${url}/trade/usdt/BTCUSDT`);
  await page.frameLocator('iframe[title="Financial Chart"]').locator('[data-state="shown"]').waitFor();
  await feedBook(page, BOOK_UPDATES_PER_SECOND);
  await tickMarks(page, TICKS_PER_SECOND, 1);
  await benchTyping(page, empty);
  await benchOrders(page, url);
  await context.close();
}

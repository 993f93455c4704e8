/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../e2e/support/launch-browser.ts';
import { logIn } from '../e2e/support/login.ts';
import { startServer } from '../e2e/support/server.ts';
import { benchCatalogue, benchWarmStart } from './catalogue.ts';
import { serveEmptyPage } from './empty-page.ts';
import { openEmptyPage, paceOf, reportPace, VIEWPORT, type EmptyPage } from './frame-pace.ts';
import { benchGestures } from './gestures.ts';
import { feedBook, tapMarket } from './market-taps.ts';
import { finish, median, report, reportAtMost } from './measure.ts';
import { benchHistoryScroll, benchHoldings } from './table-frames.ts';

const ROUNDS = 15;
const WARMUPS = 2;
const UPDATES_PER_SECOND = 50;

const USABLE_AT = 'usable at';

/**
 * Milliseconds from the start of the navigation to the frame after `isUsable` holds. A new context has an empty cache. The page looks
 * at itself once a frame and says when: asking from outside would have it run a third of a megabyte of Playwright's own script meanwhile.
 */
async function usableAfter(browser: Browser, url: string, isUsable: string, loggedIn = false): Promise<number> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  if (loggedIn) await logIn(context, new URL(url).origin);
  const page = await context.newPage();
  await page.addInitScript(`
    if (window === window.top) {
      const look = () => {
        if (document.body !== null && (${isUsable})) requestAnimationFrame(() => console.debug('${USABLE_AT}', performance.now()));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }
  `);
  const saying = page.waitForEvent('console', (message) => message.text().startsWith(USABLE_AT));
  const [said] = await Promise.all([saying, page.goto(url)]);
  await context.close();
  return Number(said.text().slice(USABLE_AT.length));
}

/** A price, rows of a live book painted, a form that can be typed in and sent: a trader can read and act. */
const TERMINAL_USABLE = `
  /\\d/.test(document.querySelector('[aria-label="Last price"]')?.textContent ?? '') &&
  [...document.querySelectorAll('form input')].some((field) => !field.disabled && !field.readOnly) &&
  [...document.querySelectorAll('form button')].some((button) => button.textContent === 'Buy / Long' && !button.disabled) &&
  [...document.querySelectorAll('[data-freshness="live"] canvas')].filter((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Uint32Array(data.buffer).some((pixel) => pixel !== 0);
  }).length >= 2
`;
const EMPTY_USABLE = `document.querySelector('#root p') !== null`;

async function benchUsable(browser: Browser, terminalUrl: string, emptyUrl: string): Promise<void> {
  const ours: number[] = [];
  const theirs: number[] = [];
  const ratios: number[] = [];
  for (let round = -WARMUPS; round < ROUNDS; round += 1) {
    const empty = await usableAfter(browser, emptyUrl, EMPTY_USABLE);
    const terminal = await usableAfter(browser, terminalUrl, TERMINAL_USABLE, true);
    if (round < 0) continue;
    theirs.push(empty);
    ours.push(terminal);
    ratios.push(terminal / empty);
  }
  report('empty React page usable after', median(theirs), 0, ' ms');
  report('terminal usable after', median(ours), 0, ' ms');
  // Of pairs made one after the other: a slow moment of the machine hits both.
  reportAtMost('terminal against an empty React page', median(ratios), 2.5, 'x');
}

async function benchBook(browser: Browser, url: string, empty: EmptyPage): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await logIn(context, new URL(url).origin);
  const page = await context.newPage();
  await tapMarket(page);
  await page.goto(url);
  await page.frameLocator('iframe[title="Financial Chart"]').locator('[data-state="shown"]').waitFor();
  await feedBook(page, UPDATES_PER_SECOND);
  const devtools = await context.newCDPSession(page);
  for (const rate of [1, 4]) {
    const still = await empty.pace('nothing', rate);
    await page.bringToFront();
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    await paceOf(page, 'nothing', 1);
    const changes = await countChanges(page);
    const ours = await paceOf(page, 'nothing');
    if ((await changes()) === 0) throw new Error('The book on screen did not follow the updates');
    reportPace(`${UPDATES_PER_SECOND} book updates/s, processor slowed ${rate}x`, ours, still);
  }
  await context.close();
}

/** Counts the changes of the book on screen until it is asked. */
async function countChanges(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const count = { changes: 0 };
    const grid = document.querySelector('[role="grid"]');
    if (grid !== null)
      new MutationObserver(() => (count.changes += 1)).observe(grid, { subtree: true, childList: true, characterData: true });
    return count;
  });
  return () => counter.evaluate(({ changes }) => changes);
}

const [server, browser, empty] = await Promise.all([startServer('--seed', '5'), launchBrowser(), serveEmptyPage()]);
try {
  const url = `${server.url}/trade/usdt/BTCUSDT`;
  const still = await openEmptyPage(browser, empty.url);
  await benchBook(browser, url, still);
  // Not at first: for some ten seconds after its start a new server writes the market's past.
  await benchUsable(browser, url, empty.url);
  await benchWarmStart(browser, url);
  await benchCatalogue(browser, url);
  await benchGestures(browser, server.url, still);
  await benchHistoryScroll(browser, server.url, still);
  await benchHoldings(browser, server.url, still);
  await still.close();
} finally {
  empty.server.close();
  await browser.close();
  await server.stop();
}
finish();

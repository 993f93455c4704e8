import type { Browser } from 'playwright-core';
import { logIn } from '../e2e/support/login.ts';
import { VIEWPORT } from './frame-pace.ts';
import { median, reportAtMost, spread } from './measure.ts';

const ROUNDS = 15;
const WARMUPS = 2;
const RATIO_MAX = 1.8;

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
  [...document.querySelectorAll('[data-freshness="live"] canvas')].some((canvas) => {
    const copy = new OffscreenCanvas(40, 40).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0, 40, 40);
    return new Uint32Array(copy.getImageData(0, 0, 40, 40).data.buffer).some((pixel) => pixel !== 0);
  })
`;
const EMPTY_USABLE = `document.querySelector('#root p') !== null`;

export async function benchUsable(browser: Browser, terminalUrl: string, emptyUrl: string): Promise<void> {
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
  console.log(`     empty React page usable after ${spread(theirs, ' ms')}, terminal after ${spread(ours, ' ms')}`);
  // Ratios of pairs measured back to back, so a slow moment of the machine affects both.
  reportAtMost('terminal against an empty React page', median(ratios), RATIO_MAX, 'x');
}

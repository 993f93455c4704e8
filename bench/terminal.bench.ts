/// <reference lib="dom" />
import { chromium, type Browser, type Page } from 'playwright-core';
import { launchBrowserServer } from '../e2e/support/browser-server.ts';
import { startServer } from '../e2e/support/server.ts';
import { serveEmptyPage } from './empty-page.ts';
import { FRAME_MS } from './frame.ts';
import { finish, median, report, reportAtMost } from './measure.ts';
import { benchHistoryScroll, benchHoldings } from './table-frames.ts';

const ROUNDS = 9;
const WARMUPS = 2;
const FRAMES_SECONDS = 8;
const UPDATES_PER_SECOND = 50;
const VIEWPORT = { width: 1600, height: 960 };

/**
 * Milliseconds from the start of the navigation to the frame after `isUsable` holds. A new context has an empty cache. The page looks
 * at itself once a frame, so that asking from outside does not slow it down.
 */
async function usableAfter(browser: Browser, url: string, isUsable: string): Promise<number> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.addInitScript(`
    if (window === window.top) {
      const look = () => {
        if (document.body !== null && (${isUsable})) requestAnimationFrame(() => { window.usableAt = performance.now(); });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }
  `);
  await page.goto(url);
  await page.waitForFunction(() => 'usableAt' in window);
  const at = await page.evaluate<number>('window.usableAt');
  await context.close();
  return at;
}

/** Price, book and form are there: a trader can read and act. */
const TERMINAL_USABLE = `
  /\\d/.test(document.querySelector('[aria-label="Last price"]')?.textContent ?? '') &&
  document.querySelector('[data-freshness="live"] canvas') !== null &&
  [...document.querySelectorAll('form button')].some((button) => button.textContent === 'Buy / Long' && !button.disabled)
`;
const EMPTY_USABLE = `document.querySelector('#root p') !== null`;

async function benchUsable(browser: Browser, terminalUrl: string, emptyUrl: string): Promise<void> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = -WARMUPS; round < ROUNDS; round += 1) {
    const empty = await usableAfter(browser, emptyUrl, EMPTY_USABLE);
    const terminal = await usableAfter(browser, terminalUrl, TERMINAL_USABLE);
    if (round < 0) continue;
    theirs.push(empty);
    ours.push(terminal);
  }
  report('empty React page usable after', median(theirs), 0, ' ms');
  report('terminal usable after', median(ours), 0, ' ms');
  reportAtMost('terminal against an empty React page', median(ours) / median(theirs), 2.5, 'x');
}

/** In the page: takes over the book's topic of the public socket, to feed it updates of its own making. */
function takeOverBook(): void {
  const Native = window.WebSocket;
  let taken = false;
  let update = 0;
  let symbol = '';
  let best: [bid: number, ask: number] = [0, 0];
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
        if (!event.isTrusted || !event.data.includes('"orderBook_')) return;
        if (taken) return event.stopImmediatePropagation();
        const frame = JSON.parse(event.data) as { data: { u: number; s: string; b: [string, string][]; a: [string, string][] } };
        const { u, s, b, a } = frame.data;
        update = u;
        symbol = s;
        if (event.data.includes('"snapshot"')) best = [Number(b[0]?.[0]), Number(a[0]?.[0])];
      });
    }
  }
  window.WebSocket = Tapped;
  const frame = (type: 'snapshot' | 'delta', rows: number): string => {
    update += 1;
    const levels = (from: number, step: number): [string, string][] =>
      Array.from({ length: rows }, (_, row) => [
        (from + step * (type === 'snapshot' ? row : row * 3 + (update % 3))).toFixed(1),
        (((update * 7 + row * 13) % 900) / 100 + 0.01).toFixed(3),
      ]);
    return JSON.stringify({
      topic: `orderBook_200.${symbol}`,
      type,
      ts: Date.now(),
      data: { s: symbol, u: update, b: levels(best[0], -0.1), a: levels(best[1], 0.1) },
    });
  };
  const say = (text: string): unknown => socket?.dispatchEvent(new MessageEvent('message', { data: text }));
  Object.assign(window, {
    feedBook: (perSecond: number) => {
      taken = true;
      say(frame('snapshot', 200));
      setInterval(() => say(frame('delta', 12)), 1_000 / perSecond);
    },
  });
}

/** 95th percentile of the time between two frames over some seconds, in milliseconds. */
async function slowFrames(page: Page, seconds: number): Promise<{ p95: number; frames: number; updates: number }> {
  return page.evaluate(
    (duration) =>
      new Promise<{ p95: number; frames: number; updates: number }>((resolve) => {
        const gaps: number[] = [];
        let painted = 0;
        const grid = document.querySelector('[role="grid"]');
        const observer = new MutationObserver(() => (painted += 1));
        if (grid !== null) observer.observe(grid, { subtree: true, childList: true, characterData: true });
        let last = 0;
        const end = performance.now() + duration;
        const frame = (now: number): void => {
          if (last > 0) gaps.push(now - last);
          last = now;
          if (now < end) requestAnimationFrame(frame);
          else resolve({ p95: gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? 0, frames: gaps.length, updates: painted });
        };
        requestAnimationFrame(frame);
      }),
    seconds * 1_000,
  );
}

async function emptyFrames(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(url);
  const { p95 } = await slowFrames(page, FRAMES_SECONDS);
  report('95th percentile frame of an empty React page', p95, 0, ' ms');
  await page.close();
}

async function benchFrames(browser: Browser, url: string, emptyUrl: string): Promise<void> {
  await emptyFrames(browser, emptyUrl);
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.addInitScript(takeOverBook);
  await page.goto(url);
  await page.frameLocator('iframe[title="Financial Chart"]').locator('[data-state="shown"]').waitFor();
  await page.evaluate((perSecond) => (window as unknown as { feedBook(n: number): void }).feedBook(perSecond), UPDATES_PER_SECOND);
  const devtools = await context.newCDPSession(page);
  for (const rate of [1, 4]) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    await slowFrames(page, 1);
    const { p95, frames, updates } = await slowFrames(page, FRAMES_SECONDS);
    if (updates === 0) throw new Error('The book on screen did not follow the updates');
    reportAtMost(
      `95th percentile frame with ${UPDATES_PER_SECOND} book updates/s, processor slowed ${rate}x (${frames} frames)`,
      Math.round(p95 * 10) / 10,
      FRAME_MS,
      ' ms',
    );
  }
  await context.close();
}

const [server, browserServer, empty] = await Promise.all([startServer('--seed', '5'), launchBrowserServer(), serveEmptyPage()]);
try {
  const browser = await chromium.connect(browserServer.wsEndpoint());
  const url = `${server.url}/trade/usdt/BTCUSDT`;
  await benchUsable(browser, url, empty.url);
  await benchFrames(browser, url, empty.url);
  await benchHistoryScroll(browser, server.url);
  await benchHoldings(browser, server.url);
} finally {
  empty.server.close();
  await browserServer.close();
  await server.stop();
}
finish();

import type { Browser } from 'playwright-core';
import { launchBrowser } from '../e2e/support/launch-browser.ts';
import { logIn } from '../e2e/support/login.ts';
import { startServer } from '../e2e/support/server.ts';
import { serveEmptyPage } from './empty-page.ts';
import { VIEWPORT } from './frame-pace.ts';
import { finish, reportAtMost } from './measure.ts';
import { benchUsable } from './usable.ts';

/** For some ten seconds after its start a new server writes the market's past. */
const SETTLING_MS = 15_000;

const LOADED_MS = 4_000;
const LOADED_KB_MAX = 330;

/** Everything that the browser is sent over HTTP in the first four seconds, as it is sent. */
async function benchLoaded(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await logIn(context, new URL(url).origin);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const names = new Map<string, string>();
  const sizes = new Map<string, number>();
  devtools.on('Network.responseReceived', ({ requestId, response }) => names.set(requestId, new URL(response.url).pathname));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId) ?? requestId;
    sizes.set(name, (sizes.get(name) ?? 0) + encodedDataLength / 1_000);
  });
  await page.goto(url);
  await page.waitForTimeout(LOADED_MS);
  // Only the worker receives the end of its script; the page knows its size.
  const worker = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return entries.filter(({ name }) => name.includes('-worker-')).reduce((sum, { transferSize }) => sum + transferSize, 0);
  });
  sizes.set('scripts of workers', worker / 1_000);
  await context.close();
  for (const [name, kilobytes] of [...sizes].sort(([, a], [, b]) => b - a).slice(0, 8))
    console.log(`     ${kilobytes.toFixed(1).padStart(7)} KB  ${name}`);
  const total = [...sizes.values()].reduce((sum, each) => sum + each, 0);
  reportAtMost('data of the first load', total, LOADED_KB_MAX, ' KB');
}

const [server, browser, empty] = await Promise.all([startServer('--seed', '5'), launchBrowser(), serveEmptyPage()]);
try {
  await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  await benchLoaded(browser, `${server.url}/trade/usdt/BTCUSDT`);
  await benchUsable(browser, `${server.url}/trade/usdt/BTCUSDT`, empty.url);
} finally {
  empty.server.close();
  await browser.close();
  await server.stop();
}
finish();

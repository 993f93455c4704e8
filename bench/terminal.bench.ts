import { launchBrowser } from '../e2e/support/launch-browser.ts';
import { startServer } from '../e2e/support/server.ts';
import { benchCatalogue, benchWarmStart } from './catalogue.ts';
import { serveEmptyPage } from './empty-page.ts';
import { openEmptyPage } from './frame-pace.ts';
import { benchGestures } from './gestures.ts';
import { finish } from './measure.ts';
import { benchHistoryScroll, benchHoldings } from './table-frames.ts';

const [server, browser, empty] = await Promise.all([
  startServer('--seed', '5', '--calls-per-second', '100000'),
  launchBrowser(),
  serveEmptyPage(),
]);
try {
  const url = `${server.url}/trade/usdt/BTCUSDT`;
  const still = await openEmptyPage(browser, empty.url);
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

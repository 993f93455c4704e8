import { loadavg } from 'node:os';
import { launchBrowser } from '../e2e/support/launch-browser.ts';
import { startServer } from '../e2e/support/server.ts';
import { mainThreadPerUpdate, openReactBook, openTerminalBook, paceWhileFed, UPDATES_PER_SECOND, type BookPage } from './book-pages.ts';
import { serveReactPage } from './empty-page.ts';
import { finish, median, report, reportAtMost, spread } from './measure.ts';
import { REACT_BOOK } from './react-book.ts';

const ROUNDS = 5;
const MAIN_THREAD_MS = 0.4;
const TIMES_LESS = 15;
const SLOWED = [1, 6];
/** One frame of the two hundred or so of a round. */
const LATE_MAX = 0.5;

/** Share of frames that the updates make late, in percent: beyond those that are late with one update a second. */
async function benchFrames(ours: BookPage, theirs: BookPage, rate: number): Promise<void> {
  const late: Record<'still' | 'fed' | 'react', number[]> = { still: [], fed: [], react: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    late.still.push((await paceWhileFed(ours, 1, rate)).late);
    late.fed.push((await paceWhileFed(ours, UPDATES_PER_SECOND, rate)).late);
    late.react.push((await paceWhileFed(theirs, UPDATES_PER_SECOND, rate)).late);
  }
  console.log(
    `     processor slowed ${rate}x, frames late: terminal ${spread(late.fed, ' %')}, with one update a second ${spread(late.still, ' %')}; ` +
      `plain React list ${spread(late.react, ' %')}`,
  );
  reportAtMost(
    `frames that the book makes late, processor slowed ${rate}x`,
    Math.max(0, median(late.fed) - median(late.still)),
    LATE_MAX,
    ' %',
  );
}

const [server, browser, react] = await Promise.all([startServer('--seed', '5'), launchBrowser(), serveReactPage(REACT_BOOK)]);
try {
  const ours = await openTerminalBook(browser, `${server.url}/trade/usdt/BTCUSDT`);
  const theirs = await openReactBook(browser, react.url);
  const [mine, plain]: [number[], number[]] = [[], []];
  // The first round warms both up.
  for (let round = -1; round < ROUNDS; round += 1) {
    const [peer, own] = [await mainThreadPerUpdate(theirs), await mainThreadPerUpdate(ours)];
    if (round < 0) continue;
    plain.push(peer);
    mine.push(own);
  }
  console.log(
    `     main thread per update: terminal of ${ours.rows} rows ${spread(mine, ' ms', 2)}, plain React list of ${theirs.rows} rows ` +
      `${spread(plain, ' ms', 2)}; load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}`,
  );
  reportAtMost('main thread of the terminal per update of the book', median(mine), MAIN_THREAD_MS, ' ms');
  report('a plain React list takes more', median(plain) / median(mine), TIMES_LESS);
  for (const rate of SLOWED) await benchFrames(ours, theirs, rate);
} finally {
  react.server.close();
  await browser.close();
  await server.stop();
}
finish();

// Time limit of this file: 240 s, since a page visits fifty symbols.
/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { units } from './support/numbers.ts';
import { halvesPainted, pictureOf } from './support/painted.ts';
import { sharedServer } from './support/shared.ts';
import { tapSockets } from './support/sockets.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();

const BIDS = Array.from({ length: 40 }, (_, row) => [(64_000 - row * 0.3).toFixed(1), (((row * 7) % 19) / 8 + 0.125).toFixed(3)]);
const ASKS = Array.from({ length: 40 }, (_, row) => [(64_000.1 + row * 0.3).toFixed(1), (((row * 5) % 23) / 8 + 0.125).toFixed(3)]);

/** Oldest first; some close a position whose margin was used up. */
const TRADES = Array.from({ length: 60 }, (_, at) => [
  ...[
    String(at + 1),
    Date.UTC(2026, 10, 1) + at * 1_234,
    (64_000 + ((at * 7) % 13) / 10).toFixed(1),
    (((at * 37) % 900) / 1_000 + 0.001).toFixed(3),
  ],
  at % 3 === 0 ? 'Sell' : 'Buy',
]);

/** A page whose book and tape are always the same. */
async function openStill(
  where: 'worker' | 'page',
  theme: 'dark' | 'light',
  trades: (type: string) => unknown = () => [],
): Promise<Terminal> {
  return Terminal.open(origin, {
    prepare: async ({ page }) => {
      await page.addInitScript((chosen) => localStorage.setItem('tapedeck.theme', chosen), theme);
      if (where === 'page') await page.addInitScript(() => Reflect.deleteProperty(window, 'OffscreenCanvas'));
      const tap = await tapSockets(page, '/realtime');
      tap.onServer((message) => {
        if (message.startsWith('{"topic":"recently_trade.')) {
          const frame = JSON.parse(message) as { type: string; data: unknown };
          frame.data = trades(frame.type);
          return { replace: JSON.stringify(frame) };
        }
        if (!message.startsWith('{"topic":"orderBook_')) return 'pass';
        const frame = JSON.parse(message) as { type: string; data: { b: unknown; a: unknown } };
        [frame.data.b, frame.data.a] = frame.type === 'snapshot' ? [BIDS, ASKS] : [[], []];
        return { replace: JSON.stringify(frame) };
      });
    },
  });
}

const canvasOf = (terminal: Terminal): Locator => terminal.book.locator('canvas');

it.each(['dark', 'light'] as const)('MKT-01 the %s book in the worker is to the pixel that of a page without one', async (theme) => {
  const [there, here] = [await openStill('worker', theme), await openStill('page', theme)];
  expect([there.page.workers().length, here.page.workers().length]).toEqual([1, 0]);
  for (const terminal of [there, here]) {
    for (const [side, levels] of [
      ['Bids', BIDS],
      ['Asks', ASKS],
    ] as const) {
      await expect.poll(() => terminal.bookRows(side).then((rows) => rows.length)).toBeGreaterThan(5);
      const rows = await terminal.bookRows(side);
      expect(rows.map(([price = '', quantity = '']) => [units(price), units(quantity)])).toEqual(
        levels.slice(0, rows.length).map(([price = '', quantity = '']) => [units(price), units(quantity)]),
      );
    }
  }
  // The fonts of both may still be on their way.
  await expect.poll(async () => (await pictureOf(canvasOf(there))) === (await pictureOf(canvasOf(here)))).toBe(true);
  const place = here.page.getByRole('grid', { name: 'Bids' }).locator('[role=row][tabindex="0"]');
  await place.focus();
  await here.page.keyboard.press('ArrowDown');
  await here.page.keyboard.press('Enter');
  await expect.poll(async () => units((await here.price.inputValue()) || '0')).toBe(units(BIDS[1]?.[0] ?? ''));
});

/** A still page that shows its tape. `late` trades come one by one after the others are in its table. */
async function openTape(
  where: 'worker' | 'page',
  theme: 'dark' | 'light',
  late: number,
): Promise<{ tape: Locator; rows(): Promise<string[]> }> {
  const first = TRADES.length - late;
  const coming: unknown[] = [];
  const { page } = await openStill(where, theme, (type) => (type === 'snapshot' ? TRADES.slice(0, first) : coming.splice(0, 1)));
  await page.getByRole('tab', { name: 'Trades' }).click();
  const panel = page.getByRole('group', { name: 'Trades' });
  const rows = (): Promise<string[]> =>
    panel.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')));
  await expect.poll(async () => (await rows()).length).toBe(first);
  coming.push(...TRADES.slice(first));
  await expect.poll(async () => (await rows()).length).toBe(TRADES.length);
  return { tape: panel.locator('canvas'), rows };
}

it.each(['dark', 'light'] as const)(
  'MKT-03 the %s tape that moves in the worker is to the pixel one painted whole on the page',
  async (theme) => {
    const [moved, whole] = [await openTape('worker', theme, 3), await openTape('page', theme, 0)];
    for (const { rows } of [moved, whole]) expect((await rows())[0]).toBe('64,001.0 0.384 00:01:12');
    // The fonts of both may still be on their way.
    await expect.poll(async () => (await pictureOf(moved.tape)) === (await pictureOf(whole.tape))).toBe(true);
    expect(await halvesPainted(moved.tape)).toEqual([true, true]);
  },
);

it('MKT-01 MKT-08 a page whose worker fails goes on by itself, with a book that is right', async () => {
  const terminal = await Terminal.open(origin);
  const [worker] = terminal.page.workers();
  await worker?.evaluate(() => {
    // Any frame breaks it from now on.
    JSON.parse = () => {
      throw new RangeError('broken by the test');
    };
    setTimeout(() => {
      throw new Error('broken by the test');
    });
  });
  await expect.poll(() => terminal.page.workers().length).toBe(0);
  await terminal.bookIs('live');
  await expect.poll(() => terminal.bookRows('Bids').then((rows) => rows.length)).toBeGreaterThan(3);
});

it('MKT-01 fifty other symbols leave no canvas, no worker and no listener behind', { timeout: 120_000 }, async () => {
  const terminal = await Terminal.open(origin, { path: '/trade/usdt/ETHUSDT' });
  const { page } = terminal;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const shows = async (symbol: string): Promise<void> => {
    await page.getByRole('heading', { name: symbol }).waitFor();
    await expect.poll(() => terminal.bookRows('Bids').then((rows) => rows.length)).toBeGreaterThan(3);
  };
  const listeners = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? 0;
  };
  await page.evaluate(() => {
    history.pushState(null, '', '/trade/usdt/BTCUSDT');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await shows('BTCUSDT');
  const turn = async (): Promise<void> => {
    await page.evaluate(() => history.back());
    await shows('ETHUSDT');
    await page.evaluate(() => history.forward());
    await shows('BTCUSDT');
  };
  for (let turns = 0; turns < 3; turns += 1) await turn();
  const before = await listeners();
  for (let turns = 0; turns < 25; turns += 1) await turn();
  expect(await canvasOf(terminal).count()).toBe(1);
  expect(page.workers()).toHaveLength(1);
  // Short-lived listeners, such as those of a note about to disappear, come and go.
  await expect.poll(async () => (await listeners()) - before).toBeLessThan(25);
});

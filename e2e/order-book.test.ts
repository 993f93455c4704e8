import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { changeAndClick, noteBookSocket } from './support/book-by-hand.ts';
import { units } from './support/numbers.ts';
import { sharedServer } from './support/shared.ts';
import { bringSlowClock, slowDown } from './support/slow-clock.ts';
import { tapSockets, type SocketTap } from './support/sockets.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();

/** Records, inside the page, every change of the book's freshness. */
async function recordFreshness(page: Page): Promise<() => Promise<{ at: number; value: string }[]>> {
  await page.evaluate(() => {
    const book = document.querySelector('[role=grid]')?.closest<HTMLElement>('[data-freshness]');
    if (book === null || book === undefined) throw new Error('There is no book');
    const log: { at: number; value: string }[] = [];
    Object.assign(window, { freshnessLog: log });
    const note = (): void => void log.push({ at: performance.now(), value: book.dataset['freshness'] ?? '' });
    note();
    new MutationObserver(note).observe(book, { attributes: true, attributeFilter: ['data-freshness'] });
  });
  return () => page.evaluate(() => (window as unknown as { freshnessLog: { at: number; value: string }[] }).freshnessLog);
}

const isBook = (message: string): boolean => message.includes('"orderBook_');
/** News of any kind; answers and heartbeats are none. */
const isNews = (message: string): boolean => message.includes('"topic"');
const isDelta = (message: string): boolean => isBook(message) && message.includes('"delta"');

interface Tapped {
  readonly terminal: Terminal;
  readonly tap: SocketTap;
  /** Every change since the page was opened, and slowed down. */
  readonly freshness: () => Promise<{ at: number; value: string }[]>;
}

async function openTapped({ isSlow = false } = {}): Promise<Tapped> {
  let tap: SocketTap | undefined;
  const terminal = await Terminal.open(origin, {
    prepare: async ({ page }) => {
      tap = await tapSockets(page, '/realtime');
      await page.addInitScript(bringSlowClock);
    },
  });
  if (tap === undefined) throw new Error('No socket was tapped');
  if (isSlow) {
    // From here on, a machine that stands still for some seconds makes no book stale.
    await slowDown(terminal.page);
    await terminal.bookIs('live');
  }
  return { terminal, tap, freshness: await recordFreshness(terminal.page) };
}

/** Every total is the sum of the quantities up to it, prices run away from the middle, the sides do not cross. */
async function expectSoundBook(terminal: Terminal): Promise<void> {
  for (const side of ['Bids', 'Asks'] as const)
    await expect.poll(() => terminal.bookRows(side).then((rows) => rows.length)).toBeGreaterThan(3);
  const [bids, asks] = await Promise.all([terminal.bookRows('Bids'), terminal.bookRows('Asks')]);
  for (const [rows, direction] of [
    [bids, -1n],
    [asks, 1n],
  ] as const) {
    let total = 0n;
    let last: bigint | undefined;
    for (const [price = '', quantity = '', running = ''] of rows) {
      total += units(quantity);
      expect(units(running)).toBe(total);
      if (last !== undefined) expect((units(price) - last) * direction > 0n).toBe(true);
      last = units(price);
    }
  }
}

/** Prices of the bids' rows by place, '' for an empty one. */
const rowPrices = (terminal: Terminal): Promise<string[]> =>
  terminal.page
    .getByRole('grid', { name: 'Bids' })
    .evaluate((grid) =>
      [...grid.querySelectorAll<HTMLElement>('[role=row]')].map((row) => (row.hidden ? '' : (row.children[0]?.textContent ?? ''))),
    );

/** A point on the price of a row of the bids. */
async function rowPlace(terminal: Terminal, row: number): Promise<{ x: number; y: number }> {
  const place = await terminal.page.getByRole('grid', { name: 'Bids' }).getByRole('row').nth(row).boundingBox();
  if (place === null) throw new Error('The book is not on screen');
  return { x: place.x + place.width * 0.1, y: place.y + place.height / 2 };
}

describe('order book', () => {
  it('MKT-01 shows prices, quantities and running totals of both sides', async () => {
    const terminal = await Terminal.open(origin);
    await expect.poll(() => terminal.bookRows('Bids').then((rows) => rows.length)).toBeGreaterThan(3);
    await expectSoundBook(terminal);
  });

  it('MKT-01 SYM-05 groups by the depths of the symbol: a tick times each of its ratios, a tick at first', async () => {
    const terminal = await Terminal.open(origin);
    const grouping = terminal.page.getByRole('combobox', { name: 'Grouping' });
    const finest = units((await grouping.textContent()) ?? '');
    const { item } = (await terminal.api.get('/contract/v5/product/dynamic-symbol-item?symbol=BTCUSDT')) as {
      item: { tickSize: string; obDepthMergeTimes: string };
    };
    const tick = units(item.tickSize);
    expect(finest).toBe(tick);
    await grouping.click();
    const coarsest = terminal.page.getByRole('option').last();
    await coarsest.waitFor();
    const offered = await terminal.page.getByRole('option').allTextContents();
    expect(offered.map(units)).toEqual(item.obDepthMergeTimes.split(',').map((ratio) => tick * BigInt(ratio)));
    const size = units((await coarsest.textContent()) ?? '');
    expect(size).toBeGreaterThan(finest);
    await coarsest.click();
    const onGrid = async (): Promise<boolean> => {
      const rows = [...(await terminal.bookRows('Bids')), ...(await terminal.bookRows('Asks'))];
      return rows.length > 3 && rows.every(([price = '']) => units(price) % size === 0n);
    };
    await expect.poll(onGrid).toBe(true);
    await expectSoundBook(terminal);
  });

  it('MKT-01 shows both sides, bids or asks', async () => {
    const terminal = await Terminal.open(origin);
    const views = terminal.page.getByRole('group', { name: 'View' });
    await views.getByRole('button', { name: 'Bids' }).click();
    await terminal.page.getByRole('grid', { name: 'Asks' }).waitFor({ state: 'detached' });
    await views.getByRole('button', { name: 'Asks' }).click();
    await terminal.page.getByRole('grid', { name: 'Bids' }).waitFor({ state: 'detached' });
    await views.getByRole('button', { name: 'Both sides' }).click();
    await terminal.page.getByRole('grid', { name: 'Bids' }).waitFor();
  });

  it('MKT-01 a click on a row fills the price, and on its quantity the quantity', async () => {
    const { terminal, tap } = await openTapped();
    // The book is frozen, so that the click hits the row that was read.
    tap.onServer((message) => (isNews(message) ? 'drop' : 'pass'));
    await expect.poll(() => terminal.bookRows('Asks').then((rows) => rows.length)).toBeGreaterThan(3);
    for (const side of ['Asks', 'Bids'] as const) {
      const row = 2;
      // By its place: under the pointer the rows stand still, also when one above them is gone.
      const read = terminal.page.getByRole('grid', { name: side }).locator('[role=row]').nth(row);
      const place = await read.boundingBox();
      const canvas = await terminal.page.getByTestId(`book-${side.toLowerCase()}`).boundingBox();
      if (place === null || canvas === null) throw new Error('The book is not on screen');
      const y = place.y + place.height / 2;
      // The rows that are read follow the painted ones a little later.
      const shown = async (column: number): Promise<bigint> =>
        units((await read.locator('[role=gridcell]').nth(column).textContent()) ?? '');
      // A click just after the last change is ignored.
      await expect
        .poll(async () => {
          await terminal.page.mouse.click(canvas.x + canvas.width * 0.1, y);
          return units((await terminal.price.inputValue()) || '0') - (await shown(0));
        })
        .toBe(0n);
      await expect
        .poll(async () => {
          await terminal.page.mouse.click(canvas.x + canvas.width * 0.55, y);
          return units((await terminal.quantity.inputValue()) || '0') - (await shown(1));
        })
        .toBe(0n);
    }
  });

  it('MKT-01 the same by keyboard: Enter takes the price, Space the quantity', async () => {
    const { terminal, tap } = await openTapped();
    tap.onServer((message) => (isNews(message) ? 'drop' : 'pass'));
    await expect.poll(() => terminal.bookRows('Bids').then((rows) => rows.length)).toBeGreaterThan(3);
    await terminal.page.getByRole('grid', { name: 'Bids' }).locator('[role=row][tabindex="0"]').focus();
    await terminal.page.keyboard.press('ArrowDown');
    const shown = async (column: number): Promise<bigint> => units((await terminal.bookRows('Bids'))[1]?.[column] ?? '');
    // The last change from before the book was frozen may arrive after a key.
    const taken = (key: string, field: Locator, column: number): Promise<void> =>
      expect
        .poll(async () => {
          await terminal.page.keyboard.press(key);
          return units((await field.inputValue()) || '0') - (await shown(column));
        })
        .toBe(0n);
    await taken('Enter', terminal.price, 0);
    await taken('Space', terminal.quantity, 1);
  });

  it('MKT-02 the row under the pointer keeps its price while the rows above it go, and a click takes that price', async () => {
    const { terminal, tap } = await openTapped();
    const { page, price } = terminal;
    await expect.poll(() => terminal.bookRows('Bids').then((rows) => rows.length)).toBeGreaterThan(8);
    // The book stands still but for bids that go: a market on its way down would cross bids that are kept from it.
    let changed: readonly (readonly [string, string])[] = [];
    let taken = 0;
    tap.onServer((message) => {
      if (!isDelta(message)) return 'pass';
      taken += 1;
      const frame = JSON.parse(message) as { data: { a: [string, string][]; b: [string, string][] } };
      frame.data.a = [];
      frame.data.b = changed.map(([shown, quantity]) => [shown.replaceAll(',', ''), quantity]);
      return { replace: JSON.stringify(frame) };
    });
    // A quantity of the test's own: once it is on screen, so is every change from before the book stood still.
    const [deep = ''] = (await terminal.bookRows('Bids'))[7] ?? [];
    changed = [[deep, '77.777']];
    await expect.poll(async () => (await terminal.bookRows('Bids')).map(([, quantity]) => quantity)).toContain('77.777');
    const row = 5;
    const place = await rowPlace(terminal, row);
    await page.mouse.move(place.x, place.y);
    const before = await rowPrices(terminal);
    // Without a hold the rows below the best would move up.
    changed = before.slice(0, 4).map((shown) => [shown, '0']);
    await expect.poll(async () => (await rowPrices(terminal))[0]).not.toBe(before[0]);
    const around = async (): Promise<string[]> => (await rowPrices(terminal)).slice(row - 2, row + 3);
    const held = await around();
    const soFar = taken;
    await expect.poll(() => taken).toBeGreaterThan(soFar + 5);
    expect(await around()).toEqual(held);
    await page.mouse.click(place.x, place.y);
    await expect.poll(() => price.inputValue()).not.toBe('');
    expect(units(await price.inputValue())).toBe(units(held[2] ?? ''));
    // The pointer gone, the rows are the best ones again.
    await page.mouse.move(place.x - 600, place.y);
    await expect.poll(async () => (await rowPrices(terminal))[row]).not.toBe(held[2]);
  });

  it('MKT-02 a click just after its row changed is ignored', async () => {
    const terminal = await Terminal.open(origin, {
      prepare: async ({ page }) => {
        await page.addInitScript(noteBookSocket);
      },
    });
    const { page, price } = terminal;
    await expect.poll(() => terminal.bookRows('Bids').then((rows) => rows.length)).toBeGreaterThan(8);
    const place = await rowPlace(terminal, 4);
    await changeAndClick(page, 3, place.x, place.y);
    expect(await price.inputValue()).toBe('');
    await expect
      .poll(async () => {
        await page.mouse.click(place.x, place.y);
        return price.inputValue();
      })
      .not.toBe('');
  });

  it('MKT-08 a gap is noticed at once, never painted as live, and a correct book is back within 1 s', async () => {
    const { terminal, tap, freshness } = await openTapped({ isSlow: true });
    let dropped = 0;
    tap.onServer((message) => {
      if (!isDelta(message) || dropped > 0) return 'pass';
      dropped += 1;
      return 'drop';
    });
    await expect.poll(async () => (await freshness()).map(({ value }) => value)).toEqual(['live', 'resyncing', 'live']);
    const [, broken, whole] = await freshness();
    expect(dropped).toBe(1);
    expect((whole?.at ?? Infinity) - (broken?.at ?? 0)).toBeLessThan(1_000);
    await expectSoundBook(terminal);
  });

  it('MKT-08 a crossed book is never painted as live', async () => {
    const { terminal, tap, freshness } = await openTapped({ isSlow: true });
    let crossed = 0;
    tap.onServer((message) => {
      if (!isDelta(message) || crossed > 0) return 'pass';
      crossed += 1;
      const frame = JSON.parse(message) as { data: { b: [string, string][] } };
      // A bid far above every ask.
      frame.data.b.unshift(['999999.0', '1.000']);
      return { replace: JSON.stringify(frame) };
    });
    await expect.poll(async () => (await freshness()).map(({ value }) => value)).toEqual(['live', 'resyncing', 'live']);
    expect(crossed).toBe(1);
    await expectSoundBook(terminal);
    expect((await terminal.bookRows('Bids')).map(([price]) => price)).not.toContain('999,999.0');
  });

  it('MKT-08 says stale after 3 s without news, and is live again with them', async () => {
    const { terminal, tap } = await openTapped();
    // Heartbeats go through: without them the connection would be given up, sooner or later.
    tap.onServer((message) => (isNews(message) ? 'drop' : 'pass'));
    await terminal.bookIs('stale');
    await terminal.header.getByText('Stale').waitFor();
    await terminal.chart.locator('[data-freshness="stale"]').waitFor();
    await terminal.status.filter({ hasText: 'Market data is stale' }).waitFor();
    tap.onServer(() => 'pass');
    await terminal.bookIs('live');
    await terminal.header.getByText('Stale').waitFor({ state: 'detached' });
    await terminal.chart.locator('[data-freshness="live"]').waitFor();
    await terminal.status.filter({ hasText: 'Connected' }).waitFor();
  });

  it('MKT-08 says offline while there is no connection, and comes back by itself', async () => {
    const { terminal, tap } = await openTapped();
    tap.refuse = true;
    await tap.cut();
    await terminal.bookIs('offline');
    await terminal.header.getByText('Offline').waitFor();
    tap.refuse = false;
    await terminal.bookIs('live');
    await expectSoundBook(terminal);
  });
});

/// <reference lib="dom" />
import type { Browser, CDPSession, Page } from 'playwright-core';
import { logIn } from '../e2e/support/login.ts';
import { paceOf, VIEWPORT, type Pace } from './frame-pace.ts';
import { playBook, queueBook, tapMarket } from './market-taps.ts';

/** High enough for a book of more than a hundred rows. */
const TALL = { width: 1_600, height: 3_400 };
const ROWS_CHANGED = 12;
export const UPDATES_PER_SECOND = 50;
const SECONDS = 5;

/** A page with a book that the bench feeds. */
export interface BookPage {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly rows: number;
}

async function opened(browser: Browser, url: string, loggedIn: boolean): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport: TALL });
  if (loggedIn) await logIn(context, new URL(url).origin);
  const page = await context.newPage();
  await tapMarket(page);
  await page.goto(url);
  const devtools = await context.newCDPSession(page);
  // Processor time: other programs of the machine do not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, devtools };
}

export async function openTerminalBook(browser: Browser, url: string): Promise<BookPage> {
  const { page, devtools } = await opened(browser, url, true);
  await page.frameLocator('iframe[title="Financial Chart"]').locator('[data-state="shown"]').waitFor();
  await queueBook(page, 0, 0);
  const grid = page.getByRole('grid').first();
  await grid.locator('[role=row]:not([hidden])').first().waitFor({ state: 'attached' });
  const rows = await page.locator('[role=grid] [role=row]').count();
  return { page, devtools, rows };
}

export async function openReactBook(browser: Browser, url: string): Promise<BookPage> {
  const { page, devtools } = await opened(browser, url, false);
  await page.waitForFunction(() => 'queueBook' in window);
  await queueBook(page, 0, 0);
  await page.locator('.row').first().waitFor();
  return { page, devtools, rows: await page.locator('.row').count() };
}

/** Milliseconds of processor time of the main thread so far. */
async function busy(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

async function busyAt({ page, devtools }: BookPage, perSecond: number): Promise<number> {
  await queueBook(page, perSecond * SECONDS, ROWS_CHANGED);
  const before = await busy(devtools);
  await playBook(page, perSecond);
  return (await busy(devtools)) - before;
}

/**
 * Milliseconds of main-thread time per update: the difference between fifty updates a second and one a second, which keeps the book fresh.
 * The page's other work cancels out.
 */
export async function mainThreadPerUpdate(book: BookPage): Promise<number> {
  await book.page.bringToFront();
  const still = await busyAt(book, 1);
  const fed = await busyAt(book, UPDATES_PER_SECOND);
  return (fed - still) / ((UPDATES_PER_SECOND - 1) * SECONDS);
}

/** Frames while the book changes so many times a second, on a usual screen and a processor so many times slower. */
export async function paceWhileFed({ page, devtools }: BookPage, perSecond: number, slowed: number): Promise<Pace> {
  await page.bringToFront();
  await page.setViewportSize(VIEWPORT);
  await queueBook(page, perSecond * (SECONDS + 1), ROWS_CHANGED);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  const [, pace] = await Promise.all([playBook(page, perSecond), paceOf(page, 'nothing', SECONDS)]);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return pace;
}

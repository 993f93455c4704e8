import { milliseconds } from '@tapedeck/domain';
import type { Locator } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { ListingCalendar } from '../packages/market-sim/src/listings/listing-calendar.ts';
import { findings } from './support/axe.ts';
import { ownServer } from './support/own-server.ts';
import { SetClock } from './support/set-clock.ts';
import { Terminal } from './support/terminal.ts';

const SEED = 20_264;
const EVER = Date.UTC(2100, 0, 1);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NEW_DAYS = 14;
const LEFT_MS = 6 * 3_600_000;
/** Hours of the market take a slow machine minutes. */
const HOURS_PASS_MS = 100_000;

const LISTED = new ListingCalendar(SEED)
  .announcedBy(EVER)
  .map(({ symbol, launchAt, tickSize }) => ({ symbol, launchAt: milliseconds(launchAt), tickSize }));

/** A coin whose launch falls on no other turn of the exchange: at 08:00 UTC funding is paid and contracts are delivered. */
function coin(): (typeof LISTED)[number] {
  const found = LISTED.find(({ launchAt }) => new Date(launchAt).getUTCHours() === 10);
  if (found === undefined) throw new Error('No coin of the calendar is launched at ten.');
  return found;
}

const newAt = (time: number): readonly string[] =>
  LISTED.filter(({ launchAt }) => launchAt <= time && time < launchAt + NEW_DAYS * DAY_MS).map(({ symbol }) => symbol);

async function selectorOf(terminal: Terminal, place: Locator): Promise<Locator> {
  await place.getByRole('button', { name: /Choose a contract or pair$/ }).click();
  const selector = terminal.page.getByRole('dialog', { name: 'Choose a contract or pair' });
  await selector.getByRole('combobox').waitFor();
  return selector;
}

const names = (selector: Locator): Promise<string[]> =>
  selector.getByRole('option').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));

/** A server that stands some time before the launch, and a page on one of its contracts. */
async function before(launchAt: number, left: number, path: string, theme = 'dark') {
  const clock = new SetClock(launchAt - left);
  onTestFinished(() => clock.remove());
  const server = await ownServer('--seed', String(SEED), clock.option);
  const terminal = await Terminal.open(server.url, {
    path,
    until: 'page',
    reducedMotion: 'reduce',
    prepare: async ({ page }) => {
      await clock.bringTo(page);
      await page.addInitScript((wanted) => localStorage.setItem('tapedeck.theme', wanted), theme);
    },
  });
  return { clock, terminal };
}

it(
  'SYM-12 CAT-08 MKT-05 a coin that is announced is found and has a page with its terms; at its launch it is traded, and is new',
  { timeout: HOURS_PASS_MS + 20_000 },
  async () => {
    const { symbol, launchAt } = coin();
    const { clock, terminal } = await before(launchAt, LEFT_MS, '/trade/usdt/BTCUSDT');
    const { page } = terminal;
    await terminal.live();
    let selector = await selectorOf(terminal, terminal.header);
    await selector.getByRole('tab', { name: 'Pre-listing', exact: true }).click();
    await expect.poll(() => names(selector)).toEqual([symbol]);
    const row = selector.getByRole('option', { name: symbol });
    await row.getByText('Pre-listing', { exact: true }).waitFor();
    await row.getByText(/^Trading starts /).waitFor();
    expect(await findings(page, { exclude: 'iframe' })).toEqual([]);
    await row.click();
    await page.waitForURL(`**/trade/usdt/${symbol}`);

    await page.getByText(`${symbol} is not trading yet`).waitFor();
    const time = new Date(launchAt).toISOString().slice(0, 16).replace('T', ' ');
    await page.getByText(`Trading starts on ${time} UTC`).waitFor();
    await page.getByText(/^Starts in 0?5:\d\d:\d\d$/).waitFor();
    await page.getByText('Tick size', { exact: true }).waitFor();
    expect(await terminal.form.count()).toBe(0);
    expect(await findings(page)).toEqual([]);

    await clock.set(launchAt - MINUTE_MS / 12, page);
    // The market lives through the hours first.
    page.setDefaultTimeout(HOURS_PASS_MS);
    await terminal.live();
    await terminal.market('Buy / Long', '100');
    await expect.poll(() => terminal.holds(symbol)).toBe(true);
    selector = await selectorOf(terminal, terminal.header);
    await terminal.connected();
    const fresh = newAt(launchAt);
    expect(fresh).toContain(symbol);
    await selector.getByRole('tab', { name: 'All', exact: true }).click();
    await selector.getByRole('option', { name: symbol }).getByText('New', { exact: true }).waitFor();
    await selector.getByRole('tab', { name: 'New', exact: true }).click();
    await expect.poll(async () => (await names(selector)).sort()).toEqual([...fresh].sort());
  },
);

import { describe, expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const PANELS = { first: 'Chart', book: 'Order book and trades', form: 'Trade', account: 'Positions and orders' };
const PAGES = {
  '/trade/usdt/BTCUSDT': PANELS,
  '/trade/spot/BTC/USDT': PANELS,
  '/trade/option/usdt/BTC': { ...PANELS, first: 'Option board' },
  '/trade/spread': { first: 'Spreads', book: 'Spread book', form: 'Trade', orders: 'Spread orders', account: 'Positions and orders' },
};
type Panels = typeof PANELS;

describe.each(Object.entries(PAGES))('layout of %s', (path, panels) => {
  const panel = (terminal: Terminal, name: string) => terminal.page.getByRole('region', { name, exact: true });

  /** Position of a panel once it is stable: the second view may move it between finding and measuring. */
  async function placeOf(terminal: Terminal, name: string): Promise<Place> {
    const boxes: Place[] = [];
    await expect
      .poll(async () => boxes.push(...[await panel(terminal, name).boundingBox()].filter((box) => box !== null)))
      .toBeGreaterThan(0);
    const [place] = boxes;
    if (place === undefined) throw new Error(`${name} has no place`);
    return place;
  }

  async function places(terminal: Terminal): Promise<Record<keyof Panels, Place>> {
    const of = (name: string) => placeOf(terminal, name);
    return { first: await of(panels.first), book: await of(panels.book), form: await of(panels.form), account: await of(panels.account) };
  }

  const open = (width: number, height: number) => Terminal.open(origin, { path, until: 'page', viewport: { width, height } });
  const sideways = (terminal: Terminal) =>
    terminal.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  it('WSP-06 on a desktop everything is in sight: book and form beside the market, the account below', async () => {
    const terminal = await open(1440, 900);
    const { first, book, form, account } = await places(terminal);
    expect(first.x + first.width).toBeLessThanOrEqual(book.x);
    expect(book.x + book.width).toBeLessThanOrEqual(form.x);
    expect(form.x + form.width).toBeLessThanOrEqual(1440);
    expect(first.y + first.height).toBeLessThanOrEqual(account.y);
    expect(account.y + account.height).toBeLessThanOrEqual(900);
    expect(await sideways(terminal)).toBe(0);
  });

  it('WSP-06 on a tablet the form stays beside, the book goes below, nothing lies over another and no panel is too narrow', async () => {
    const terminal = await open(768, 1024);
    const all = await places(terminal);
    const { first, book, form, account } = all;
    expect(first.x + first.width).toBeLessThanOrEqual(form.x);
    expect(first.y + first.height).toBeLessThanOrEqual(book.y);
    expect(book.y + book.height).toBeLessThanOrEqual(account.y);
    for (const { x, width } of Object.values(all)) {
      expect(width).toBeGreaterThanOrEqual(280);
      expect(x + width).toBeLessThanOrEqual(768);
    }
    await terminal.page.getByRole('banner').getByText('Equity').waitFor();
    expect(await sideways(terminal)).toBe(0);
  });

  it('WSP-06 on a small laptop the account is above the fold, with rows in sight', async () => {
    const terminal = await open(1024, 768);
    const { account } = await places(terminal);
    expect(account.y).toBeGreaterThan(0);
    expect(account.y + account.height).toBeLessThanOrEqual(768);
    expect(account.height).toBeGreaterThanOrEqual(150);
    expect(await sideways(terminal)).toBe(0);
  });

  it('WSP-05 WSP-06 the account panel is dragged, moved by keys and collapsed, and each size of screen keeps its height', async () => {
    const terminal = await open(1440, 900);
    const { page } = terminal;
    const handle = page.getByRole('separator', { name: 'Height of positions and orders' });
    const height = async () => (await placeOf(terminal, panels.account)).height;
    await handle.waitFor();
    const usual = await height();
    const upper = async () => (await placeOf(terminal, panels.first)).height;
    const market = await upper();

    const edge = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(height).toBe(Math.round(usual) + 60);
    expect(await upper()).toBeLessThan(market - 50);
    await page.reload();
    await expect.poll(height).toBe(Math.round(usual) + 60);

    await handle.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(height).toBe(Math.round(usual) + 36);
    expect(await handle.getAttribute('aria-valuenow')).toBe(String(Math.round(usual) + 36));
    await page.keyboard.press('End');
    expect(await upper()).toBeGreaterThan(100);
    await page.keyboard.press('Home');
    await expect.poll(height).toBe(120);

    await page.getByRole('button', { name: 'Collapse positions and orders' }).click();
    await expect.poll(height).toBeLessThan(42);
    expect(await page.getByRole('tabpanel', { name: /^Positions/ }).count()).toBe(0);
    await page.reload();
    await expect.poll(height).toBeLessThan(42);
    await page
      .getByRole('tablist', { name: 'Positions and orders' })
      .getByRole('tab', { name: /^Open orders/ })
      .click();
    await expect.poll(height).toBe(120);
    await handle.dblclick();
    await expect.poll(height).toBe(usual);
    expect(await sideways(terminal)).toBe(0);
  });

  it('WSP-06 on a phone one section at a time takes the width', async () => {
    const terminal = await open(390, 844);
    const sections = terminal.page.getByRole('tablist', { name: 'Sections' });
    await sections.waitFor();
    for (const [at, name] of Object.values(panels).entries()) {
      await sections.getByRole('tab').nth(at).click();
      expect((await placeOf(terminal, name)).width, name).toBeGreaterThanOrEqual(380);
      const others = Object.values(panels).filter((other) => other !== name);
      for (const other of others) expect(await panel(terminal, other).isVisible(), `${other} beside ${name}`).toBe(false);
      expect(await sideways(terminal), name).toBeLessThanOrEqual(0);
    }
  });
});

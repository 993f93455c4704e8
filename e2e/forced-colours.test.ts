/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();

it('WSP-07 with the colours of the system, an arrow tells bought from sold, and the views of the book differ by shape', async () => {
  const terminal = await Terminal.open(origin, { prepare: ({ page }) => page.emulateMedia({ forcedColors: 'active' }) });
  const { page } = terminal;
  const block = (name: string, place: 'first' | 'last') =>
    page
      .getByRole('button', { name, exact: true })
      .locator('i')
      [place]()
      .evaluate((part) => {
        const { backgroundColor, borderTopStyle } = getComputedStyle(part);
        return { ground: backgroundColor, border: borderTopStyle };
      });
  const [asks, bids] = [await block('Asks', 'first'), await block('Bids', 'last')];
  expect([asks.border, bids.border]).toEqual(['solid', 'solid']);
  expect(asks.ground).not.toBe(bids.ground);

  await terminal.tab(/^Trades$/);
  const rows = page.getByRole('table', { name: 'Trades' }).locator('tbody tr');
  const mark = (side: string) =>
    rows
      .and(page.locator(`[data-side="${side}"]`))
      .first()
      .locator('td')
      .first()
      .evaluate((cell) => getComputedStyle(cell, '::before').content.slice(0, 3));
  expect([await mark('Buy'), await mark('Sell')]).toEqual(['"↑"', '"↓"']);
  expect(await rows.first().evaluate((row) => getComputedStyle(row.parentElement ?? row).opacity)).toBe('1');
});

it('WSP-07 with the colours of the system, the track of a slider and the state of the connection are visible', async () => {
  const terminal = await Terminal.open(origin, { prepare: ({ page }) => page.emulateMedia({ forcedColors: 'active' }) });
  const { page, form } = terminal;
  const ground = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
  const canvas = await page.evaluate(() => {
    const part = document.createElement('i');
    part.style.cssText = 'forced-color-adjust: none; background: Canvas';
    document.body.append(part);
    const colour = getComputedStyle(part).backgroundColor;
    part.remove();
    return colour;
  });
  await form.getByRole('button', { name: '50%', exact: true }).click();
  const track = form.getByRole('slider').locator('xpath=preceding-sibling::div');
  const indicator = track.locator('div').first();
  expect(await ground(track)).not.toBe(canvas);
  expect(await ground(indicator)).not.toBe(canvas);
  expect(await ground(indicator)).not.toBe(await ground(track));
  expect(await ground(page.locator('footer [data-state="live"]'))).not.toBe(canvas);
});

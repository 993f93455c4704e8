/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { ownServer } from './support/own-server.ts';
import { halvesPainted } from './support/painted.ts';
import { tapSockets } from './support/sockets.ts';
import { Terminal } from './support/terminal.ts';

const FRAME = /"topic":"orderBook_/;

const drawn = (chart: Locator): Promise<boolean[]> => halvesPainted(chart.getByTestId('depth'));

it('MKT-03 the depth chart adds up the book on both sides, by pointer and keyboard, in both themes and on a phone', async () => {
  const server = await ownServer('--seed', '4394');
  let still = false;
  const terminal = await Terminal.open(server.url, {
    path: '/trade/usdt/ETHUSDT',
    prepare: async ({ page }) => {
      const tap = await tapSockets(page, '/realtime');
      tap.onServer((message) => (still && FRAME.test(message) ? 'drop' : 'pass'));
    },
  });
  const { page } = terminal;
  const tab = page.getByRole('tab', { name: 'Depth', exact: true });
  await tab.click();
  const chart = page.getByRole('region', { name: 'Depth chart' });
  const place = chart.getByRole('slider', { name: 'Depth at a price' });
  const told = async (): Promise<string> => (await place.getAttribute('aria-valuetext')) ?? '';
  await expect.poll(() => drawn(chart)).toEqual([true, true]);

  await place.focus();
  await page.keyboard.press('End');
  await expect.poll(told).toMatch(/^[\d,]+\.\d\d \(\+\d\.\d\d%\): [\d,.]+ ETH$/);
  await page.keyboard.press('Home');
  await expect.poll(told).toMatch(/^[\d,]+\.\d\d \(-\d\.\d\d%\): [\d,.]+ ETH$/);
  const depth = async (): Promise<number> => Number(/: ([\d,.]+) ETH/.exec(await told())?.[1]?.replaceAll(',', ''));
  const box = await place.boundingBox();
  if (box === null) throw new Error('the chart has no place');
  const pointAt = (share: number): Promise<void> => page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
  // The book stands still, so depth further away is at least as large.
  still = true;
  await pointAt(0.9);
  await expect.poll(told).toContain('+');
  const near = await depth();
  await pointAt(0.99);
  await expect.poll(depth).toBeGreaterThanOrEqual(near);
  // Frames that were on their way when the book stopped may still change both.
  await expect.poll(async () => (await chart.locator('p').textContent()) === (await told())).toBe(true);
  expect(await findings(page, { part: '[aria-label="Depth chart"]' })).toEqual([]);

  still = false;
  await page.evaluate(() => localStorage.setItem('tapedeck.theme', 'light'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByRole('tab', { name: 'Book', exact: true }).click();
  await tab.click();
  await expect.poll(() => drawn(chart)).toEqual([true, true]);
  expect(await findings(page, { part: '[aria-label="Depth chart"]' })).toEqual([]);
});

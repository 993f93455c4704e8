import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

const open = async (terminal: Terminal): Promise<Locator> => {
  await terminal.header.getByRole('button', { name: /Choose a contract or pair$/ }).click();
  const selector = terminal.page.getByRole('dialog', { name: 'Choose a contract or pair' });
  await selector.getByRole('option').first().waitFor();
  return selector;
};
const names = (selector: Locator): Promise<string[]> =>
  selector.getByRole('option').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));

it('CAT-08 symbols are found by name, ticker or short name, in a family, and opened, all of it by keyboard', async () => {
  const terminal = await Terminal.open(sharedServer());
  const selector = await open(terminal);
  const { keyboard } = terminal.page;
  expect(await selector.getByRole('combobox').evaluate((field) => field === document.activeElement)).toBe(true);
  await keyboard.type('ethusd');
  await expect.poll(async () => (await names(selector)).every((name) => name.startsWith('ETHUSD'))).toBe(true);
  expect(await names(selector)).toEqual(expect.arrayContaining(['ETHUSDT', 'ETHUSD']));
  await selector.getByRole('combobox').fill('sol_usdc');
  await expect.poll(() => names(selector)).toEqual(['SOLPERP', 'SOL/USDC']);
  await selector.getByRole('combobox').fill('spot ada');
  await expect.poll(() => names(selector)).toEqual(['ADA/USDT']);
  await selector.getByRole('combobox').fill('xyz');
  await selector.getByText('Nothing matches').waitFor();
  await selector.getByRole('combobox').fill('');
  await keyboard.press('Tab');
  for (let step = 0; step < 4; step += 1) await keyboard.press('ArrowRight');
  expect(await selector.getByRole('tab', { name: 'Inverse', selected: true }).count()).toBe(1);
  await expect.poll(async () => (await names(selector)).slice(0, 5)).toEqual(['BTCUSD', 'ETHUSD', 'EOSUSD', 'XRPUSD', 'DOTUSD']);
  await keyboard.press('Shift+Tab');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await terminal.page.waitForURL('**/trade/inverse/ETHUSD');
  await terminal.live();
});

it('symbols are sorted by what they do, and favourites are kept', async () => {
  const terminal = await Terminal.open(sharedServer());
  let selector = await open(terminal);
  const numbers = async (column: number): Promise<number[]> =>
    (await selector.getByRole('option').locator(`> :nth-child(${column})`).allTextContents()).map((text) =>
      Number(text.replace(/[,%+]/g, '')),
    );
  await selector.getByRole('button', { name: 'Last price', exact: true }).click();
  await expect.poll(async () => (await numbers(3)).every((last) => last > 0)).toBe(true);
  // Only by how far apart they are: prices move while they are read.
  const lasts = await numbers(3);
  expect(lasts.every((last, at) => at === 0 || last <= (lasts[at - 1] ?? 0) * 1.05)).toBe(true);
  expect((lasts[0] ?? 0) > (lasts.at(-1) ?? 0) * 1_000).toBe(true);
  await selector.getByRole('combobox').fill('btc/usdc');
  await terminal.page.keyboard.press('Shift+Enter');
  await expect.poll(() => names(selector)).toEqual(['BTC/USDC, favourite']);
  await selector.getByRole('tab', { name: 'Favourites' }).click();
  await terminal.page.reload();
  await terminal.live();
  selector = await open(terminal);
  await expect.poll(() => names(selector)).toEqual(['BTC/USDC, favourite']);
  await selector.getByRole('option').click();
  await terminal.page.waitForURL('**/trade/spot/BTC/USDC');
});

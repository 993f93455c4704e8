import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

/** The focus comes into the search field in a frame after the list is there; keys go elsewhere before. */
const searched = (selector: Locator): Promise<void> =>
  expect.poll(() => selector.getByRole('combobox').evaluate((field) => field === document.activeElement)).toBe(true);
const open = async (terminal: Terminal): Promise<Locator> => {
  await terminal.header.getByRole('button', { name: /Choose a contract or pair$/ }).click();
  const selector = terminal.page.getByRole('dialog', { name: 'Choose a contract or pair' });
  await selector.getByRole('option').first().waitFor();
  await searched(selector);
  return selector;
};
/** A compact figure such as `1.2B`, as a number. */
const plain = (text: string): number => Number(text.replace(/[A-Z]$/, '')) * ({ K: 1e3, M: 1e6, B: 1e9, T: 1e12 }[text.at(-1) ?? ''] ?? 1);
const names = (selector: Locator): Promise<string[]> =>
  selector.getByRole('option').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));

it('CAT-08 symbols are found by name, ticker or short name, in a family, and opened, all of it by keyboard', async () => {
  const terminal = await Terminal.open(sharedServer());
  const selector = await open(terminal);
  const { keyboard } = terminal.page;
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

it('MKT-05 typing searches wherever the focus is in the selector', async () => {
  const terminal = await Terminal.open(sharedServer());
  const selector = await open(terminal);
  await selector.getByRole('tab', { name: 'USDC', exact: true }).click();
  await terminal.page.keyboard.type('eth');
  await expect.poll(() => selector.getByRole('combobox').inputValue()).toBe('eth');
  await expect.poll(async () => (await names(selector)).every((name) => name.startsWith('ETH'))).toBe(true);
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

it('MKT-05 symbols are narrowed by family and tag, sorted by change and turnover, marked and opened, all of it by keyboard', async () => {
  const terminal = await Terminal.open(sharedServer());
  const { keyboard } = terminal.page;
  await terminal.header.getByRole('button', { name: /Choose a contract or pair$/ }).focus();
  await keyboard.press('Enter');
  const selector = terminal.page.getByRole('dialog', { name: 'Choose a contract or pair' });
  await selector.getByRole('option').first().waitFor();
  await searched(selector);
  const tab = (name: string) => selector.getByRole('tab', { name, exact: true, selected: true });
  // From the search field to the families, on to the tags, on to the heads of the columns.
  await keyboard.press('Tab');
  while ((await tab('USDT').count()) === 0) await keyboard.press('ArrowRight');
  await keyboard.press('Tab');
  while ((await tab('Meme').count()) === 0) await keyboard.press('ArrowRight');
  const memes = ['1000PEPEUSDT', 'DOGEUSDT', 'SHIB1000USDT'];
  await expect.poll(async () => (await names(selector)).sort()).toEqual(memes);
  await selector.getByRole('option').filter({ hasText: 'Meme' }).nth(2).waitFor();
  for (const [steps, head] of [
    [3, '24h change'],
    [1, 'Turnover'],
  ] as const) {
    for (let step = 0; step < steps; step += 1) await keyboard.press('Tab');
    await keyboard.press('Enter');
    await selector.getByRole('button', { name: `${head}, descending` }).waitFor();
  }
  const turnovers = async () => (await selector.getByRole('option').locator('> :nth-child(5)').allTextContents()).map(plain);
  await expect.poll(async () => (await turnovers()).every((one) => one > 0)).toBe(true);
  const shown = await turnovers();
  // Only by how far apart they are: trades go on while they are read.
  expect(shown.every((one, at) => at === 0 || one <= (shown[at - 1] ?? 0) * 1.05)).toBe(true);
  await selector.getByRole('combobox').focus();
  await keyboard.type('doge');
  await keyboard.press('Shift+Enter');
  await expect.poll(() => names(selector)).toEqual(['DOGEUSDT, favourite']);
  await keyboard.press('Shift+Enter');
  await expect.poll(() => names(selector)).toEqual(['DOGEUSDT']);
  await keyboard.press('Enter');
  await terminal.page.waitForURL('**/trade/usdt/DOGEUSDT');
});

it.each(['dark', 'light'] as const)('SYM-07 coins have icons in the header, the selector and the positions (%s)', async (theme) => {
  const terminal = await Terminal.open(sharedServer(), {
    path: '/trade/usdt/1000PEPEUSDT',
    prepare: async ({ page, expectErrors }) => {
      expectErrors(/Failed to load resource/);
      await page.addInitScript((wanted) => localStorage.setItem('tapedeck.theme', wanted), theme);
      await page.route('**/coins/*/ADA.svg', (route) => route.fulfill({ status: 404 }));
    },
  });
  const iconIn = async (place: Locator): Promise<string> => {
    const icon = place.locator('img[src^="/coins/"]').first();
    await expect.poll(() => icon.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    return (await icon.getAttribute('src')) ?? '';
  };
  expect(await iconIn(terminal.header)).toBe(`/coins/${theme}/PEPE.svg`);
  const selector = await open(terminal);
  expect(await iconIn(selector.getByRole('option', { name: 'BTC/USDT', exact: true }))).toBe(`/coins/${theme}/BTC.svg`);
  expect(await iconIn(selector.getByRole('option', { name: 'ADAUSDT', exact: true }))).toBe(`/coins/${theme}/default.svg`);
  await terminal.page.keyboard.press('Escape');
  await terminal.goTo('ETHUSDT');
  await terminal.market('Buy / Long', '0.1');
  expect(await iconIn(await terminal.positionRow('ETHUSDT'))).toBe(`/coins/${theme}/ETH.svg`);
});

it('MKT-05 of two thousand symbols those in sight are there; all are searched, sorted and reached by key', async () => {
  const terminal = await Terminal.open(sharedServer(), {
    prepare: async ({ page, expectErrors }) => {
      // Coins that nobody drew.
      expectErrors(/Failed to load resource/);
      await page.route('**/contract/v5/product/brief-symbol-list*', async (route) => {
        const response = await route.fetch({ url: route.request().url().replace(/\?.*/, '') });
        const body = (await response.json()) as { result: { LinearPerpetual: Record<string, unknown>[] } };
        const [first] = body.result.LinearPerpetual;
        const more = Array.from({ length: 2_000 }, (_, at) => {
          const baseCoin = `COIN${at}`;
          return {
            ...first,
            symbol: 100_000 + at,
            symbolName: `${baseCoin}USDT`,
            symbolAlias: `${baseCoin}USDT`,
            displayName: `${baseCoin}USDT`,
            baseCurrency: baseCoin,
          };
        });
        body.result.LinearPerpetual.push(...more);
        await route.fulfill({ response, json: body });
      });
    },
  });
  const selector = await open(terminal);
  const { keyboard } = terminal.page;
  await expect.poll(() => selector.getByRole('option').count()).toBeLessThan(60);
  const size = async (): Promise<number> => Number(await selector.getByRole('option').first().getAttribute('aria-setsize'));
  expect(await size()).toBeGreaterThan(2_000);
  for (let page = 0; page < 40; page += 1) await keyboard.press('PageDown');
  const chosen = selector.locator('[role=option][aria-selected=true]');
  await expect.poll(async () => Number(await chosen.getAttribute('aria-posinset'))).toBeGreaterThan(200);
  expect(await selector.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
  await selector.getByRole('combobox').fill('coin1999');
  await expect.poll(() => names(selector)).toEqual(['COIN1999USDT']);
  await selector.getByRole('combobox').fill('');
  await selector.getByRole('button', { name: 'Contract', exact: true }).click();
  await selector.getByRole('button', { name: 'Contract, ascending' }).click();
  await expect.poll(async () => (await names(selector))[0]).toMatch(/^XRP/);
});

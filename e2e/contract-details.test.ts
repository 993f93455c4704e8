/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { sharedServer } from './support/shared.ts';
import { future, Terminal } from './support/terminal.ts';

const origin = sharedServer();

const FUNDINGS = '**/contract/v5/market/funding-history*';
const EIGHT_HOURS = 8 * 3_600_000;

/** Fundings as an exchange has them that has run for a while; a new one has none. */
const page = (from: number, rates: readonly string[], nextPageCursor: string) => ({
  ret_code: 0,
  ret_msg: 'OK',
  result: {
    list: rates.map((fundingRate, at) => ({
      symbol: 'BTCUSDT',
      fundingRate,
      markPrice: '64000.5',
      fundingTimeE3: from - at * EIGHT_HOURS,
    })),
    nextPageCursor,
  },
});

async function details(page: Page, symbol: string) {
  await page.getByRole('button', { name: 'Contract details' }).click();
  const dialog = page.getByRole('dialog', { name: `${symbol} details` });
  await dialog.waitFor();
  return dialog;
}

describe('contract details', () => {
  it('MKT-06 shows terms, fundings, risk limits, the insurance fund and deliveries of a contract', async () => {
    // A dialog that is fading in has too little contrast for a moment.
    const terminal = await Terminal.open(origin, { reducedMotion: 'reduce' });
    const dialog = await details(terminal.page, 'BTCUSDT');
    await dialog.getByText('Linear perpetual').waitFor();
    await dialog.getByText('0.0200% / 0.0550%').waitFor();
    expect(await findings(terminal.page)).toEqual([]);
    const tab = (name: string) => dialog.getByRole('tab', { name, exact: true }).click();
    await tab('Funding');
    await dialog.getByText(/^\+?-?\d+\.\d{4}% · \d{2}:\d{2}:\d{2}$/).waitFor();
    await dialog.getByText('No funding has been settled yet').waitFor();
    await tab('Risk limits');
    const { list } = (await terminal.api.get('/position/risk-limit-list?symbol=BTCUSDT')) as { list: readonly object[] };
    const rows = dialog.getByRole('table', { name: 'Risk limits' }).locator('tbody').getByRole('row');
    expect(await rows.count()).toBe(list.length);
    await tab('Insurance fund');
    const funds = dialog.getByRole('table', { name: 'Insurance fund' }).locator('tbody').getByRole('row');
    await expect.poll(() => funds.first().textContent()).toMatch(/^USDT backs BTCUSDT[\d,]+\.\d{2}$/);
    await tab('Delivery');
    const calendar = dialog.getByRole('table', { name: 'Calendar' });
    await calendar.getByText(/BTC/).first().waitFor();
    await dialog.getByText('No BTC contract has been delivered yet').waitFor();
    // Content below a table follows directly, without a gap.
    const bottom = await calendar.evaluate((table) => table.getBoundingClientRect().bottom);
    expect((await dialog.getByRole('heading', { name: 'Past deliveries' }).boundingBox())?.y).toBeLessThan(bottom + 40);
    expect(await findings(terminal.page)).toEqual([]);
    await terminal.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('MKT-06 a dated contract has deliveries and no fundings', async () => {
    const terminal = await Terminal.open(origin, { path: `/trade/usdt/${await future(origin)}`, until: 'price' });
    const dialog = await details(terminal.page, await future(origin));
    const tabs = await dialog.getByRole('tab').allTextContents();
    expect(tabs).toEqual(['Contract', 'Risk limits', 'Insurance fund', 'Delivery']);
  });

  it('MKT-06 fundings are drawn and listed, older ones when asked for, and a failure can be tried again', async () => {
    const now = Date.UTC(2026, 0, 5);
    let away = false;
    const terminal = await Terminal.open(origin, {
      prepare: async ({ page: opened, expectErrors }) => {
        expectErrors(/503/);
        await opened.route(FUNDINGS, (route) => {
          if (away) return route.fulfill({ status: 503, json: { ret_code: 10_000, ret_msg: 'away', result: {} } });
          const later = new URL(route.request().url()).searchParams.has('cursor');
          return route.fulfill({ json: later ? page(now - 2 * EIGHT_HOURS, ['0.0003'], '') : page(now, ['0.0001', '-0.00025'], 'next') });
        });
      },
    });
    const dialog = await details(terminal.page, 'BTCUSDT');
    await dialog.getByRole('tab', { name: 'Funding', exact: true }).click();
    const texts = () => dialog.getByRole('table', { name: 'Funding' }).locator('tbody').getByRole('row').allTextContents();
    await expect.poll(texts).toEqual(['2026-01-05 00:00:00+0.0100%64,000.5', '2026-01-04 16:00:00-0.0250%64,000.5']);
    await dialog.getByRole('img', { name: 'Funding rates, 2 settlements, from -0.0250% to 0.0100%' }).waitFor();
    away = true;
    await dialog.getByRole('button', { name: 'Show older' }).click();
    const again = dialog.getByRole('alert').getByRole('button');
    await again.waitFor();
    away = false;
    await again.click();
    await expect.poll(async () => (await texts()).length).toBe(3);
    await dialog.getByRole('img', { name: 'Funding rates, 3 settlements, from -0.0250% to 0.0300%' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Show older' }).count()).toBe(0);
  });

  it('MKT-06 a future and a pair show what they have, on a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;
    const terminal = await Terminal.open(origin, { ...phone, path: '/trade/spot/BTC/USDT', until: 'price' });
    const pair = await details(terminal.page, 'BTC/USDT');
    await pair.getByText('Spot pair').waitFor();
    expect(await pair.getByRole('tab').allTextContents()).toEqual(['Contract']);
    expect(await findings(terminal.page)).toEqual([]);
    expect(await terminal.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

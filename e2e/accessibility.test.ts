import { describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();

describe('accessibility', () => {
  it.each(['dark', 'light'] as const)('no serious finding on the trade page in the %s theme, nor in its dialogs', async (theme) => {
    const terminal = await Terminal.open(origin, {
      colorScheme: theme,
      reducedMotion: 'reduce',
      prepare: async ({ page }) => {
        await page.addInitScript((wanted) => localStorage.setItem('tapedeck.theme', wanted), theme);
      },
    });
    expect(await terminal.page.locator('html').getAttribute('data-theme')).toBe(theme);
    await terminal.chart.locator('[data-state="shown"]').waitFor();
    expect(await findings(terminal.page)).toEqual([]);
    for (const tab of ['Open orders', 'Order history', 'Trade history', 'Transactions', 'Assets']) {
      await terminal.tab(new RegExp(`^${tab}`));
      expect(await findings(terminal.page, { part: '[aria-label="Positions and orders"]' }), tab).toEqual([]);
    }
    for (const opener of [/^Leverage: /, /^Margin mode: /]) {
      await terminal.form.getByRole('button', { name: opener }).click();
      if (opener.source.includes('Leverage')) await terminal.page.getByRole('menuitem', { name: 'Customise…' }).click();
      await terminal.page.getByRole('dialog').waitFor();
      expect(await findings(terminal.page, { part: '[role=dialog]' }), String(opener)).toEqual([]);
      await terminal.page.keyboard.press('Escape');
      await terminal.page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await terminal.header.getByRole('button', { name: /^BTCUSDT/ }).click();
    await terminal.page.getByText('ETHUSDT').first().waitFor();
    expect(await findings(terminal.page), 'symbol selector').toEqual([]);
  });
});

describe('phone', () => {
  it('INP-01 the page is usable on 390 by 844: chart, book, an order placed and cancelled', async () => {
    const terminal = await Terminal.open(origin, {
      path: '/trade/usdt/SOLUSDT',
      until: 'price',
      // What still fades in has less contrast for a moment.
      reducedMotion: 'reduce',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const section = (name: string) => terminal.page.getByRole('tablist', { name: 'Sections' }).getByRole('tab', { name, exact: true });
    const fits = async (): Promise<void> => {
      const overflow = () => terminal.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(overflow).toBeLessThanOrEqual(0);
      expect(await findings(terminal.page)).toEqual([]);
    };
    await terminal.chart.locator('[data-state="shown"]').waitFor();
    await fits();
    await section('Order book').click();
    await terminal.bookIs('live');
    await fits();
    await section('Trade').click();
    const { list } = (await terminal.api.get('/contract/v5/market/tickers?symbol=SOLUSDT')) as { list: { bid1Price: string }[] };
    await terminal.limit('Buy / Long', (Number(list[0]?.bid1Price) * 0.98).toFixed(2), '1.3');
    await fits();
    await section('Positions').click();
    const row = await terminal.openOrderRow('SOLUSDT');
    await row.waitFor();
    await fits();
    await row.getByRole('button', { name: /^Cancel order of SOLUSDT/ }).click();
    await row.waitFor({ state: 'detached' });
  });
});

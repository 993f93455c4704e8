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

/** Controls that assistive technology finds without a name. */
async function unnamed({ page }: Terminal): Promise<readonly string[]> {
  const CONTROLS = new Set(['button', 'checkbox', 'combobox', 'link', 'searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox']);
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  await devtools.detach();
  return nodes
    .filter(({ ignored, role, name }) => !ignored && CONTROLS.has(String(role?.value)) && String(name?.value ?? '').trim() === '')
    .map(({ role }) => String(role?.value));
}

describe('by keyboard and by ear', () => {
  it('WSP-07 the first Tab stop skips to trading, and the ring shows where the focus is in the chart', async () => {
    const terminal = await Terminal.open(origin);
    const { page } = terminal;
    await terminal.chart.locator('[data-state="shown"]').waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('button', { name: 'Skip to trading' });
    expect(await skip.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    // From there Buy is some stops away, no longer dozens.
    const STOPS = 20;
    const names: string[] = [];
    for (let stop = 0; stop < STOPS && names.at(-1) !== 'Buy / Long'; stop += 1) {
      await page.keyboard.press('Tab');
      names.push((await page.evaluate(() => document.activeElement?.textContent)) ?? '');
    }
    expect(names.at(-1)).toBe('Buy / Long');
    const frame = page.locator('iframe[title="Financial Chart"]');
    await frame.focus();
    const ring = await frame.evaluate((element) => {
      const { borderTopWidth, borderTopStyle } = getComputedStyle(element.parentElement ?? element, '::after');
      return `${borderTopWidth} ${borderTopStyle}`;
    });
    expect(ring).toBe('2px solid');
  });

  it('WSP-07 every control has a name, with positions, orders and everything opened', async () => {
    const terminal = await Terminal.open(origin, { path: '/trade/usdt/TRXUSDT' });
    const { page, api, form } = terminal;
    const create = '/contract/v5/order/create';
    await api.post(create, { symbol: 'TRXUSDT', side: 'Buy', orderType: 'Market', qty: '900' });
    const { list } = (await api.get('/contract/v5/market/tickers?symbol=TRXUSDT')) as { list: { bid1Price: string }[] };
    const price = list[0]?.bid1Price ?? '';
    await api.post(create, { symbol: 'TRXUSDT', side: 'Buy', orderType: 'Limit', qty: '900000', price });
    for (const tab of ['Positions', 'Open orders', 'Strategies', 'Order history', 'Trade history', 'Assets']) {
      await terminal.tab(new RegExp(`^${tab}`));
      await page.getByRole('tabpanel').getByRole('table').or(page.getByText(/^No /)).first().waitFor();
      expect([tab, await unnamed(terminal)]).toEqual([tab, []]);
    }
    await form.getByRole('checkbox', { name: 'Take profit / stop loss' }).check();
    for (const type of ['Market', 'Conditional', 'Algo']) {
      await form.getByRole('tab', { name: type, exact: true }).click();
      expect([type, await unnamed(terminal)]).toEqual([type, []]);
    }
  });
});

describe('phone', () => {
  it('INP-01 the page is usable on 390 by 844: chart, book, an order placed and cancelled', async () => {
    const terminal = await Terminal.open(origin, {
      path: '/trade/usdt/SOLUSDT',
      until: 'price',
      // Elements that are fading in have too little contrast for a moment.
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
    await section('Book').click();
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

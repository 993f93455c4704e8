// Time limit of this file: 300 s, since each page opens in each size and theme.
import { beforeAll, describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { future, Terminal } from './support/terminal.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer('--seed', '4359');
  return () => server.stop();
});

const overflow = ({ page }: Terminal) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** A text key without a text shows as itself, like `orderForm.error.none`. */
const untranslated = async ({ page }: Terminal): Promise<string[]> => {
  const words = (await page.locator('body').innerText()).split(/\s+/);
  return words.filter((word) => /^[a-z][A-Za-z]+\.[a-z][A-Za-z.]+$/.test(word));
};

/** The chart has a test of its own. */
const PAGE = { exclude: 'iframe' };

const PAGES = [
  ['/trade/futures/usdc/BTCPERP', 'form'],
  ['/trade/inverse/BTCUSD', 'form'],
  ['/trade/usdt/{a future}', 'form'],
  ['/trade/spot/BTC/USDT', 'form'],
  ['/trade/option/usdc/BTC', 'table'],
  ['/trade/spread', 'form'],
  ['/copy-trading', 'heading'],
  ['/settings/api-keys', 'heading'],
  ['/user/assets/order/derivatives/usdt-future/trade-history', 'heading'],
] as const;

/** Opens a page in a theme; the dark one is the usual one. */
const open = (path: string, theme: 'dark' | 'light'): Promise<Terminal> =>
  Terminal.open(server.url, {
    path,
    until: 'page',
    // Elements that are fading in have too little contrast for a moment.
    reducedMotion: 'reduce',
    prepare: async ({ page }) => {
      await page.addInitScript((wanted) => localStorage.setItem('tapedeck.theme', wanted), theme);
    },
  });

describe.each(['dark', 'light'] as const)('every page in the %s theme', (theme) => {
  it.each(PAGES)('WSP-07 RT-10 %s: no serious finding, nothing beside the screen, on a phone neither', async (path, sign) => {
    const terminal = await open(path.replace('{a future}', await future(server.url)), theme);
    const { page } = terminal;
    const look = async (where: string): Promise<void> => {
      await expect.poll(() => overflow(terminal), { message: where }).toBeLessThanOrEqual(0);
      expect(await findings(page, PAGE), where).toEqual([]);
      expect(await untranslated(terminal), where).toEqual([]);
    };
    await page.getByRole(sign).first().waitFor();
    if (theme === 'dark') await look('on a desk');
    else {
      expect(await findings(page, PAGE)).toEqual([]);
      await terminal.resize(390, 844);
      await page.getByRole('main').waitFor();
      await look('on a phone');
    }
  });
});

describe.each(['dark', 'light'] as const)('every dialog in the %s theme', (theme) => {
  const look = async (terminal: Terminal, name: string): Promise<void> => {
    const { page } = terminal;
    await page.getByRole('dialog').first().waitFor();
    expect(await findings(page, { part: '[role=dialog]' }), name).toEqual([]);
    expect(await untranslated(terminal), name).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  async function held(): Promise<Terminal> {
    const terminal = await open('/trade/usdt/SOLUSDT', theme);
    await terminal.live();
    const { positions } = (await terminal.api.get('/contract/v5/account/state')) as { positions: unknown[] };
    if (positions.length === 0) {
      await terminal.api.post('/contract/v5/order/create', { symbol: 'SOLUSDT', side: 'Buy', orderType: 'Market', qty: '4' });
    }
    return terminal;
  }

  it('WSP-07 of a position: no serious finding, no text without words', async () => {
    const terminal = await held();
    const row = await terminal.positionRow('SOLUSDT');
    for (const opener of [/^TP\/SL of/, /^Trailing stop of/, /^Realised P&L of/, /^Share/, /at a limit price$/, /^Reverse/]) {
      await row.getByRole('button', { name: opener }).click();
      await look(terminal, String(opener));
    }
    await terminal.page.getByRole('button', { name: 'Close all' }).click();
    await look(terminal, 'close all');
    await row.getByRole('button', { name: / at market$/ }).click();
    await look(terminal, 'close at market');
    await terminal.page.getByRole('button', { name: /^Account of / }).click();
    await terminal.page.getByRole('menuitem', { name: 'Confirmations' }).click();
    await look(terminal, 'confirmations');
  });

  it('WSP-07 of the form and the account: no serious finding, no text without words', async () => {
    const terminal = await held();
    const { page, form } = terminal;
    const row = await terminal.positionRow('SOLUSDT');
    await row.getByRole('button', { name: /^TP\/SL of/ }).click();
    await page.getByRole('tab', { name: /Partial position/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Quantity to close' }).waitFor();
    expect(await findings(page, { part: '[role=dialog]' }), 'a partial TP/SL').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).waitFor();
    await look(terminal, 'partial TP/SL');
    await form.getByRole('tab', { name: 'Limit' }).click();
    for (const opener of [/^Position mode/, /^Calculator/, /^Price steps/]) {
      await form.getByRole('button', { name: opener }).first().click();
      await look(terminal, String(opener));
    }
    await terminal.tab(/^Assets/);
    await page.getByRole('button', { name: /^Move/ }).first().click();
    await look(terminal, 'moving coins');
  });
});

/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import { Terminal, type OpenOptions } from './support/terminal.ts';
import { units } from './support/numbers.ts';
import { sharedServer } from './support/shared.ts';
import { bringSlowClock, slowDown } from './support/slow-clock.ts';

const origin = sharedServer();

/** Opens the board of the last expiry, which is far away at any hour of any day, and waits until its options are priced. */
async function openBoard(path: string, options: OpenOptions = {}): Promise<Terminal> {
  const terminal = await Terminal.open(origin, { path, until: 'page', ...options });
  await terminal.page.getByRole('table', { name: 'Option board' }).waitFor();
  const last = terminal.page.getByRole('tablist', { name: 'Expiry' }).getByRole('tab').last();
  const expiry = (await last.textContent()) ?? '';
  await last.click();
  await terminal.page
    .getByRole('button', { name: new RegExp(`-${expiry}-.*, show$`) })
    .first()
    .waitFor();
  await quotes(terminal, 'ask').first().filter({ hasText: /\d/ }).waitFor();
  return terminal;
}

/** In the page: whether the lowest strike, scrolled into view, ends above the toast, and the toast above the account panel. */
function liesFree(): boolean {
  const rows = [...document.querySelectorAll('[data-right]')].map((cell) => cell.closest('tr'));
  const last = rows.at(-1);
  const toast = document.querySelector('[data-sonner-toast][data-front="true"]')?.getBoundingClientRect();
  const account = document.querySelector('[role=tablist][aria-label="Positions and orders"]')?.getBoundingClientRect();
  if (!last || toast === undefined || account === undefined) return false;
  const scroll = last.closest('table')?.parentElement;
  scroll?.scrollTo(0, scroll.scrollHeight);
  return last.getBoundingClientRect().bottom <= toast.top && toast.bottom <= account.top;
}

const quotes = ({ page }: Terminal, side: 'bid' | 'ask') =>
  page.getByRole('button', { name: side === 'ask' ? /, buy at the best ask$/ : /, sell at the best bid$/ });

describe('options', () => {
  it('RT-06 MKT-07 the board shows calls and puts around the money, and a click takes a quote into the form', async () => {
    const terminal = await openBoard('/trade/option/usdc/BTC');
    const { page } = terminal;
    const rows = page.getByRole('table', { name: 'Option board' }).locator('tbody tr');
    await page.locator('tr[data-at="true"]').waitFor();
    expect(await rows.count()).toBeGreaterThanOrEqual(7);
    // In the money: calls below the index, puts above it.
    // Each option has news of its own, which arrive one after the other.
    const isWhole = async (): Promise<boolean> =>
      (await rows.evaluateAll((all) => all.every((row) => row.hasAttribute('data-money')))) &&
      (await rows.locator('td[data-right=call][data-field=delta]').allTextContents()).every((delta) => /\d/.test(delta));
    await expect.poll(isWhole).toBe(true);
    const money = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-money')));
    expect(money).toEqual([...money].sort());
    expect(new Set(money)).toEqual(new Set(['call', 'put']));
    const [strikes, deltas] = await rows.evaluateAll((all) => [
      all.map((row) => Number(row.querySelector('th')?.textContent.replaceAll(',', ''))),
      all.map((row) => Number(row.querySelector('td[data-right=call][data-field=delta]')?.textContent)),
    ]);
    expect(strikes).toEqual([...strikes].sort((a, b) => a - b));
    expect(deltas).toEqual([...deltas].sort((a, b) => b - a));

    const ask = quotes(terminal, 'ask').nth(2);
    await ask.filter({ hasText: /\d/ }).waitFor();
    const symbol = ((await ask.getAttribute('aria-label')) ?? '').split(',')[0] ?? '';
    await ask.click();
    await page.getByRole('region', { name: 'Option', exact: true }).getByText(symbol).waitFor();
    await expect.poll(() => terminal.price.inputValue()).toMatch(/^\d+$/);
    expect(Math.abs(Number(await terminal.price.inputValue()) / Number((await ask.textContent())?.replaceAll(',', '')) - 1)).toBeLessThan(
      0.2,
    );
  });

  it('POS-10 RT-07 a bought option is a position with strike, delivery time and greeks, and it can be closed', async () => {
    const terminal = await openBoard('/trade/option/usdt/ETH');
    const { page } = terminal;
    const put = page.getByRole('button', { name: /-P-USDT, show$/ }).nth(3);
    const symbol = ((await put.getAttribute('aria-label')) ?? '').split(',')[0] ?? '';
    await put.click();
    const shown = page.getByRole('region', { name: 'Option', exact: true }).getByText(symbol);
    await shown.waitFor();
    // The address and the title name the option, so that a reload and a link show it again.
    expect(new URL(page.url()).pathname).toBe(`/trade/option/usdt/ETH/${symbol}`);
    await expect.poll(() => page.title()).toContain(symbol);
    await page.reload();
    await shown.waitFor();
    await terminal.market('Buy / Long', '2');
    const row = page.getByRole('table', { name: 'Positions' }).getByRole('row', { name: symbol });
    await row.waitFor();
    const strike = symbol.split('-')[2] ?? '';
    expect(units((await row.getByText(/^Strike /).textContent())?.replace(/^Strike ([\d.,]+), .*$/, '$1').replaceAll(',', '') ?? '')).toBe(
      units(strike),
    );
    expect(await row.getByText(/^Strike /).textContent()).toMatch(/, 20\d\d-\d\d-\d\d 08:00:00 UTC$/);
    const greeks = row.getByLabel('Greeks of the position');
    await greeks.filter({ hasText: /^Δ -[\d.]+ {2}Γ [\d.]+ {2}V [\d.]+ {2}Θ -[\d.]+ {2}IV [\d.]+%$/ }).waitFor();
    // From a page that does not list options, the symbol leads back to its board.
    await terminal.visit('/trade/usdt/BTCUSDT');
    await row.getByRole('button', { name: symbol, exact: true }).click();
    await page.waitForURL(`**/trade/option/usdt/ETH/${symbol}`);
    await page.getByRole('region', { name: 'Option', exact: true }).getByText(symbol).waitFor();
    await terminal.closeAtMarket(row);
    await row.waitFor({ state: 'detached' });
  });

  it('RT-06 every coin and settle coin has a board of its own', async () => {
    const terminal = await openBoard('/trade/option/usdc/SOL');
    const { page } = terminal;
    await page.getByRole('tab', { name: 'USDT', exact: true }).click();
    await page.waitForURL('**/trade/option/usdt/SOL');
    await page
      .getByRole('button', { name: /^SOL-.*-C-USDT, show$/ })
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'ETH', exact: true }).click();
    await page.waitForURL('**/trade/option/usdt/ETH');
    await page.getByRole('link', { name: 'Derivatives' }).click();
    await terminal.live();
  });

  it('MKT-07 NTF-02 a toast stands above the account panel, and the lowest strike can be scrolled clear of it', async () => {
    const terminal = await openBoard('/trade/option/usdc/BTC', {
      prepare: async ({ page }) => {
        await page.addInitScript(bringSlowClock);
      },
    });
    const { api, page } = terminal;
    await terminal.resize(1280, 640);
    // A toast stays for some seconds only, of which a slow machine may need all.
    await slowDown(page);
    await api.post('/contract/v5/order/create', { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' });
    // A toast under the pointer stays.
    await page.locator('[data-sonner-toast]').first().hover();
    await expect.poll(() => page.evaluate(liesFree)).toBe(true);
  });
});

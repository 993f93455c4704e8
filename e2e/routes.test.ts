import { describe, expect, it } from 'vitest';
import { ownServer } from './support/own-server.ts';
import { writeRecording } from './support/recording.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal, changes } from './support/terminal.ts';

const origin = sharedServer();

describe('addresses', () => {
  it('RT-01 / leads to the USDT trade path, logged in to a funded account', async () => {
    const terminal = await Terminal.open(origin, { path: '/' });
    await terminal.page.waitForURL('**/trade/usdt/BTCUSDT');
    await terminal.header.getByRole('button', { name: /^BTCUSDT/ }).waitFor();
    await terminal.page.getByRole('button', { name: 'Account of trader-01' }).waitFor();
    await terminal.page
      .getByText(/\d{3},\d{3}\.\d+ USDT/)
      .first()
      .waitFor();
  });

  it('RT-07 a deep link opens on that symbol', async () => {
    const terminal = await Terminal.open(origin, { path: '/trade/usdt/SOLUSDT' });
    await terminal.header.getByRole('button', { name: /^SOLUSDT/ }).waitFor();
    await terminal.chart.locator('[data-symbol="SOLUSDT"][data-state="shown"]').waitFor();
    await terminal.form.getByText('SOL', { exact: true }).first().waitFor();
    expect(new URL(terminal.page.url()).pathname).toBe('/trade/usdt/SOLUSDT');
  });

  it('RT-02 linear contracts live at /trade/usdt/{symbol}: choosing one goes there, back comes back', async () => {
    const terminal = await Terminal.open(origin);
    await terminal.header.getByRole('button', { name: /^BTCUSDT/ }).click();
    await terminal.page.getByLabel('Search contracts and pairs').fill('eth');
    // The list may still be on its way; Enter takes its first row.
    await terminal.page.getByRole('option', { name: 'ETHUSDT', exact: true }).waitFor();
    await terminal.page.keyboard.press('Enter');
    await terminal.page.waitForURL('**/trade/usdt/ETHUSDT');
    await terminal.live();
    await terminal.chart.locator('[data-symbol="ETHUSDT"][data-state="shown"]').waitFor();
    await terminal.page.goBack();
    await terminal.page.waitForURL('**/trade/usdt/BTCUSDT');
    await terminal.chart.locator('[data-symbol="BTCUSDT"][data-state="shown"]').waitFor();
  });

  it("RT-08 a contract opened under another type's route moves to its own", async () => {
    const terminal = await Terminal.open(origin, { path: '/trade/usdt/BTCUSD' });
    await terminal.page.waitForURL('**/trade/inverse/BTCUSD');
    await terminal.page.goBack();
    expect(new URL(terminal.page.url()).pathname).not.toBe('/trade/usdt/BTCUSD');
  });

  it('RT-07 an address of no known symbol says so, and does not break', async () => {
    const terminal = await Terminal.open(origin);
    await terminal.visit('/trade/usdt/NOSUCHUSDT');
    await terminal.page.getByText('There is no contract NOSUCHUSDT').waitFor();
    await terminal.page.getByRole('link', { name: 'ETHUSDT' }).click();
    await terminal.live();
  });

  it('MKT-04 the header is live, and so is the price in the tab', async () => {
    const terminal = await Terminal.open(origin);
    for (const label of ['24h change', 'Mark', 'Index', '24h high', '24h low', 'Turnover 24h', 'Open interest']) {
      await terminal.figure(label).filter({ hasText: /\d/ }).waitFor();
    }
    await terminal
      .figure('Funding / countdown')
      .filter({ hasText: /-?\d\.\d{4}%\s*\d{2}:\d{2}:\d{2}/ })
      .waitFor();
    await Promise.all([changes(terminal.figure('Mark')), changes(terminal.figure('Funding / countdown'))]);
    // The last price of the live market may stand still for a minute; this one does not.
    const { url } = await ownServer('--replay', writeRecording('rises').file);
    const replayed = await Terminal.open(url);
    await expect.poll(() => replayed.page.title()).toMatch(/^[\d,]+\.\d+ BTCUSDT/);
    const title = await replayed.page.title();
    await changes(replayed.lastPrice);
    await expect.poll(() => replayed.page.title()).not.toBe(title);
  });
});

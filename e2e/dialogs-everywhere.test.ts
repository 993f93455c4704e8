import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { Terminal } from './support/terminal.ts';

/** Pages with the tables of the account. */
const PAGES = [
  ['USDT contract', '/trade/usdt/ETHUSDT'],
  ['USDC contract', '/trade/futures/usdc/BTCPERP'],
  ['inverse contract', '/trade/inverse/BTCUSD'],
  ['option', '/trade/option/usdt/BTC'],
  ['spread', '/trade/spread'],
  ['spot', '/trade/spot/BTC/USDT'],
] as const;

describe('dialogs of a position', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer('--seed', '4391');
    const terminal = await Terminal.open(server.url);
    await terminal.market('Buy / Long', '0.01');
    await (await terminal.positionRow('BTCUSDT')).waitFor();
    await terminal.limit('Buy / Long', '30000', '0.01');
    await (await terminal.openOrderRow('BTCUSDT')).waitFor();
    return () => server.stop();
  });

  it.each(PAGES)('TPS-01 REV-01 open from the page of a %s too', async (_, path) => {
    const terminal = await Terminal.open(server.url, { path, until: 'page' });
    const { page } = terminal;
    const row = await terminal.positionRow('BTCUSDT');
    const dialog = page.getByRole('dialog');
    await row.getByRole('button', { name: /^TP\/SL of BTCUSDT/ }).click();
    await dialog.getByRole('region', { name: 'Take profit' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Reverse BTCUSDT long' }).click();
    await dialog.getByText('Reverse BTCUSDT long').waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await (await terminal.openOrderRow('BTCUSDT')).getByRole('button', { name: /^TP\/SL of .*BTCUSDT/ }).click();
    await dialog.getByRole('region', { name: 'Stop loss' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('TPS-01 TPS-08 an option is offered a market exit of all of it by the mark price, and no trailing stop', async () => {
    const terminal = await Terminal.open(server.url, { path: '/trade/option/usdt/BTC', until: 'page' });
    const { page } = terminal;
    // The last expiry is far away at any hour; options about to expire are not quoted.
    const last = page.getByRole('tablist', { name: 'Expiry' }).getByRole('tab').last();
    await last.click();
    await page
      .getByRole('button', { name: new RegExp(`-${(await last.textContent()) ?? ''}-.*-C-USDT, show$`) })
      .first()
      .waitFor();
    const call = page.getByRole('button', { name: /-C-USDT, show$/ }).nth(3);
    const symbol = ((await call.getAttribute('aria-label')) ?? '').split(',')[0] ?? '';
    // By its name: another strike may be listed meanwhile.
    await page.getByRole('button', { name: `${symbol}, show`, exact: true }).click();
    await page.getByRole('region', { name: 'Option', exact: true }).getByText(symbol).waitFor();
    await terminal.market('Buy / Long', '0.1');
    const row = await terminal.positionRow(symbol);
    await row.waitFor();
    expect(await row.getByRole('button', { name: /^Trailing stop of/ }).count()).toBe(0);
    await row.getByRole('button', { name: new RegExp(`^TP/SL of ${symbol}`) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('An option position closes in full, at market').waitFor();
    // It has no leverage.
    expect(await dialog.getByRole('group', { name: 'Position', exact: true }).textContent()).toMatch(/Long ?Option/);
    expect(await dialog.textContent()).not.toMatch(/\d+x/);
    expect(await dialog.getByRole('tab').count()).toBe(0);
    expect(await dialog.getByRole('slider').count()).toBe(0);
    await dialog.getByRole('combobox', { name: 'Trigger of Take profit' }).click();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Mark']);
    await page.keyboard.press('Escape');
    await dialog.getByRole('textbox', { name: 'TP trigger price' }).fill('1');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByRole('alert').first().waitFor();
    await dialog.getByRole('textbox', { name: 'TP trigger price' }).fill('90000');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByRole('button', { name: new RegExp(`^TP/SL of ${symbol} long: 90,000`) }).waitFor();
    await row.getByRole('button', { name: `Reverse ${symbol} long` }).click();
    await dialog.getByText(`Reverse ${symbol} long`).waitFor();
    expect(await dialog.textContent()).toMatch(/Long ?Option.*Short ?Option/);
    expect(await dialog.textContent()).not.toMatch(/\d+x/);
  });
});

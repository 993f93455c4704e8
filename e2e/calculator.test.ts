import { describe, expect, it } from 'vitest';
import { future, number, Terminal } from './support/terminal.ts';
import { units } from './support/numbers.ts';
import { sharedServer } from './support/shared.ts';

const shared = sharedServer();

describe('the calculator', () => {
  it('CAL-02 works out profit, target, liquidation and entry price without an order', async () => {
    const terminal = await Terminal.open(shared, { path: '/trade/usdt/BTCUSDT' });
    await terminal.form.getByRole('button', { name: 'Calculator' }).click();
    const dialog = terminal.page.getByRole('dialog', { name: 'Calculator for BTCUSDT' });
    const fill = (label: string, text: string) => dialog.getByRole('textbox', { name: label, exact: true }).fill(text);
    const figure = (label: string) =>
      dialog
        .locator('dl > div')
        .filter({ has: terminal.page.getByText(label, { exact: true }) })
        .locator('dd');
    expect(await dialog.getByRole('textbox', { name: 'Entry price' }).inputValue()).toMatch(/^\d+\.\d+$/);
    await fill('Leverage', '10');
    await fill('Entry price', '50000');
    await fill('Quantity', '0.5');
    await fill('Exit price', '52000');
    expect(await number(figure('Initial margin'))).toBe(units('2500'));
    expect(await figure('P&L').textContent()).toMatch(/^\+1,000\.00/);
    expect(await figure('Net P&L').textContent()).toMatch(/^\+971\.95/);
    expect(await figure('ROI').textContent()).toBe('+39.80%');

    await dialog.getByRole('tab', { name: 'Target price' }).click();
    await fill('ROI', '-50');
    expect(await figure('Target price').textContent()).toBe('47,500.0');

    await dialog.getByRole('tab', { name: 'Liq. price' }).click();
    expect(await figure('Liquidation price').textContent()).toBe('45,226.1');
    await dialog.getByRole('tab', { name: 'Short' }).click();
    expect(await figure('Liquidation price').textContent()).toBe('54,726.4');
    await dialog.getByRole('tab', { name: 'Long' }).click();
    await dialog.getByRole('tab', { name: 'Cross' }).click();
    expect(await figure('Liquidation price').textContent()).toBe('--');
    await fill('Margin balance', '5000');
    expect(await figure('Liquidation price').textContent()).toBe('40,253.5');

    await dialog.getByRole('tab', { name: 'Entry price' }).click();
    await fill('Price 1', '50000');
    await fill('Quantity 1', '0.5');
    await fill('Price 2', '60000');
    await fill('Quantity 2', '0.3');
    expect(await figure('Average entry price').textContent()).toBe('53,750.0');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('CAL-02 says which costs it includes, and mentions funding only where there is some', async () => {
    const notes: string[] = [];
    for (const symbol of ['BTCUSDT', await future(shared)]) {
      const terminal = await Terminal.open(shared, { path: `/trade/usdt/${symbol}`, until: 'price' });
      await terminal.form.getByRole('button', { name: 'Calculator' }).click();
      const dialog = terminal.page.getByRole('dialog', { name: `Calculator for ${symbol}` });
      notes.push((await dialog.getByText(/^Includes the taker fee/).textContent()) ?? '');
    }
    expect(notes).toEqual([
      'Includes the taker fee of 0.055% both ways, but no funding. Prices on a tick, quantities in whole lots.',
      'Includes the taker fee of 0.055% both ways. Prices on a tick, quantities in whole lots.',
    ]);
  });
});

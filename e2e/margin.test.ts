import { expect, it, describe } from 'vitest';
import { units } from './support/numbers.ts';
import { sharedServer } from './support/shared.ts';
import { cell, Terminal } from './support/terminal.ts';

const shared = sharedServer();

/** The exchange's record of a position, by the web API. */
async function held(terminal: Terminal, symbol: string): Promise<Record<string, unknown>> {
  const { positions } = (await terminal.api.get('/contract/v5/account/state')) as { positions: Record<string, unknown>[] };
  return positions.find((position) => position['symbol'] === symbol) ?? {};
}

describe('margin of isolated positions', () => {
  it('POS-07 the switch is off limits in cross margin; isolated, the call, the toast and then the switch', async () => {
    const terminal = await Terminal.open(shared, { path: '/trade/usdt/DOGEUSDT' });
    await terminal.market('Buy / Long', '500');
    const row = await terminal.positionRow('DOGEUSDT');
    await row.waitFor();
    const toggle = row.getByRole('switch', { name: 'Auto add margin of DOGEUSDT' });
    expect(await toggle.isDisabled()).toBe(true);
    // The reason appears on hover and on press.
    const why = 'Auto margin is available for isolated positions only.';
    expect(await toggle.getAttribute('title')).toBe(why);
    await toggle.press('Space');
    await terminal.page.getByText(why).waitFor();
    expect(await row.getByRole('button', { name: 'Add or remove margin of DOGEUSDT' }).count()).toBe(0);
    await terminal.closeAtMarket(row);
    await row.waitFor({ state: 'detached' });

    await terminal.setMarginMode('Isolated');
    await terminal.market('Buy / Long', '500');
    await row.waitFor();
    expect(await toggle.isEnabled()).toBe(true);
    expect(await toggle.getAttribute('aria-checked')).toBe('false');
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await terminal.page.route('**/private/position/set-auto-add-margin', async (route) => {
      const response = await route.fetch();
      await answered;
      await route.fulfill({ response });
    });
    const sent = terminal.page.waitForRequest('**/private/position/set-auto-add-margin');
    await toggle.click();
    expect((await sent).postDataJSON()).toEqual({ symbol: 'DOGEUSDT', positionIdx: 0, newAutoAddMargin: true });
    // The exchange has it, but the switch waits for the answer and its toast.
    await expect.poll(async () => (await held(terminal, 'DOGEUSDT'))['isAutoAddMargin']).toBe(true);
    expect(await toggle.getAttribute('aria-checked')).toBe('false');
    answer();
    await terminal.page.getByText(/^Auto add margin of DOGEUSDT \w+ is on$/).waitFor();
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true');
  });

  it('POS-08 margin is added and removed by hand as the preview said, amounts times 1e8', async () => {
    const terminal = await Terminal.open(shared, { path: '/trade/usdt/XRPUSDT' });
    await terminal.setMarginMode('Isolated');
    await terminal.market('Buy / Long', '400');
    const row = await terminal.positionRow('XRPUSDT');
    await row.getByRole('button', { name: 'Add or remove margin of XRPUSDT' }).click();
    const dialog = terminal.page.getByRole('dialog', { name: 'Margin of XRPUSDT' });
    const amount = dialog.getByRole('textbox', { name: 'Amount' });
    const confirm = dialog.getByRole('button', { name: 'Confirm' });
    expect(await confirm.isDisabled()).toBe(true);
    const before = units(String((await held(terminal, 'XRPUSDT'))['positionBalance']));

    const asked = terminal.page.waitForRequest('**/private/position/pre-add-margin');
    await amount.fill('25.5');
    expect((await asked).postDataJSON()).toEqual({ symbol: 'XRPUSDT', positionIdx: 0, addToPositionBalanceE8: '2550000000' });
    const figure = (label: string) => dialog.locator('dl > div').filter({ hasText: label }).locator('dd');
    await figure('Liq. price after').filter({ hasText: /\d/ }).waitFor();
    const promised = await figure('Liq. price after').textContent();
    const moved = terminal.page.waitForRequest('**/private/position/add-margin');
    await confirm.click();
    expect((await moved).postDataJSON()).toMatchObject({ symbol: 'XRPUSDT', positionIdx: 0, addToPositionBalanceE8: '2550000000' });
    await terminal.page.getByText(/^25\.5\d* USDT added to the margin of XRPUSDT/).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(units(String((await held(terminal, 'XRPUSDT'))['positionBalance']))).toBe(before + units('25.5'));
    await expect.poll(() => cell(row, 'Liq.').textContent()).toBe(promised);

    await row.getByRole('button', { name: 'Add or remove margin of XRPUSDT' }).click();
    await dialog.getByRole('tab', { name: 'Remove margin' }).click();
    await amount.fill('100000');
    await dialog.getByText('Enter an amount above 0, and at most what can be moved').waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    await amount.fill('10');
    const removed = terminal.page.waitForRequest('**/private/position/add-margin');
    await confirm.click();
    expect((await removed).postDataJSON()).toMatchObject({ addToPositionBalanceE8: '-1000000000' });
    await terminal.page.getByText(/^10\.0\d* USDT removed from the margin of XRPUSDT/).waitFor();
    expect(units(String((await held(terminal, 'XRPUSDT'))['positionBalance']))).toBe(before + units('15.5'));
  });
});

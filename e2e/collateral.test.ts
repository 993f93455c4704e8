import { expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { cell, Terminal } from './support/terminal.ts';

const shared = sharedServer();

it('ACC-03 a coin is left out of the margin and comes back, by its switch on the assets tab', async () => {
  const terminal = await Terminal.open(shared, { path: '/trade/usdt/BTCUSDT' });
  await terminal.tab(/^Assets/);
  const row = terminal.page.getByRole('row', { name: 'ETH', exact: true });
  const toggle = row.getByRole('switch', { name: 'ETH counts as margin' });
  await cell(row, 'Collateral ratio').filter({ hasText: '95%' }).waitFor();
  expect(await toggle.getAttribute('aria-checked')).toBe('true');
  expect(await terminal.page.getByRole('row', { name: 'USDT', exact: true }).getByRole('switch').count()).toBe(0);
  const sent = terminal.page.waitForRequest('**/account/set-collateral-switch*');
  await toggle.click();
  expect((await sent).postDataJSON()).toEqual({ coin: 'ETH', collateralSwitch: 'OFF' });
  await terminal.page.getByText('ETH no longer counts as margin').waitFor();
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
  await terminal.page.reload();
  await terminal.live();
  await terminal.tab(/^Assets/);
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
  await toggle.click();
  await terminal.page.getByText('ETH counts as margin again').waitFor();
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true');
});

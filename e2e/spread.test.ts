import { accountStateResult, parseWire } from '@tapedeck/protocol';
import { expect, it } from 'vitest';
import { ownServer } from './support/own-server.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal, cell } from './support/terminal.ts';

it('RT-10 ORD-12 futures spreads are reached from the symbol selector; both legs fill or neither, and each row shows them', async () => {
  const server = await ownServer('--seed', '4344');
  const terminal = await Terminal.open(server.url);
  const { page } = terminal;
  await terminal.header.getByRole('button', { name: /^BTCUSDT/ }).click();
  await page.getByRole('link', { name: 'Futures spreads' }).click();
  await page.waitForURL('**/trade/spread');

  const list = page.getByRole('group', { name: 'Spreads' });
  const pair = list.getByRole('button').nth(1);
  const names = ((await pair.textContent()) ?? '').match(/BTCUSDT-\d+[A-Z]+\d\d|BTCUSDT/g) ?? [];
  const [far = '', near = ''] = names;
  await pair.click();
  await page.waitForURL(`**/trade/spread/${near}/${far}`);
  const form = page.getByRole('form', { name: 'Spread order' });
  const book = page.getByRole('region', { name: 'Spread book' });
  await book.getByRole('group', { name: 'Spread asks' }).getByRole('button').last().filter({ hasText: /\d/ }).waitFor();

  await form.getByRole('tab', { name: 'Market' }).click();
  await form.getByRole('textbox', { name: 'Quantity' }).fill('0.02');
  await form.getByRole('button', { name: 'Buy spread' }).click();
  const orders = page.getByRole('region', { name: 'Spread orders' });
  await orders.getByRole('tab', { name: 'History' }).click();
  const done = terminal.table('History').getByRole('row', { name: `${far} / ${near}` });
  await expect.poll(() => cell(done, 'Filled').textContent()).toBe('0.020');
  expect(await cell(done, 'Leg 1').textContent()).toMatch(new RegExp(`^Buy ${far}USDT futures · symbol ID \\d+ · order \\d+$`));
  expect(await cell(done, 'Leg 2').textContent()).toMatch(new RegExp(`^Sell ${near}USDT \\w+ · symbol ID \\d+ · order \\d+$`));
  const { positions } = parseWire(accountStateResult, await terminal.api.get('/contract/v5/account/state'));
  expect(positions.map(({ symbol, side, size }) => `${symbol} ${side} ${size}`).sort()).toEqual(
    [`${far} Buy 0.02`, `${near} Sell 0.02`].sort(),
  );

  // Far out of reach: neither leg fills, and the order waits until it is cancelled.
  await form.getByRole('tab', { name: 'Limit' }).click();
  await form.getByRole('textbox', { name: 'Spread price' }).fill('-20000');
  await form.getByRole('textbox', { name: 'Quantity' }).fill('0.05');
  await form
    .getByText(/^Fills 0\.000 of 0\.050 BTC now: the next spread is worse than [-−]20,000\.0 USDT\. The rest waits for it\.$/)
    .waitFor();
  await form.getByRole('button', { name: 'Buy spread' }).click();
  await orders.getByRole('tab', { name: 'Open' }).click();
  const waiting = terminal.table('Open').getByRole('row', { name: `${far} / ${near}` });
  await waiting.waitFor();
  expect(await cell(waiting, 'Filled').textContent()).toBe('0.000');
  // A leg has no order before it trades.
  expect(await cell(waiting, 'Leg 1').textContent()).toMatch(/ symbol ID \d+$/);
  await waiting.getByRole('button', { name: /^Cancel spread order/ }).click();
  await orders.getByText('No open spread orders').waitFor();
});

it('RT-10 spot pairs are reached from the symbol selector', async () => {
  const terminal = await Terminal.open(sharedServer());
  await terminal.header.getByRole('button', { name: /^BTCUSDT/ }).click();
  await terminal.page.getByRole('link', { name: 'Spot pairs' }).click();
  await terminal.page.waitForURL('**/trade/spot/BTC/USDT');
  await terminal.page.getByRole('form', { name: 'Spot order' }).waitFor();
});

import { expect, it } from 'vitest';
import { apiOf, type Api } from './support/api.ts';
import { openPage } from './support/guarded-page.ts';
import { ownServer } from './support/own-server.ts';
import { Terminal, cell } from './support/terminal.ts';

const BEEHIVE = '/fapi/beehive/private/v1/common';

/** The web API with the session of a new user with paper money. */
async function newcomer(origin: string, username: string): Promise<Api> {
  const { context } = await openPage(origin);
  const api = apiOf(context, origin);
  await api.post('/user/public/register', { username, password: 'a long enough secret' });
  await api.post('/contract/v5/account/paper-funds', { coin: 'USDT', amount: '100000' });
  return api;
}

it('ACC-02 a trader follows a leader: orders are copied by the share, closed with the leader, and none is opened by hand', async () => {
  const server = await ownServer('--seed', '4342');
  const ada = await newcomer(server.url, 'ada');
  await server.operator('label', 'ada', '--role', 'leader');

  const follower = await Terminal.open(server.url, { path: '/copy-trading', until: 'page' });
  const { page, api } = follower;
  const leaders = follower.table('Leaders');
  await leaders.getByRole('row', { name: 'ada' }).getByRole('button', { name: 'Follow ada' }).click();
  const dialog = page.getByRole('dialog', { name: 'Follow ada' });
  await dialog.getByRole('textbox', { name: 'Copy ratio' }).fill('0.5');
  await dialog.getByRole('textbox', { name: 'Max. copied' }).fill('50000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const own = page.getByRole('region', { name: 'You follow ada' });
  await own.waitFor();

  const order = { symbol: 'BTCUSDT', orderType: 'Market', type: 'Activity', positionIdx: 0, timeInForce: 'GoodTillCancel' };
  await ada.post(`${BEEHIVE}/order/create`, { ...order, side: 'Buy', qtyX: '20000000' });
  const copied = follower.table('Copied positions').getByRole('row', { name: 'BTCUSDT' });
  // 0.2 × 0.5
  await expect.poll(() => cell(copied, 'Size').textContent()).toBe('0.100');
  await expect(api.post(`${BEEHIVE}/order/create`, { ...order, side: 'Buy', qtyX: '1000000' })).rejects.toThrow('39402');
  await expect(api.post('/contract/v5/order/create', { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' })).rejects.toThrow(
    '39402',
  );

  await ada.post(`${BEEHIVE}/order/close-all`, { symbol: 'BTCUSDT', positionIdx: 0 });
  await own.getByText('Nothing is copied at the moment').waitFor();
  // One closing trade of the leader is in the list, beside the follower that it has.
  const row = leaders.getByRole('row', { name: 'ada' });
  await expect.poll(() => cell(row, 'Trades').textContent()).not.toBe('0');
  expect(await cell(row, 'Followers').textContent()).toBe('1');

  await own.getByRole('button', { name: 'Stop following' }).click();
  await page.getByRole('dialog', { name: 'Stop following' }).getByRole('button', { name: 'Close all at market' }).click();
  await page.getByRole('button', { name: 'Become a leader' }).waitFor();
});

it('ACC-02 REV-01 REV-05 a trader becomes a leader, sees the statistics and who follows, and stops', async () => {
  const server = await ownServer('--seed', '4343');
  const leader = await Terminal.open(server.url, { path: '/copy-trading', until: 'page' });
  const { page } = leader;
  // The simulated market has leaders of its own.
  await leader.table('Leaders').getByRole('row', { name: 'North Star' }).waitFor();
  await page.getByRole('button', { name: 'Become a leader' }).click();
  const dialog = page.getByRole('dialog', { name: 'Become a leader' });
  await dialog.getByRole('textbox', { name: 'Public name' }).fill('Steady Hand');
  await dialog.getByRole('button', { name: 'Become a leader' }).click();
  const own = page.getByRole('region', { name: 'Your statistics as a leader' });
  await own.getByText('No followers yet').waitFor();

  const bert = await newcomer(server.url, 'bert');
  const { list } = (await bert.get(`${BEEHIVE}/leader/list`)) as { list: { leaderId: string; nickName: string }[] };
  const steady = list.find(({ nickName }) => nickName === 'Steady Hand');
  await bert.post(`${BEEHIVE}/follow/set`, { leaderId: steady?.leaderId, ratio: '2', maxAmount: '1000' });
  const row = leader.table('Your followers').getByRole('row', { name: 'bert' });
  await expect.poll(() => cell(row, 'Copy ratio').textContent()).toBe('200%');

  // The reversal dialog asks the copy-trading role first, by the calls of copy trading.
  const order = { symbol: 'XRPUSDT', orderType: 'Market', type: 'Activity', positionIdx: 0, timeInForce: 'GoodTillCancel' };
  await leader.api.post(`${BEEHIVE}/order/create`, { ...order, side: 'Buy', qtyX: '2000000000' });
  await leader.visit('/trade/usdt/XRPUSDT');
  // Before, the second half of a reversal would not be sent.
  await leader.live();
  const held = await leader.positionRow('XRPUSDT');
  await held.getByRole('button', { name: 'Reverse XRPUSDT' }).click();
  const reverse = page.getByRole('dialog', { name: 'Reverse XRPUSDT' });
  await reverse.getByText('Market price').waitFor();
  expect(await reverse.getByRole('checkbox').count()).toBe(0);
  const closing = page.waitForRequest(`**${BEEHIVE}/order/close-all*`);
  const opening = page.waitForRequest(`**${BEEHIVE}/order/create*`);
  await reverse.getByRole('button', { name: 'Reverse', exact: true }).click();
  await Promise.all([closing, opening]);
  await held.getByText('Short', { exact: true }).waitFor();
  await leader.visit('/copy-trading');

  await own.getByRole('button', { name: 'Stop leading' }).click();
  await page.getByRole('dialog', { name: 'Stop leading' }).getByRole('button', { name: 'Stop leading' }).click();
  await page.getByRole('button', { name: 'Become a leader' }).waitFor();
  expect(await bert.get(`${BEEHIVE}/copy/state`)).toEqual({ role: 'none' });
});

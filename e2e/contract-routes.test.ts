import { createStrategyResult, symbolListResult, parseWire } from '@tapedeck/protocol';
import { expect, it } from 'vitest';
import { historyIsMade } from './support/history.ts';
import { ownServer } from './support/own-server.ts';
import { sharedServer } from './support/shared.ts';
import { cell, Terminal } from './support/terminal.ts';

const origin = sharedServer();
const pathOf = (terminal: Terminal): string => new URL(terminal.page.url()).pathname;

/** Chooses a symbol in the selector of the header. */
async function choose(terminal: Terminal, from: string, to: string): Promise<void> {
  await terminal.header.getByRole('button', { name: new RegExp(`^${from}`) }).click();
  await terminal.page.getByRole('combobox', { name: /^Search/ }).fill(to);
  await terminal.page.getByRole('option', { name: to, exact: true }).click();
  await terminal.header.getByRole('button', { name: new RegExp(`^${to}`) }).waitFor();
}

async function firstOf(terminal: Terminal, family: 'UsdcFutures' | 'InverseFutures', begins: string): Promise<string> {
  const list = parseWire(symbolListResult, await terminal.api.get('/contract/v5/product/brief-symbol-list'));
  const found = list[family].map(({ symbolName }) => symbolName).find((name) => name.startsWith(begins));
  if (found === undefined) throw new Error(`no ${family} of ${begins} is listed`);
  return found;
}

it('RT-03 RT-08 POS-04 POS-06 USDC contracts live at /trade/futures/usdc/{symbolName}; between them the symbol switches in place', async () => {
  const terminal = await Terminal.open(origin, { path: '/trade/futures/usdc/BTCPERP' });
  await terminal.header.getByRole('button', { name: /^BTCPERP/ }).waitFor();
  const future = await firstOf(terminal, 'UsdcFutures', 'BTC-');
  await choose(terminal, 'BTCPERP', 'ETHPERP');
  expect(pathOf(terminal)).toBe('/trade/futures/usdc/ETHPERP');
  // Session-settled contracts show the session price, and margin in USDC has four decimals.
  await terminal.api.post('/contract/v5/order/create', { symbol: 'ETHPERP', side: 'Buy', orderType: 'Market', qty: '0.5' });
  const row = await terminal.positionRow('ETHPERP');
  await expect.poll(() => cell(row, 'IM').textContent()).toMatch(/\d\.\d{4}$/);
  expect(await cell(row, 'MM').textContent()).toMatch(/\d\.\d{4}$/);
  expect(await cell(row, 'Value').textContent()).toMatch(/\d\.\d\d$/);
  expect(await cell(row, 'Session avg.').textContent()).toBe(await cell(row, 'Entry').textContent());
  await terminal.closeAtMarket(row);
  await row.waitFor({ state: 'detached' });
  await choose(terminal, 'ETHPERP', future);
  expect(pathOf(terminal)).toBe(`/trade/futures/usdc/${future}`);
  await terminal.live();
  // Another type is another page, and the way back leads past the symbols that were switched in place.
  await choose(terminal, future, 'BTCUSDT');
  expect(pathOf(terminal)).toBe('/trade/usdt/BTCUSDT');
  await terminal.page.goBack();
  await terminal.page.waitForURL(`**/trade/futures/usdc/${future}`);
  // No navigation to where one is already.
  const steps = await terminal.page.evaluate(() => history.length);
  await choose(terminal, future, future);
  expect(await terminal.page.evaluate(() => history.length)).toBe(steps);
});

it('RT-04 RT-05 inverse perpetuals live at /trade/inverse/{symbol}, inverse futures at the code of their delivery', async () => {
  const terminal = await Terminal.open(origin, { path: '/trade/inverse/BTCUSD' });
  await terminal.header.getByRole('button', { name: /^BTCUSD/ }).waitFor();
  await terminal.visit('/trade/inverse/futures/BTCUSD_BIQ');
  await terminal.live();
  const future = (await terminal.header.getByRole('button', { name: /^BTCUSD/ }).textContent()) ?? '';
  expect(future).toMatch(/BTCUSD[HMUZ]\d\d/);
  await terminal.visit('/trade/inverse/futures/BTCUSD_NBIQ');
  await terminal.live();
  const later = (await terminal.header.getByRole('button', { name: /^BTCUSD/ }).textContent()) ?? '';
  expect(later).not.toBe(future);
  await choose(terminal, 'BTCUSD', 'BTCUSDT');
  const symbol = /BTCUSD[HMUZ]\d\d/.exec(future)?.[0] ?? '';
  await choose(terminal, 'BTCUSDT', symbol);
  expect(pathOf(terminal)).toBe('/trade/inverse/futures/BTCUSD_BIQ');
});

it('RT-09 the share link is {origin}/{language}/invite?ref={code}, and its page keeps the code', async () => {
  const terminal = await Terminal.open(origin, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = terminal;
  await page.getByRole('button', { name: 'Account of trader-01' }).click();
  await page.getByRole('menuitem', { name: 'Copy invite link' }).click();
  await page.getByText('Invite link copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${origin}/en/invite?ref=trader-01`);

  const guest = await Terminal.open(origin, { path: '/en/invite?ref=trader-01', until: 'page' });
  const invitation = guest.page.getByRole('main', { name: 'Invitation' });
  await invitation.getByText('trader-01').waitFor();
  await guest.page.getByRole('link', { name: 'Start trading' }).click();
  await guest.page.waitForURL('**/trade/usdt/BTCUSDT');
  // The link without its code: the browser still knows it.
  await guest.visit('/en/invite');
  await invitation.getByText('trader-01').waitFor();
});

it('ORD-06 an order says that it is of a TWAP, a chase limit or an iceberg, while it is open and afterwards', async () => {
  const server = await ownServer('--seed', '4341');
  await historyIsMade(server);
  const terminal = await Terminal.open(server.url);
  const last = Number(((await terminal.lastPrice.textContent()) ?? '').replaceAll(',', ''));
  const common = { symbol: 'BTCUSDT', side: 'Buy', qty: '0.6' };
  const create = async (more: object): Promise<string> => {
    const made = await terminal.api.post('/contract/v5/strategy/create', { ...common, ...more });
    return parseWire(createStrategyResult, made).strategyId ?? '';
  };
  await create({ strategyType: 'Iceberg', price: String(Math.round(last * 0.8)), shownQty: '0.02' });
  await create({ strategyType: 'TWAP', interval: 5, parts: 60 });
  const chase = await create({ strategyType: 'Chase' });
  await terminal.api.post('/contract/v5/strategy/stop', { strategyId: chase }).catch(() => undefined);
  const rows = (table: string, text: string) => terminal.table(table).getByRole('row', { name: 'BTCUSDT' }).filter({ hasText: text });
  await terminal.tab(/^Open orders/);
  await rows('Open orders', 'Iceberg').waitFor();
  await terminal.tab(/^Order history/);
  await rows('Order history', 'TWAP').first().waitFor();
  await rows('Order history', 'Chase limit').first().waitFor();
});

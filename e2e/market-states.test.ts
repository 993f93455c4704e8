import { beforeAll, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { cell, Terminal } from './support/terminal.ts';

const depth = async (terminal: Terminal, symbol: string): Promise<number> => {
  const { b, a } = (await terminal.api.get(`/contract/v5/market/orderbook?symbol=${symbol}&limit=20`)) as { b: string[][]; a: string[][] };
  return [...b, ...a].reduce((sum, [, quantity]) => sum + Number(quantity), 0);
};

// One account for all: each test has a coin of its own, and the first one lists everything that the account holds.
let server: RunningServer;
beforeAll(async () => {
  server = await startServer('--seed', '4351');
  return () => server.stop();
});

it('POS-01 positions as a file: the open ones, and empty ones when they are asked for', async () => {
  const terminal = await Terminal.open(server.url, { path: '/trade/usdt/SOLUSDT' });
  await terminal.api.post('/contract/v5/order/create', { symbol: 'XRPUSDT', side: 'Buy', orderType: 'Market', qty: '50' });
  await terminal.market('Buy / Long', '4');
  const gone = await terminal.positionRow('XRPUSDT');
  await (await terminal.positionRow('SOLUSDT')).waitFor();
  await terminal.closeAtMarket(gone);
  await gone.waitFor({ state: 'detached' });
  const file = async (choice: string): Promise<string[]> => {
    await terminal.page.getByRole('button', { name: 'Download positions' }).click();
    const [download] = await Promise.all([
      terminal.page.waitForEvent('download'),
      terminal.page.getByRole('menuitem', { name: choice }).click(),
    ]);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    return Buffer.concat(parts).toString().trimEnd().split('\r\n');
  };
  const [head = '', ...open] = await file('Open positions');
  expect(head.split(',').slice(0, 4)).toEqual(['symbol', 'side', 'size', 'leverage']);
  expect(open.map((line) => line.split(',').slice(0, 4))).toEqual([['SOLUSDT', 'Buy', '4', '10']]);
  const [, ...all] = await file('Including empty positions');
  expect(all.map((line) => line.split(',').slice(0, 4))).toEqual([
    ['SOLUSDT', 'Buy', '4', '10'],
    ['XRPUSDT', '', '0', '10'],
  ]);
  // The table shows the data of the file.
  const empty = terminal.page.getByRole('row', { name: 'XRPUSDT without a position' });
  expect(await empty.count()).toBe(0);
  await terminal.page.getByRole('switch', { name: 'Show empty positions' }).click();
  await empty.waitFor();
  await terminal.page.reload();
  await empty.waitFor();
  await terminal.page.getByRole('switch', { name: 'Show empty positions' }).click();
  await empty.waitFor({ state: 'detached' });
  await (await terminal.positionRow('SOLUSDT')).waitFor();
});

it('POS-04 a tag says how much of the position its stop-losses close', async () => {
  const terminal = await Terminal.open(server.url, { path: '/trade/usdt/LINKUSDT' });
  await terminal.market('Buy / Long', '4');
  const contract = cell(await terminal.positionRow('LINKUSDT'), 'Contract');
  await contract.waitFor();
  expect(await contract.textContent()).toBe('LINKUSDTLongCross 10x');
  const { list } = (await terminal.api.get('/contract/v5/market/tickers?symbol=LINKUSDT')) as { list: { lastPrice: string }[] };
  const stopLoss = (Number(list[0]?.lastPrice) * 0.8).toFixed(2);
  const exits = { symbol: 'LINKUSDT', positionIdx: 0, stopLoss };
  await terminal.api.post('/contract/v5/position/set-tp-sl-ts', { ...exits, tpSlMode: 'Partial', qty: '1' });
  await contract.getByText('SL 25%', { exact: true }).waitFor();
  await terminal.api.post('/contract/v5/position/set-tp-sl-ts', { ...exits, tpSlMode: 'Full' });
  await contract.getByText('SL 100%', { exact: true }).waitFor();
});

it('C10 SIM-04 lights say how early a position is deleveraged: the rank that the exchange tells is lit', async () => {
  const terminal = await Terminal.open(server.url, { path: '/trade/usdt/ETHUSDT' });
  await terminal.setLeverage('50');
  await terminal.market('Buy / Long', '5');
  const row = await terminal.positionRow('ETHUSDT');
  await row.waitFor();
  const lights = row.getByRole('img', { name: /^Auto-deleveraging rank [1-5] of 5$/ });
  await lights.waitFor();
  // Now it has the highest profit and leverage: it is deleveraged first.
  await server.operator('stage', 'gap', 'ETH', '--percent=3', '--seconds', '86400');
  await row.getByRole('img', { name: 'Auto-deleveraging rank 5 of 5' }).waitFor();
  const { positions } = (await terminal.api.get('/contract/v5/account/state')) as {
    positions: { symbol: string; adlRankIndicator: number }[];
  };
  expect(positions.find(({ symbol }) => symbol === 'ETHUSDT')?.adlRankIndicator).toBe(5);
  const lit = await lights.evaluate((node) => [...node.children].map((light) => getComputedStyle(light).backgroundColor));
  expect(new Set(lit).size).toBe(1);
});

it('SIM-04 a thin book is thin on screen and still live; a market order fills what there is', async () => {
  const terminal = await Terminal.open(server.url, { path: '/trade/usdt/LTCUSDT' });
  const quantities = async (): Promise<number> => {
    const rows = [...(await terminal.bookRows('Bids')), ...(await terminal.bookRows('Asks'))];
    return rows.reduce((sum, [, quantity = '0']) => sum + Number(quantity.replaceAll(',', '')), 0);
  };
  await expect.poll(quantities).toBeGreaterThan(0);
  const before = await quantities();
  await server.operator('stage', 'thin-book', 'LTC', '--percent=-90', '--seconds', '86400');
  await expect.poll(quantities).toBeLessThan(before / 3);
  await terminal.bookIs('live');
  await terminal.market('Buy / Long', '1');
  await (await terminal.positionRow('LTCUSDT')).waitFor();
});

it('SIM-04 late quotes: the book stands for its second and is still live, orders go through', async () => {
  const terminal = await Terminal.open(server.url, { path: '/trade/usdt/XRPUSDT' });
  await server.operator('stage', 'latency', 'XRP', '--milliseconds', '1500', '--seconds', '86400');
  const last = await terminal.lastPrice.textContent();
  await expect.poll(() => terminal.lastPrice.textContent()).not.toBe(last);
  await terminal.bookIs('live');
  await terminal.market('Buy / Long', '50');
  await (await terminal.positionRow('XRPUSDT')).waitFor();
});

it('MKT-07 an inverse contract counts contracts of a dollar, and is worth coins', async () => {
  const terminal = await Terminal.open(server.url, { path: '/trade/inverse/BTCUSD' });
  await terminal.form.getByRole('button', { name: /USD/ }).first().waitFor();
  await terminal.book.getByText('Qty (USD)').waitFor();
  await expect.poll(() => terminal.figure('Turnover 24h').textContent()).toMatch(/BTC$/);
  await expect.poll(() => terminal.figure('Open interest').textContent()).toMatch(/USD$/);
  await terminal.form.getByRole('tab', { name: 'Market' }).click();
  await terminal.quantity.fill('1000');
  // 1,000 dollars at some ten thousand each are hundredths of a coin, at the prices of both sides.
  await expect.poll(() => terminal.formFigure('Value').textContent()).toMatch(/^0\.0\d{4,7} \/ 0\.0\d{4,7} BTC$/);
  await expect.poll(() => terminal.preview('Buy / Long', 'Cost').textContent()).toMatch(/^0\.00\d{4,8}$/);
  await terminal.press('Buy / Long');
  await (await terminal.positionRow('BTCUSD')).waitFor();
  expect(await depth(terminal, 'BTCUSD')).toBeGreaterThan(0);
});

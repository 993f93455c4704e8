import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServerProcess, bundleServer } from './testing/server-process.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const folder = temporaryFolder();
let server: ServerProcess;
beforeAll(async () => {
  server = new ServerProcess(await bundleServer(), join(folder.path, 'data'), ['--seed', '5']);
  await server.start();
  for (const coin of ['USDC', 'BTC', 'ETH']) {
    await post('/contract/v5/account/paper-funds', { coin, amount: coin === 'USDC' ? '100000' : '2' });
  }
});
afterAll(async () => {
  await server.end('SIGKILL');
  folder.remove();
});

const post = (path: string, body: object) => server.call('POST', path, body);
type Row = Readonly<Record<string, string>>;
const listOf = async (path: string): Promise<readonly Row[]> => (await server.call('GET', path)).result['list'] as readonly Row[];

/** A symbol of a family that is listed for long, by the lists that the terminal has. */
async function symbolOf(kind: string): Promise<string> {
  if (kind === 'Spot') return 'BTC/USDT';
  if (kind.endsWith('Option')) {
    const settleCoin = kind === 'UsdcOption' ? 'USDC' : 'USDT';
    const { result } = await server.call('GET', `/contract/v5/product/option-symbol-list?baseCoin=BTC&settleCoin=${settleCoin}`);
    const calls = (result['list'] as readonly Row[]).filter(({ symbolName = '' }) => /-C(-|$)/.test(symbolName));
    const strike = ({ symbolName = '' }: Row): number => Number(/-(\d+)-C/.exec(symbolName)?.[1]);
    const last = Math.max(...calls.map(({ deliveryTimeE3 }) => Number(deliveryTimeE3)));
    const lasting = calls.filter(({ deliveryTimeE3 }) => Number(deliveryTimeE3) === last);
    return lasting.toSorted((a, b) => strike(a) - strike(b))[0]?.['symbolName'] ?? '';
  }
  const { result } = await server.call('GET', `/contract/v5/product/brief-symbol-list?filter=${kind}`);
  return (result[kind] as readonly Row[]).at(kind.endsWith('Futures') ? -1 : 0)?.['symbolName'] ?? '';
}

const KINDS = ['LinearPerpetual', 'LinearFutures', 'InversePerpetual', 'InverseFutures', 'UsdcPerpetual', 'UsdcFutures', 'Spot'] as const;

describe('the past of each product', () => {
  test.each([...KINDS, 'UsdcOption', 'UsdtOption'])(
    'API-06 ACC-03 %s: an order that rested and went is in the history, by its symbol',
    async (kind) => {
      const symbol = await symbolOf(kind);
      const { result } = await server.call('GET', `/contract/v5/product/dynamic-symbol-item?symbol=${symbol}`);
      const item = result['item'] as Row;
      // The lowest price that there is: it rests, unless the price has a limit of its own below.
      const { list } = (await server.call('GET', `/contract/v5/market/tickers?symbol=${symbol}`)).result as {
        readonly list: readonly Row[];
      };
      const digits = (text: string | undefined): number => text?.split('.')[1]?.length ?? 0;
      const mark = Number(list[0]?.['markPrice'] ?? list[0]?.['lastPrice']);
      const tick = Number(item['tickSize']);
      const price = (Math.max(1, Math.floor((mark * 0.97) / tick)) * tick).toFixed(digits(item['tickSize']));
      const qty = kind === 'Spot' ? '0.001' : item['minQty'];
      const least = kind.startsWith('Inverse') ? '100' : qty;
      const orderLinkId = `past-${kind}`;
      const created = await post('/contract/v5/order/create', { symbol, side: 'Buy', orderType: 'Limit', price, qty: least, orderLinkId });
      expect([created.ret_code, created.ret_msg, symbol]).toEqual([0, 'OK', symbol]);
      await post('/contract/v5/order/cancel', { symbol, orderLinkId });
      const past = () => listOf(`/contract/v5/order/history?symbol=${symbol}`);
      await expect.poll(async () => (await past()).map((row) => row['orderLinkId'])).toContain(orderLinkId);
      for (const row of await past()) expect(row['symbol']).toBe(symbol);
    },
  );
});

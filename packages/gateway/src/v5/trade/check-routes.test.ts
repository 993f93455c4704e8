import { price, ticks } from '@tapedeck/domain';
import { expect, test } from 'vitest';
import { FakeVenue } from '../../testing/fake-venue.ts';
import { createWorld } from '../../testing/fake-world.ts';
import { INVERSE, SPOT } from '../../testing/program-markets.ts';
import { NamedKeys, SIGNED } from '../../testing/program-socket.ts';
import type { V5Response } from '../ports.ts';

/** A market before the first trade of its recording. */
class SilentVenue extends FakeVenue {
  override market(instrument: number): ReturnType<FakeVenue['market']> {
    const { state, day } = super.market(instrument);
    const none = price(0n);
    return { state: { ...state, last: none, mark: none, index: none, bestBid: ticks(0), bestAsk: ticks(0) }, day };
  }
}

async function ask(method: 'GET' | 'POST', path: string, fields: Readonly<Record<string, string>>): Promise<V5Response> {
  const world = createWorld(
    new SilentVenue([
      { ...SPOT, id: 0 },
      { ...INVERSE, id: 1 },
    ]),
    new NamedKeys(),
  );
  const headers = {
    'x-bapi-api-key': 'trader',
    'x-bapi-sign': SIGNED,
    'x-bapi-timestamp': String(world.now),
    'x-bapi-recv-window': '5000',
  };
  const input = method === 'GET' ? { parameters: fields, value: undefined } : { parameters: {}, value: fields };
  return world.gateway.handleV5({ method, path, query: '', body: '', client: '127.0.0.1', address: '127.0.0.1', headers, ...input });
}

test.each(['Buy', 'Sell'])('OPS-05 before the first price of a pair, nothing of it can be traded: %s', async (side) => {
  const answer = await ask('GET', '/v5/order/spot-borrow-check', { category: 'spot', symbol: 'BTCUSDT', side });
  expect(answer.body).toMatchObject({ retCode: 0, result: { maxTradeQty: '0', spotMaxTradeQty: '0' } });
});

test.each(['Market', 'Limit'])('OPS-05 an order before the first price of a contract is checked without a fault: %s', async (orderType) => {
  const order = {
    category: 'inverse',
    symbol: 'BTCUSD',
    side: 'Buy',
    orderType,
    qty: '100',
    ...(orderType === 'Limit' && { price: '60000' }),
  };
  expect((await ask('POST', '/v5/order/pre-check', order)).body).toMatchObject({ retCode: 0 });
});

import { price, rate, timestamp } from '@tapedeck/domain';
import { decodeDelivery, decodeFund, decodeFunding, deliveryPage, fundingPage, insuranceResult, parseWire } from '@tapedeck/protocol';
import type { SettlementRow } from '@tapedeck/venue';
import { beforeEach, describe, expect, test } from 'vitest';
import { BTC } from '../testing/fake-venue.ts';
import { createWorld, type World } from '../testing/fake-world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});

const where = { sequence: 3, index: 0, time: timestamp(1_700_000_000_000) };
const funding: SettlementRow = {
  ...where,
  settlement: { type: 'FundingSettled', instrument: BTC.id, rate: rate(-12_500n), mark: price(64_000_50000000n) },
};

describe('what markets settled', () => {
  test('MKT-06 anybody reads the fundings of a contract', async () => {
    world.history.settlementRows = [funding];
    const { result } = (await world.get('/contract/v5/market/funding-history', { symbol: 'BTCUSDT', limit: '7' })).body;
    const [item] = parseWire(fundingPage, result).list;
    expect(item).toEqual({ symbol: 'BTCUSDT', fundingRate: '-0.000125', markPrice: '64000.5', fundingTimeE3: 1_700_000_000_000 });
    expect(item && decodeFunding(item)).toEqual({ time: where.time, rate: rate(-12_500n), mark: price(64_000_50000000n) });
    expect(world.history.queries).toEqual([{ kind: 'FundingSettled', instruments: [BTC.id], cursor: '', limit: 7 }]);
  });

  test('MKT-06 deliveries are read of a symbol, of a coin or of all', async () => {
    world.history.settlementRows = [{ ...where, settlement: { type: 'DeliverySettled', instrument: BTC.id, price: price(1_50000000n) } }];
    const ask = async (query: Record<string, string>) =>
      parseWire(deliveryPage, (await world.get('/contract/v5/market/delivery-history', query)).body.result).list.map(decodeDelivery);
    expect(await ask({})).toEqual([{ symbol: 'BTCUSDT', time: where.time, price: price(1_50000000n) }]);
    await ask({ baseCoin: 'ETH' });
    await ask({ baseCoin: 'XYZ' });
    await ask({ symbol: 'ETHUSDT' });
    const asked = world.history.queries.map((query) => query.instruments);
    expect(asked).toEqual([undefined, [1], [], [1]]);
  });

  test('MKT-06 the insurance fund is told by coin', async () => {
    const { result } = (await world.get('/contract/v5/market/insurance')).body;
    expect(parseWire(insuranceResult, result).list.map(decodeFund)).toEqual(await world.venue.insurance());
  });

  test.each([
    ['funding-history', {}, 'symbol'],
    ['funding-history', { symbol: 'NOPE' }, 'symbol'],
    ['funding-history', { symbol: 'BTCUSDT', limit: '0' }, 'limit'],
    ['funding-history', { symbol: 'BTCUSDT', cursor: 'x' }, 'cursor'],
    ['delivery-history', { limit: '201' }, 'limit'],
    ['delivery-history', { baseCoin: 'btc' }, 'baseCoin'],
  ])('%s: %o is refused and says why: %s', async (name, query, words) => {
    const answer = await world.get(`/contract/v5/market/${name}`, query);
    expect(answer.body.ret_code).toBe(10001);
    expect(answer.body.ret_msg).toContain(words);
  });

  test('MKT-06 a history that is away or behind says so', async () => {
    world.history.behindSince = 5;
    const { result } = (await world.get('/contract/v5/market/funding-history', { symbol: 'BTCUSDT' })).body;
    expect(parseWire(fundingPage, result).behindSinceE3).toBe(5);
    world.history.isAway = true;
    expect((await world.get('/contract/v5/market/funding-history', { symbol: 'BTCUSDT' })).status).toBe(503);
  });
});

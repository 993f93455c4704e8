import { describe, expect, test } from 'vitest';
import { leverage, lots, money, rate, ticks, type Instrument } from '@tapedeck/domain';
import { decodeSpotSymbol, spotListResult, parseWire } from '@tapedeck/protocol';
import { BTC, ETH, FakeVenue, fakeInstrument } from '../testing/fake-venue.ts';
import { createWorld, sessionOf } from '../testing/fake-world.ts';

const UNIT = 100_000_000n;

const pair = (id: number, baseCoin: string, quoteCoin: string): Instrument => ({
  ...fakeInstrument(id, 'BTCUSDT', { tick: '0.1', lot: '0.000001', digits: [1, 6] }),
  symbol: `${baseCoin}/${quoteCoin}`,
  kind: 'Spot',
  baseCoin,
  quoteCoin,
  settleCoin: quoteCoin,
  tiers: [],
  leverageSections: [leverage(100n)],
  fundingIntervalHours: 0,
  fundingCap: rate(0n),
  spot: {
    amountStep: money(UNIT / 100n),
    maxAmount: money(8_000_000n * UNIT),
    marketPriceLimitRate: rate(3_000_000n),
    buyClosed: false,
    sellClosed: true,
    shown: true,
    loanable: true,
  },
});
const PAIRS = [pair(2, 'BTC', 'USDT'), pair(3, 'ETH', 'BTC')];

const worldWithPairs = () => createWorld(new FakeVenue([BTC, ETH, ...PAIRS]));

describe('spot pairs', () => {
  test('EXC-01 carries everything that an order of a pair is checked by; the contracts have no pairs among them', async () => {
    const world = worldWithPairs();
    const { list } = parseWire(spotListResult, (await world.get('/spot/api/basic/symbol_list_all')).body.result);
    expect(list.flatMap(({ quoteTokenSymbols }) => quoteTokenSymbols.map(decodeSpotSymbol))).toEqual(PAIRS);
    const { body } = await world.get('/contract/v5/product/brief-symbol-list');
    expect(JSON.stringify(body)).not.toContain('BTC/USDT');
  });

  test('EXC-01 a spot order names its pair, what it spends, and whether it may borrow', async () => {
    const world = worldWithPairs();
    const order = { symbol: 'BTC/USDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '64000.1', isLeverage: true };
    expect((await world.post('/contract/v5/order/create', order, sessionOf())).body.ret_code).toBe(0);
    const byAmount = { symbol: 'BTC/USDT', side: 'Buy', orderType: 'Market', qty: '250', marketUnit: 'quoteCoin' };
    expect((await world.post('/contract/v5/order/create', byAmount, sessionOf())).body.ret_code).toBe(0);
    expect(world.venue.commands).toMatchObject([
      { instrument: 2, price: ticks(640_001), quantity: lots(10_000), borrows: true },
      { instrument: 2, quantity: lots(0), quoteAmount: money(250n * UNIT) },
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { price, timestamp, type Instrument, type MarketState, type OptionRight } from '@tapedeck/domain';
import { decodeInstrument, decodeInstrumentInfo, instrumentInfoFrame, optionListResult, tickersResult } from '@tapedeck/protocol';
import { BTC, ETH, FakeVenue, START, fakeInstrument } from '../testing/fake-venue.ts';
import { FakeSocket, createWorld } from '../testing/fake-world.ts';

const UNIT = 100_000_000n;
const DAY = 86_400_000;

function option(id: number, days: number, strike: number, right: OptionRight, settleCoin = 'USDC'): Instrument {
  const symbol = `BTC-${days}DEC26-${strike}-${right === 'Call' ? 'C' : 'P'}-${settleCoin}`;
  return {
    ...fakeInstrument(id, symbol, { tick: '1', lot: '0.01', digits: [0, 2] }),
    kind: settleCoin === 'USDT' ? 'UsdtOption' : 'UsdcOption',
    baseCoin: 'BTC',
    quoteCoin: settleCoin,
    settleCoin,
    tiers: [],
    leverageSections: [],
    deliveryAt: timestamp(START + days * DAY),
    option: { strike: price(BigInt(strike) * UNIT), right },
  };
}

const LISTED = [
  BTC,
  ETH,
  option(2, 7, 30_000, 'Put'),
  option(3, 7, 30_000, 'Call'),
  option(4, 1, 31_000, 'Call'),
  option(5, 7, 29_000, 'Call'),
  option(6, 1, 31_000, 'Call', 'USDT'),
];
const GREEKS = { delta: 0.362, gamma: 0.00022, vega: 15.9, theta: -68.4 };

class OptionVenue extends FakeVenue {
  override market(id: number): ReturnType<FakeVenue['market']> {
    const { state, day } = super.market(id);
    if (LISTED[id]?.option === undefined) return { state, day };
    const priced: MarketState = { ...state, option: { forward: 30_010.5, markVolatility: 0.6, askVolatility: 0.61, greeks: GREEKS } };
    return { state: priced, day };
  }
}

describe('options', () => {
  test('EXC-01 a board is listed by expiry, strike and right, calls before puts; each settle coin has its own', async () => {
    const world = createWorld(new OptionVenue(LISTED));
    const ask = async (baseCoin: string, settleCoin: string) =>
      optionListResult.parse((await world.get('/contract/v5/product/option-symbol-list', { baseCoin, settleCoin })).body.result).list;
    expect((await ask('BTC', 'USDC')).map(({ symbol }) => symbol)).toEqual([4, 5, 3, 2]);
    expect((await ask('BTC', 'USDC')).map(decodeInstrument)[2]).toEqual(LISTED[3]);
    expect((await ask('BTC', 'USDT')).map(({ symbol }) => symbol)).toEqual([6]);
    expect(await ask('ETH', 'USDC')).toEqual([]);
    expect((await world.get('/contract/v5/product/option-symbol-list', { baseCoin: 'btc', settleCoin: 'USDC' })).status).toBe(400);
  });

  test('EXC-03 the ticker says forward, volatilities and greeks, and following it is looking', async () => {
    const world = createWorld(new OptionVenue(LISTED));
    const call = LISTED[3] as Instrument;
    const answer = tickersResult.parse((await world.get('/contract/v5/market/tickers', { symbol: call.symbol })).body.result);
    const expected = { forward: 30_010.5, markVolatility: 0.6, askVolatility: 0.61, greeks: GREEKS };
    expect(answer.list.map((info) => decodeInstrumentInfo(info, call).market.option)).toEqual([expected]);
    const socket = new FakeSocket(world.gateway, 'public');
    socket.say({ op: 'subscribe', args: [`instrument_info.${call.symbol}`] });
    expect(world.venue.watched).toEqual([[call.id]]);
    const frame = socket.take().find(({ topic }) => topic === `instrument_info.${call.symbol}`);
    expect(decodeInstrumentInfo(instrumentInfoFrame.parse(frame).data, call).market.option).toEqual(expected);
  });
});

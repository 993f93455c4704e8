import { describe, expect, test } from 'vitest';
import { price, ticks, timestamp, type Instrument, type MarketState, type OptionRight } from '@tapedeck/domain';
import {
  decodeInstrument,
  decodeInstrumentInfo,
  instrumentInfoFrame,
  optionListResult,
  tickersResult,
  parseWire,
} from '@tapedeck/protocol';
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
  /** Quotes of the simulated market; none until the first reader. */
  quoted = true;

  override market(id: number): ReturnType<FakeVenue['market']> {
    const { state, day } = super.market(id);
    if (LISTED[id]?.option === undefined) return { state, day };
    const priced: MarketState = { ...state, option: { forward: 30_010.5, markVolatility: 0.6, askVolatility: 0.61, greeks: GREEKS } };
    return { state: this.quoted ? priced : { ...priced, mark: price(0n), bestAsk: ticks(0) }, day };
  }
}

/** Whether an answer has come. */
function answered(answer: Promise<unknown>): () => boolean {
  let come = false;
  void answer.then(() => (come = true));
  return () => come;
}
/** Lets everything happen that waits for nothing. */
const turn = async (): Promise<void> => {
  for (let left = 50; left > 0; left -= 1) await Promise.resolve();
};

describe('options', () => {
  test('EXC-01 a board is listed by expiry, strike and right, calls before puts; each settle coin has its own', async () => {
    const world = createWorld(new OptionVenue(LISTED));
    const ask = async (baseCoin: string, settleCoin: string) =>
      parseWire(optionListResult, (await world.get('/contract/v5/product/option-symbol-list', { baseCoin, settleCoin })).body.result).list;
    expect((await ask('BTC', 'USDC')).map(({ symbol }) => symbol)).toEqual([4, 5, 3, 2]);
    expect((await ask('BTC', 'USDC')).map(decodeInstrument)[2]).toEqual(LISTED[3]);
    expect((await ask('BTC', 'USDT')).map(({ symbol }) => symbol)).toEqual([6]);
    expect(await ask('ETH', 'USDC')).toEqual([]);
    expect((await world.get('/contract/v5/product/option-symbol-list', { baseCoin: 'btc', settleCoin: 'USDC' })).status).toBe(400);
  });

  test('EXC-03 the ticker says forward, volatilities and greeks, and following it is looking', async () => {
    const world = createWorld(new OptionVenue(LISTED));
    const call = LISTED[3] as Instrument;
    const asked = world.get('/contract/v5/market/tickers', { symbol: call.symbol });
    world.venue.emitMarket(call.id);
    const answer = parseWire(tickersResult, (await asked).body.result);
    const expected = { forward: 30_010.5, markVolatility: 0.6, askVolatility: 0.61, greeks: GREEKS };
    expect(answer.list.map((info) => decodeInstrumentInfo(info, call).market.option)).toEqual([expected]);
    const socket = new FakeSocket(world.gateway, 'public');
    socket.say({ op: 'subscribe', args: [`instrument_info.${call.symbol}`] });
    expect(world.venue.watched).toEqual([[call.id]]);
    const frame = socket.take().find(({ topic }) => topic === `instrument_info.${call.symbol}`);
    expect(decodeInstrumentInfo(parseWire(instrumentInfoFrame, frame).data, call).market.option).toEqual(expected);
  });

  test.each(['tickers', 'orderbook'])('EXC-03 to ask for the %s of an option is a look: the answer waits for its quotes', async (what) => {
    const venue = new OptionVenue(LISTED);
    const world = createWorld(venue);
    const [put, call] = [LISTED[2], LISTED[3]] as [Instrument, Instrument];
    const ask = (symbol: string) => world.get(`/contract/v5/market/${what}`, { symbol });
    venue.quoted = false;
    const first = ask(call.symbol);
    const come = answered(first);
    expect(venue.watched).toEqual([[call.id]]);
    venue.emitMarket(put.id);
    venue.emitMarket(call.id);
    await turn();
    expect(come()).toBe(false);
    venue.quoted = true;
    venue.emitMarket(call.id);
    expect((await first).status).toBe(200);
    // The option stays watched for a while: the next answer is immediate, and no other client receives it.
    expect((await ask(call.symbol)).status).toBe(200);
    expect(venue.watched).toEqual([[call.id]]);
    world.now += 11_000;
    venue.emit([]);
    expect(venue.watched.at(-1)).toEqual([]);
    const again = answered(ask(call.symbol));
    await turn();
    expect([again(), venue.watched.at(-1)]).toEqual([false, [call.id]]);
  });

  test('EXC-03 an option that nobody quotes is answered as it stands, and a contract without waiting', async () => {
    const venue = new OptionVenue(LISTED);
    const world = createWorld(venue);
    const call = LISTED[3] as Instrument;
    venue.quoted = false;
    const asked = world.get('/contract/v5/market/tickers', { symbol: call.symbol });
    world.now += 2_000;
    venue.emit([]);
    expect(parseWire(tickersResult, (await asked).body.result).list).toMatchObject([{ symbol: call.symbol, markPrice: '0' }]);
    expect((await world.get('/contract/v5/market/tickers', { symbol: BTC.symbol })).status).toBe(200);
    expect(venue.watched).toEqual([[call.id]]);
  });
});

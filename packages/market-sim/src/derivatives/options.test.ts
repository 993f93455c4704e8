import {
  isOption,
  lots,
  milliseconds,
  money,
  optionPrice,
  priceNumber,
  tickCount,
  ticks,
  timestamp,
  type Event,
  type Instrument,
  type Side,
} from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { beforeEach, describe, expect, test } from 'vitest';
import { PERPETUALS } from '../instruments/contracts.ts';
import { SimulatedMarket } from '../live/simulated-market.ts';
import { DAY_MS } from '../path/calendar.ts';
import { OPTION_COINS, optionChains } from './option-chains.ts';

const FEW = PERPETUALS.filter(({ kind, baseCoin }) => kind === 'LinearPerpetual' && baseCoin === 'BTC').map((one, id) => ({ ...one, id }));
/** A Tuesday. */
const GENESIS = Date.UTC(2026, 11, 8, 14);
const TRADER = 100;
const UNIT = 100_000_000n;

class Floor {
  exchange = new Exchange(FEW, new SimulatedMarket(7, FEW, { derivatives: true }), timestamp(GENESIS));
  time = GENESIS;

  constructor() {
    this.exchange.apply({ type: 'OpenAccount', time: timestamp(GENESIS), account: TRADER, kind: 'UTA2' });
    this.step(0);
    for (const coin of ['USDT', 'USDC']) {
      const amount = money(1_000_000n * UNIT);
      this.exchange.apply({ type: 'CreditAccount', time: timestamp(GENESIS), account: TRADER, coin, amount });
    }
  }

  step(elapsed: number): Event[] {
    this.time += elapsed;
    this.exchange.apply({ type: 'AdvanceClock', time: timestamp(this.time) });
    return this.exchange.events.splice(0);
  }

  watch(instruments: readonly Instrument[]): void {
    this.exchange.apply({ type: 'WatchMarkets', time: timestamp(this.time), instruments: instruments.map(({ id }) => id) });
  }

  market(instrument: Instrument, side: Side, quantity: number): string | undefined {
    return this.exchange.apply({
      type: 'PlaceOrder',
      time: timestamp(this.time),
      account: TRADER,
      instrument: instrument.id,
      side,
      orderType: 'Market',
      price: ticks(0),
      quantity: lots(quantity),
      timeInForce: 'ImmediateOrCancel',
      reduceOnly: false,
      positionIndex: 0,
      clientOrderId: '',
      source: 'form',
    }).refusal?.reason;
  }

  get options(): Instrument[] {
    return this.exchange.instruments.filter((instrument) => isOption(instrument) && instrument.status === 'Trading');
  }

  /** Calls and puts of one date in USDC, by strike. */
  chain(date: string): { readonly call: Instrument; readonly put: Instrument }[] {
    const own = this.options.filter(({ symbol }) => symbol.startsWith(`BTC-${date}-`) && !symbol.endsWith('-USDT'));
    return own
      .filter(({ option }) => option?.right === 'Call')
      .flatMap((call) => {
        const put = own.find(({ option }) => option?.right === 'Put' && option.strike === call.option?.strike);
        return put === undefined ? [] : [{ call, put }];
      });
  }
}

let floor: Floor;
beforeEach(() => {
  floor = new Floor();
});

describe('the chains', () => {
  test('EXC-01 BTC, ETH and SOL, days to quarters, calls and puts around the money in USDC and USDT', () => {
    const now = timestamp(GENESIS);
    const chains = optionChains(now, (coin) => ({ BTC: 98_700, ETH: 3_440, SOL: 187.5 })[coin] ?? 1);
    expect(OPTION_COINS).toEqual(['BTC', 'ETH', 'SOL']);
    expect(chains.length).toBeGreaterThan(500);
    expect(chains.length).toBeLessThan(1_000);
    const symbols = new Set(chains.map(({ symbol }) => symbol));
    expect(symbols.size).toBe(chains.length);
    for (const symbol of [
      'BTC-9DEC26-98500-C',
      'BTC-9DEC26-98500-P-USDT',
      'BTC-25DEC26-100000-C',
      'BTC-25DEC26-100000-C-USDT',
      'ETH-11DEC26-3450-P',
      'SOL-26MAR27-190-C',
    ])
      expect([...symbols]).toContain(symbol);
    const strikes = chains
      .filter(({ symbol }) => symbol.startsWith('BTC-9DEC26') && symbol.endsWith('-C'))
      .map(({ option }) => option?.strike);
    expect(strikes.map((strike) => Number(strike) / 1e8)).toEqual([97_000, 97_500, 98_000, 98_500, 99_000, 99_500, 100_000]);
  });

  test('EXC-01 new dates come and expired ones go by the clock', () => {
    const symbols = (): string[] => floor.options.map(({ symbol }) => symbol);
    expect(symbols().some((symbol) => symbol.startsWith('BTC-9DEC26'))).toBe(true);
    const events = floor.step(DAY_MS);
    floor.exchange.audit();
    expect(events.some((event) => event.type === 'InstrumentChanged' && event.instrument.symbol.startsWith('BTC-9DEC26'))).toBe(true);
    expect(symbols().some((symbol) => symbol.startsWith('BTC-9DEC26'))).toBe(false);
    expect(symbols().some((symbol) => symbol.startsWith('BTC-11DEC26'))).toBe(true);
  });
});

describe('quotes', () => {
  test('EXC-03 stand around the model, and calls and puts of a strike keep parity', () => {
    const chain = floor.chain('25DEC26');
    floor.watch(chain.flatMap(({ call, put }) => [call, put]));
    for (let second = 0; second < 5; second += 1) floor.step(1_000);
    expect(chain.length).toBeGreaterThan(5);
    for (const { call, put } of chain) {
      const [c, p] = [call, put].map(({ id }) => floor.exchange.market(id));
      if (c?.option === undefined || p?.option === undefined) throw new Error('an option is not priced');
      for (const { bestBid, bestAsk, mark } of [c, p]) {
        // A nearly worthless option has no bid.
        if (priceNumber(mark) > 3) expect(tickCount(bestBid)).toBeGreaterThan(0);
        expect(tickCount(bestBid)).toBeLessThan(priceNumber(mark));
        expect(tickCount(bestAsk)).toBeGreaterThan(priceNumber(mark));
      }
      const { forward } = c.option;
      const strike = Number(call.option?.strike) / 1e8;
      expect(Math.abs(priceNumber(c.mark) - priceNumber(p.mark) - (forward - strike))).toBeLessThan(0.001);
      // Nothing is to be had for free: buying the call and selling the put never costs less than the forward less the strike.
      expect(tickCount(c.bestAsk) - tickCount(p.bestBid)).toBeGreaterThan(forward - strike);
      expect(tickCount(c.bestBid) - tickCount(p.bestAsk)).toBeLessThan(forward - strike);
      if (Math.min(priceNumber(c.mark), priceNumber(p.mark)) < 30) continue;
      expect(c.option.bidVolatility ?? 0).toBeLessThan(c.option.markVolatility);
      expect(c.option.askVolatility ?? 9).toBeGreaterThan(c.option.markVolatility);
    }
  });

  test('the surface of a watched chain is what the model of each strike says', () => {
    const [first] = floor.chain('25DEC26');
    if (first === undefined) throw new Error('no chain');
    floor.watch([first.call]);
    floor.step(1_000);
    const { option, mark, index, time } = floor.exchange.market(first.call.id);
    const years = (milliseconds(first.call.deliveryAt ?? timestamp(0)) - milliseconds(time)) / (365 * DAY_MS);
    const strike = Number(first.call.option?.strike) / 1e8;
    const byHand = optionPrice({ right: 'Call', forward: option?.forward ?? 0, strike, years, volatility: option?.markVolatility ?? 0 });
    expect(priceNumber(mark)).toBeCloseTo(byHand, 3);
    expect(option?.forward).toBeGreaterThan(priceNumber(index));
  });

  test('an option that nobody watches or holds has no quotes, and has them when an order comes', () => {
    const { call } = floor.chain('25DEC26')[2] ?? {};
    if (call === undefined) throw new Error('no chain');
    expect(floor.exchange.book(call.id, 10).bids).toEqual([]);
    expect(floor.market(call, 'Buy', 5)).toBeUndefined();
    expect(floor.exchange.account(TRADER)?.positions).toMatchObject([{ instrument: call.id, side: 'Buy', size: 5 }]);
    floor.step(2_000);
    expect(floor.exchange.book(call.id, 10).bids.length).toBeGreaterThan(2);
    expect(floor.market(call, 'Sell', 5)).toBeUndefined();
    expect(floor.exchange.account(TRADER)?.positions).toEqual([]);
    // Participants may trade in it at that moment, and it is quoted for them.
    for (let i = 0; i < 10 && floor.exchange.book(call.id, 10).bids.length > 0; i += 1) floor.step(2_000);
    expect(floor.exchange.book(call.id, 10).bids).toEqual([]);
    floor.exchange.audit();
  });

  test('idle options tell nothing: no event names one that neither trades nor is in use', () => {
    const ids = new Set(floor.options.map(({ id }) => id));
    for (let second = 0; second < 120; second += 1) {
      const told = floor.step(1_000).flatMap((event) => ('instrument' in event && typeof event.instrument === 'number' ? [event] : []));
      const traded = new Set(told.filter(({ type }) => type === 'TradePrinted').map(({ instrument }) => instrument));
      for (const { type, instrument } of told) expect(ids.has(instrument as number) && !traded.has(instrument) && type).toBe(false);
    }
  });

  test('EXC-03 a position goes through exercise with the money of both sides adding up', () => {
    const chain = floor.chain('9DEC26');
    for (const { call, put } of chain) {
      expect(floor.market(call, 'Buy', 10)).toBeUndefined();
      expect(floor.market(put, 'Sell', 10)).toBeUndefined();
    }
    floor.exchange.audit();
    floor.step(Date.UTC(2026, 11, 9, 7, 59) - floor.time);
    floor.exchange.audit();
    const events = floor.step(60_000);
    floor.exchange.audit();
    expect(events.filter((event) => event.type === 'OrderFilled' && event.kind === 'Delivery')).toHaveLength(chain.length * 2);
    expect(floor.exchange.account(TRADER)?.positions).toEqual([]);
  });

  test('EXC-07 written and read it goes on the same way', () => {
    const chain = floor.chain('9DEC26');
    floor.watch(chain.map(({ call }) => call));
    floor.step(3_000);
    for (const { put } of chain) floor.market(put, 'Buy', 3);
    const copy = Exchange.read(floor.exchange.write(), FEW, new SimulatedMarket(7, FEW, { derivatives: true }));
    expect(copy.write()).toEqual(floor.exchange.write());
    floor.exchange.events.length = 0;
    for (const elapsed of [0, 500, 1_000, 60_000, DAY_MS]) {
      const events = floor.step(elapsed);
      copy.apply({ type: 'AdvanceClock', time: timestamp(floor.time) });
      expect(copy.events.splice(0)).toEqual(events);
    }
    expect(copy.write()).toEqual(floor.exchange.write());
  });
});

import {
  leverage,
  lots,
  marketPriceLimit,
  milliseconds,
  money,
  priceNumber,
  priceOfTicks,
  priceUnits,
  tickCount,
  ticks,
  timestamp,
  type Event,
  type Instrument,
  type Price,
  type TradePrinted,
} from '@tapedeck/domain';
import { CommandEncoder, Exchange, type StageScenario } from '@tapedeck/exchange';
import { decodeCommand } from '@tapedeck/exchange/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { PERPETUALS } from '../instruments/contracts.ts';
import { SimulatedMarket } from './simulated-market.ts';

const FEW = PERPETUALS.filter(({ baseCoin, kind }) => kind === 'LinearPerpetual' && ['BTC', 'ETH'].includes(baseCoin)).map(
  (one, id): Instrument => ({ ...one, id }),
);
const GENESIS = Date.UTC(2026, 10, 21, 14);
const SECOND = 1_000;

let exchange: Exchange;
let time: number;
const open = (): Exchange => new Exchange(FEW, new SimulatedMarket(5, FEW), timestamp(GENESIS));
const wait = (seconds: number): void => {
  for (let i = 0; i < seconds; i += 1) {
    time += SECOND;
    exchange.apply({ type: 'AdvanceClock', time: timestamp(time) });
  }
};
const stage = (scenario: StageScenario['scenario'], basisPoints: number, seconds: number, coin = 'BTC') =>
  exchange.apply(
    decodeCommand(
      new CommandEncoder().encode({
        type: 'StageScenario',
        time: timestamp(time),
        scenario,
        coin,
        basisPoints,
        duration: seconds * SECOND,
      }),
    ),
  );
const market = (id: number) => exchange.market(id);
const index = (id = 0): number => priceNumber(market(id).index);
const last = (id = 0): number => priceNumber(market(id).last);

/** Quotes of the house and the lots in them. */
function depthOf(id: number): { readonly count: number; readonly lots: number } {
  const { bids, asks } = exchange.book(id, 200);
  const sides = [...bids, ...asks];
  return { count: sides.length / 2, lots: sides.filter((_, at) => at % 2 === 1).reduce((sum, lots) => sum + lots, 0) };
}

beforeEach(() => {
  exchange = open();
  time = GENESIS;
  wait(5);
});

describe('SIM-04 scenarios that an operator stages', () => {
  test('a flash crash takes the price down and brings it back, trades and all, of one coin alone', () => {
    const [before, other] = [index(), index(1)];
    expect(stage('flashCrash', -3_000, 40).refusal).toBeUndefined();
    wait(10);
    expect(index() / before).toBeLessThan(0.73);
    expect(last() / before).toBeLessThan(0.8);
    expect(Math.abs(index(1) / other - 1)).toBeLessThan(0.02);
    wait(31);
    expect(Math.abs(index() / before - 1)).toBeLessThan(0.02);
    exchange.audit();
  });

  test('thin books have a tenth of their quotes and lots at once, of one coin alone, until it is over', () => {
    const quotes = (id: number): number => depthOf(id).count;
    const size = (id: number): number => depthOf(id).lots;
    const before = [quotes(0), size(0), quotes(1)] as const;
    stage('thinBook', -9_000, 30);
    wait(2);
    expect(quotes(0) / before[0]).toBeLessThan(0.3);
    expect(size(0) / before[1]).toBeLessThan(0.05);
    expect(quotes(1) / before[2]).toBeGreaterThan(0.7);
    wait(32);
    expect(quotes(0) / before[0]).toBeGreaterThan(0.7);
    exchange.audit();
  });

  test('quotes that come late follow a gap only after their latency, while the index has moved', () => {
    const before = index();
    stage('latency', 5_000, 60);
    wait(6);
    stage('gap', 100, 600);
    wait(2);
    const middle = (): number => (tickCount(market(0).bestBid) + tickCount(market(0).bestAsk)) / 2 / (tickCount(market(0).bestAsk) / ask());
    const ask = (): number => priceNumber(priceOfTicks(market(0).bestAsk, (FEW[0] as Instrument).tickSize));
    expect(index() / before - 1).toBeGreaterThan(0.006);
    expect(Math.abs(middle() / before - 1)).toBeLessThan(0.004);
    wait(6);
    expect(middle() / before - 1).toBeGreaterThan(0.006);
    exchange.audit();
  });

  test('a gap is there from one second to the next, and fades', () => {
    const before = index();
    stage('gap', 2_000, 100);
    wait(1);
    expect(index() / before).toBeGreaterThan(1.18);
    wait(50);
    expect(index() / before).toBeLessThan(1.12);
    wait(50);
    expect(Math.abs(index() / before - 1)).toBeLessThan(0.02);
  });

  test('in a gap a stop finds a price: the book stays within the price limit of market orders', () => {
    exchange.apply({ type: 'WatchMarkets', time: timestamp(time), instruments: [0] });
    stage('gap', -1_000, 100);
    const before = last();
    for (let step = 0; step < 50; step += 1) {
      time += 40;
      exchange.apply({ type: 'AdvanceClock', time: timestamp(time) });
      const { bestBid, mark, index: at } = market(0);
      expect(tickCount(bestBid)).toBeGreaterThanOrEqual(tickCount(marketPriceLimit(FEW[0] as Instrument, 'Sell', { mark, index: at })));
    }
    expect(last() / before).toBeLessThan(0.92);
  });

  test.each([
    ['Buy', -1_000, 50],
    ['Sell', 1_000, 50],
    ['Buy', -1_000, 1_000],
    ['Buy', -300, 50],
  ] as const)('whoever is liquidated in a gap, %s at %i, meets a book around the new mark price, not the old one', (side, points, step) => {
    exchange.apply({ type: 'OpenAccount', time: timestamp(time), account: 100, kind: 'UTA2' });
    // Margin of 1 coin at 50×, with a surplus for fees.
    const amount = money((priceUnits(market(0).mark) * 26n) / 1_000n);
    exchange.apply({ type: 'CreditAccount', time: timestamp(time), account: 100, coin: 'USDT', amount });
    const fifty = leverage(5_000n);
    exchange.apply({
      ...{ type: 'SetLeverage', time: timestamp(time), account: 100, instrument: 0 },
      ...{ longLeverage: fifty, shortLeverage: fifty },
    });
    if (step < SECOND) exchange.apply({ type: 'WatchMarkets', time: timestamp(time), instruments: [0] });
    const { refusal } = exchange.apply({
      ...{ type: 'PlaceOrder', time: timestamp(time), account: 100, instrument: 0, side, orderType: 'Market', price: ticks(0) },
      ...{
        quantity: lots(1_000),
        timeInForce: 'ImmediateOrCancel',
        reduceOnly: false,
        positionIndex: 0,
        clientOrderId: '',
        source: 'form',
      },
    });
    expect(refusal).toBeUndefined();
    stage('gap', points, 600);
    exchange.takeEvents();
    let events: readonly Event[] = [];
    while (!events.some(({ type }) => type === 'PositionLiquidated')) {
      time += step;
      expect(time).toBeLessThan(GENESIS + 20 * SECOND);
      exchange.apply({ type: 'AdvanceClock', time: timestamp(time) });
      events = exchange.takeEvents();
    }
    const { mark, bestBid, bestAsk } = market(0);
    const away = (price: Price): number => Math.abs(priceNumber(price) / priceNumber(mark) - 1);
    const { tickSize } = FEW[0] as Instrument;
    for (const touch of [bestBid, bestAsk]) expect(away(priceOfTicks(touch, tickSize))).toBeLessThan(0.002);
    const forced = events
      .slice(events.findIndex(({ type }) => type === 'PositionLiquidated'))
      .filter(({ type }) => type === 'TradePrinted');
    expect(forced.length).toBeGreaterThan(0);
    for (const trade of forced) expect(away((trade as TradePrinted).price)).toBeLessThan(0.005);
    exchange.audit();
  });

  test('an outage of the sources leaves the index where it was, and after a minute the mark is the last price', () => {
    stage('feedOutage', 0, 120);
    wait(70);
    const kept = index();
    wait(10);
    expect(index()).toBe(kept);
    expect(priceNumber(market(0).mark)).toBe(last());
    wait(60);
    expect(index()).not.toBe(kept);
  });

  test('a jump of volatility raises the surface', () => {
    const live = new SimulatedMarket(5, FEW);
    const at = timestamp(GENESIS + 10 * SECOND);
    const { level } = live.surfaceAt('BTC', at);
    const command = { type: 'StageScenario', time: timestamp(GENESIS), scenario: 'volatilityJump', coin: 'BTC' } as const;
    expect(live.stage({ ...command, basisPoints: 5_000, duration: 20 * SECOND })).toBe(true);
    expect(live.surfaceAt('BTC', at).level / level).toBeCloseTo(1.25, 10);
    expect(live.surfaceAt('ETH', at).level).toBe(new SimulatedMarket(5, FEW).surfaceAt('ETH', at).level);
  });

  test('what cannot be is refused', () => {
    expect(stage('gap', 100, 10, 'NOPE').refusal?.details).toEqual({ field: 'coin' });
    expect(stage('gap', 9_001, 10).refusal?.details).toEqual({ field: 'basisPoints' });
    expect(stage('gap', 100, 0).refusal?.details).toEqual({ field: 'duration' });
  });

  test('EXC-07 written in the middle of one it goes on the same way', () => {
    stage('flashCrash', -2_500, 60);
    wait(7);
    const copy = Exchange.read(exchange.write(), FEW, new SimulatedMarket(5, FEW));
    expect(copy.write()).toEqual(exchange.write());
    wait(20);
    for (let at = time - 19 * SECOND; at <= time; at += SECOND) copy.apply({ type: 'AdvanceClock', time: timestamp(at) });
    expect(copy.write()).toEqual(exchange.write());
    expect(milliseconds(copy.now)).toBe(time);
  });
});

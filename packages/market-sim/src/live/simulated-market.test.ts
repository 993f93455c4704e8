import {
  lotCount,
  lots,
  milliseconds,
  money,
  priceUnits,
  quantityUnits,
  tickCount,
  ticks,
  timestamp,
  type Event,
  type InstrumentId,
  type PlaceOrder,
  type TradePrinted,
} from '@tapedeck/domain';
import { Exchange, StateUnreadable } from '@tapedeck/exchange';
import { describe, expect, test } from 'vitest';
import { LINEAR_INSTRUMENTS } from '../instruments/linear-instruments.ts';
import { MINUTE_MS } from '../path/calendar.ts';
import { SimulatedMarket } from './simulated-market.ts';

const GENESIS = Date.UTC(2026, 4, 6, 14, 0, 0);
const TRADER = 100;

/** An exchange with the simulated market inside, and a clock. */
class Floor {
  readonly market: SimulatedMarket;
  exchange: Exchange;
  time = GENESIS;
  readonly trades: (TradePrinted & { readonly time: number })[] = [];

  constructor(seed: number, watched: readonly InstrumentId[]) {
    this.market = new SimulatedMarket(seed, LINEAR_INSTRUMENTS);
    this.exchange = new Exchange(LINEAR_INSTRUMENTS, this.market, timestamp(GENESIS));
    this.exchange.apply({ type: 'OpenAccount', time: timestamp(GENESIS), account: TRADER, kind: 'UTA2' });
    this.exchange.apply({
      type: 'CreditAccount',
      time: timestamp(GENESIS),
      account: TRADER,
      coin: 'USDT',
      amount: money(10n ** 9n * 100_000_000n),
    });
    this.exchange.apply({ type: 'WatchMarkets', time: timestamp(GENESIS), instruments: watched });
    this.step(0);
  }

  step(elapsed: number): Event[] {
    this.time += elapsed;
    this.exchange.apply({ type: 'AdvanceClock', time: timestamp(this.time) });
    const events = this.exchange.events.splice(0);
    for (const event of events) if (event.type === 'TradePrinted') this.trades.push({ ...event, time: this.time });
    return events;
  }

  run(duration: number, elapsed: number, afterStep?: () => void): void {
    for (const end = this.time + duration; this.time < end;) {
      this.step(elapsed);
      afterStep?.();
    }
  }

  place(order: Pick<PlaceOrder, 'side' | 'orderType'> & { readonly price?: number; readonly quantity: number }): number {
    const outcome = this.exchange.apply({
      type: 'PlaceOrder',
      time: timestamp(this.time),
      account: TRADER,
      instrument: 0,
      side: order.side,
      orderType: order.orderType,
      price: ticks(order.price ?? 0),
      quantity: lots(order.quantity),
      timeInForce: order.orderType === 'Market' ? 'ImmediateOrCancel' : 'GoodTillCancel',
      reduceOnly: false,
      positionIndex: 0,
      clientOrderId: '',
      source: 'form',
    });
    expect(outcome.refusal).toBeUndefined();
    return outcome.orderId ?? -1;
  }

  get middle(): number {
    const { bestBid, bestAsk } = this.exchange.market(0);
    return (tickCount(bestBid) + tickCount(bestAsk)) / 2;
  }

  order(orderId: number): boolean {
    return this.exchange.account(TRADER)?.orders.some((order) => order.orderId === orderId) ?? false;
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('simulated market', () => {
  test('SIM-01 the same seed gives the same tape, another seed another one', () => {
    const tape = (seed: number): TradePrinted[] => {
      const floor = new Floor(seed, [0, 3]);
      floor.run(20_000, 50);
      return floor.trades;
    };
    expect(tape(5)).toEqual(tape(5));
    expect(tape(5)).not.toEqual(tape(6));
  });

  test('SIM-01 every instrument has a deep book, trades, mark and index from the start, and they stay sound', () => {
    const floor = new Floor(3, [0]);
    for (let i = 0; i < 10; i += 1) {
      floor.run(3_000, 100);
      floor.exchange.audit();
    }
    for (const { id } of LINEAR_INSTRUMENTS) {
      const { bids, asks } = floor.exchange.book(id, 500);
      expect(bids.length / 2).toBeGreaterThan(100);
      expect(asks.length / 2).toBeGreaterThan(100);
      const { mark, index, last } = floor.exchange.market(id);
      expect(Math.abs(Number(priceUnits(mark)) / Number(priceUnits(index)) - 1)).toBeLessThan(0.005);
      expect(Math.abs(Number(priceUnits(last)) / Number(priceUnits(index)) - 1)).toBeLessThan(0.005);
      expect(floor.trades.filter((trade) => trade.instrument === id).length).toBeGreaterThan(10);
    }
  });

  test('a watched book looks real: spread of 1 to 3 ticks, some trades a second, sizes with a tail, gaps and sizes that grow outward', () => {
    const floor = new Floor(11, [0]);
    const spreads: number[] = [];
    floor.run(120_000, 50, () => {
      const { bestBid, bestAsk } = floor.exchange.market(0);
      spreads.push(tickCount(bestAsk) - tickCount(bestBid));
    });
    expect(spreads.every((spread) => spread >= 1)).toBe(true);
    expect(spreads.filter((spread) => spread <= 3).length / spreads.length).toBeGreaterThan(0.95);
    expect(spreads.filter((spread) => spread === 1).length / spreads.length).toBeGreaterThan(0.5);

    const trades = floor.trades.filter((trade) => trade.instrument === 0);
    expect(trades.length / 120).toBeGreaterThan(2);
    expect(trades.length / 120).toBeLessThan(15);
    const sizes = trades.map((trade) => Number(quantityUnits(trade.quantity))).sort((a, b) => a - b);
    expect((sizes.at(-1) ?? 0) / (sizes[sizes.length >> 1] ?? 1)).toBeGreaterThan(8);
    const buys = trades.filter((trade) => trade.takerSide === 'Buy').length / trades.length;
    // Larger orders are worked for minutes: one side may have most of them.
    expect(buys).toBeGreaterThan(0.1);
    expect(buys).toBeLessThan(0.9);

    const { asks } = floor.exchange.book(0, 200);
    const gaps = asks.flatMap((value, i) => (i % 2 === 0 && i >= 2 ? [value - (asks[i - 2] ?? 0)] : []));
    const sizesOut = asks.filter((_, i) => i % 2 === 1);
    expect(sum(gaps.slice(-40))).toBeGreaterThan(3 * sum(gaps.slice(0, 40)));
    expect(sum(sizesOut.slice(-40))).toBeGreaterThan(1.5 * sum(sizesOut.slice(0, 40)));
  });

  test('live minutes look like minutes of the path: range, close and volume', () => {
    const floor = new Floor(17, [0, 1, 2, 3, 4]);
    // Liquidations come on top of what the path has.
    const liquidated = new Map<number, number>();
    for (let left = 5 * MINUTE_MS; left > 0; left -= 100)
      for (const event of floor.step(100))
        if (event.type === 'PositionLiquidated')
          liquidated.set(event.instrument, (liquidated.get(event.instrument) ?? 0) + lotCount(event.size));
    for (const instrument of LINEAR_INSTRUMENTS) {
      const bars = floor.market.path.bars(instrument.id, 1, GENESIS / MINUTE_MS, 5);
      const trades = floor.trades.filter((trade) => trade.instrument === instrument.id);
      const lotsTraded = sum(trades.map((trade) => Number(quantityUnits(trade.quantity) / quantityUnits(instrument.lotSize))));
      const pathVolume = sum(bars.map((bar) => bar.volume));
      const flow = lotsTraded - (liquidated.get(instrument.id) ?? 0);
      expect(flow / pathVolume).toBeGreaterThan(0.5);
      expect(flow / pathVolume).toBeLessThan(2);
      const ticksTraded = trades.map((trade) => Number(priceUnits(trade.price) / priceUnits(instrument.tickSize)));
      const high = Math.max(...bars.map((bar) => bar.high));
      const low = Math.min(...bars.map((bar) => bar.low));
      const range = Math.max(...ticksTraded) - Math.min(...ticksTraded);
      expect(range).toBeGreaterThan(0.6 * (high - low));
      expect(range).toBeLessThan(1.5 * (high - low) + 10);
    }
  });

  test('an instrument nobody watches moves about once a second', () => {
    const floor = new Floor(19, [1]);
    let moves = 0;
    for (let i = 0; i < 200; i += 1)
      moves += floor.step(50).some((event) => event.type === 'TradePrinted' && event.instrument === 0) ? 1 : 0;
    expect(moves).toBeGreaterThan(3);
    expect(moves).toBeLessThanOrEqual(11);
  });

  test('a large order of a user moves the market, which then recovers', () => {
    const quiet = new Floor(23, [0]);
    const moved = new Floor(23, [0]);
    for (const floor of [quiet, moved]) floor.run(5_000, 50);
    moved.place({ side: 'Buy', orderType: 'Market', quantity: 60_000 });
    for (const floor of [quiet, moved]) floor.run(2_000, 50);
    const impact = moved.middle - quiet.middle;
    expect(impact).toBeGreaterThan(50);
    for (const floor of [quiet, moved]) floor.run(4 * MINUTE_MS, 100);
    expect(Math.abs(moved.middle - quiet.middle)).toBeLessThan(impact / 2);
  });

  test('a resting order is filled when the market comes to it', () => {
    const floor = new Floor(29, [0]);
    const { low } = floor.market.path.span(0, GENESIS, GENESIS + 10 * MINUTE_MS) ?? { low: 0 };
    const orderId = floor.place({ side: 'Buy', orderType: 'Limit', price: Math.round((low + floor.middle) / 2), quantity: 5 });
    floor.run(10 * MINUTE_MS, 200);
    expect(floor.order(orderId)).toBe(false);
  });

  test('a gap in the clock is crossed by the path: orders it went through are filled, others rest', () => {
    const floor = new Floor(31, []);
    floor.run(3_000, 1_000);
    const hours = floor.market.path.span(0, GENESIS + MINUTE_MS, GENESIS + 6 * 3_600_000);
    const reached = floor.place({ side: 'Buy', orderType: 'Limit', price: (hours?.low ?? 0) + 5, quantity: 5 });
    const missed = floor.place({ side: 'Buy', orderType: 'Limit', price: Math.floor((hours?.low ?? 0) * 0.97), quantity: 5 });
    floor.step(6 * 3_600_000);
    expect(floor.order(reached)).toBe(false);
    expect(floor.order(missed)).toBe(true);
    floor.exchange.audit();
    // Nobody watches: a few levels a side come each second, and a move takes some away.
    floor.run(20_000, 50);
    expect(floor.exchange.book(0, 500).bids.length / 2).toBeGreaterThan(30);
  });

  test('written and read it goes on with the same events; another seed refuses the state', () => {
    const floor = new Floor(37, [0, 1]);
    floor.run(10_000, 50);
    const bytes = floor.exchange.write();
    const copy = Exchange.read(bytes, LINEAR_INSTRUMENTS, new SimulatedMarket(37, LINEAR_INSTRUMENTS));
    expect(copy.write()).toEqual(bytes);
    for (let i = 0; i < 200; i += 1) {
      const events = floor.step(50);
      copy.apply({ type: 'AdvanceClock', time: timestamp(floor.time) });
      expect(copy.events.splice(0)).toEqual(events);
    }
    expect(milliseconds(copy.now)).toBe(floor.time);
    expect(() => Exchange.read(bytes, LINEAR_INSTRUMENTS, new SimulatedMarket(38, LINEAR_INSTRUMENTS))).toThrow(StateUnreadable);
  });
});

import { lotCount, lots, money, price, quantity, tickCount, ticks, timestamp, type Event, type Side } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { beforeEach, describe, expect, test } from 'vitest';
import { LINEAR_INSTRUMENTS } from '../instruments/linear-instruments.ts';
import { RecordedMarket } from './recorded-market.ts';

const START = Date.UTC(2024, 7, 8);
const TRADER = 100;
/** BTCUSDT: ticks of 0.1, lots of 0.001. */
const BID = 600_000;
const ASK = 600_001;

let exchange: Exchange;
let time: number;

const now = (): { time: ReturnType<typeof timestamp> } => ({ time: timestamp((time += 10)) });
function trade(side: Side, tick: number, count: number): Event[] {
  exchange.apply({
    type: 'ReplayTrade',
    instrument: 0,
    side,
    price: price(BigInt(tick) * 10_000_000n),
    quantity: quantity(BigInt(count) * 100_000n),
    ...now(),
  });
  return exchange.takeEvents();
}
function change(bids: readonly number[], asks: readonly number[], whole = false): void {
  exchange.apply({ type: 'ReplayBook', instrument: 0, whole, bids, asks, ...now() });
  exchange.audit();
}
function place(side: Side, tick: number, count: number): number {
  const outcome = exchange.apply({
    type: 'PlaceOrder',
    account: TRADER,
    instrument: 0,
    side,
    orderType: 'Limit',
    price: ticks(tick),
    quantity: lots(count),
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    positionIndex: 0,
    clientOrderId: '',
    source: 'form',
    ...now(),
  });
  expect(outcome.refusal).toBeUndefined();
  return outcome.orderId ?? -1;
}
const leftOf = (order: number): number => {
  const found = exchange.account(TRADER)?.orders.find(({ orderId }) => orderId === order);
  return found === undefined ? 0 : lotCount(found.quantity) - lotCount(found.filled);
};

beforeEach(() => {
  time = START;
  exchange = new Exchange(LINEAR_INSTRUMENTS, new RecordedMarket(1, LINEAR_INSTRUMENTS), timestamp(START));
  exchange.apply({ type: 'OpenAccount', account: TRADER, kind: 'UTA2', ...now() });
  exchange.apply({ type: 'CreditAccount', account: TRADER, coin: 'USDT', amount: money(10n ** 15n), ...now() });
  change([BID, 50, BID - 1, 20], [ASK, 30, ASK + 2, 80], true);
  trade('Buy', ASK, 5);
  change([], [ASK, 25]);
});

describe('SIM-08 a recorded book', () => {
  test('is the book that users see, level by level, through changes and new snapshots', () => {
    expect(exchange.book(0, 10)).toEqual({ bids: [BID, 50, BID - 1, 20], asks: [ASK, 25, ASK + 2, 80] });
    change([BID, 10, BID - 1, 0, BID - 3, 7], [ASK + 1, 4]);
    expect(exchange.book(0, 10)).toEqual({ bids: [BID, 10, BID - 3, 7], asks: [ASK, 25, ASK + 1, 4, ASK + 2, 80] });
    change([BID + 2, 5], [BID + 3, 6], true);
    expect(exchange.book(0, 10)).toEqual({ bids: [BID + 2, 5], asks: [BID + 3, 6] });
  });

  test('a resting order waits for what was at its price before it', () => {
    const order = place('Buy', BID, 10);
    trade('Sell', BID, 30);
    expect(leftOf(order)).toBe(10);
    change([BID, 20], []);
    expect(leftOf(order)).toBe(10);
    // 20 of the recorded ones are left before it: of 24 it gets 4.
    trade('Sell', BID, 24);
    expect(leftOf(order)).toBe(6);
    // Lots that joined the queue behind the order do not fill before it.
    change([BID, 90], []);
    trade('Sell', BID, 6);
    expect(leftOf(order)).toBe(0);
    exchange.audit();
  });

  test('what is withdrawn is thought to have stood behind it as far as anything did', () => {
    const order = place('Buy', BID, 10);
    change([BID, 70], []);
    change([BID, 50], []);
    trade('Sell', BID, 50);
    expect(leftOf(order)).toBe(10);
    trade('Sell', BID, 3);
    expect(leftOf(order)).toBe(7);
  });

  test('an order that the market goes through is filled whole, at its own price', () => {
    const order = place('Buy', BID, 10);
    const events = trade('Sell', BID - 4, 1);
    expect(leftOf(order)).toBe(0);
    const fill = events.find((event) => event.type === 'OrderFilled');
    expect(fill?.type === 'OrderFilled' ? fill.price : undefined).toBe(60_000n * 100_000_000n);
  });

  test('a taker meets the recorded depth, which comes back within a second', () => {
    const order = place('Buy', ASK + 2, 60);
    expect(leftOf(order)).toBe(0);
    expect(exchange.book(0, 10).asks).toEqual([ASK + 2, 45]);
    time += 2_000;
    exchange.apply({ type: 'AdvanceClock', ...now() });
    expect(exchange.book(0, 10).asks).toEqual([ASK, 25, ASK + 2, 80]);
    exchange.audit();
  });

  test('written and read it goes on the same way', () => {
    place('Buy', BID, 10);
    change([BID, 70, BID - 5, 3], [ASK, 0]);
    const bytes = exchange.write();
    const copy = Exchange.read(bytes, LINEAR_INSTRUMENTS, new RecordedMarket(1, LINEAR_INSTRUMENTS));
    expect(copy.write()).toEqual(bytes);
    const before = exchange;
    const at = time;
    const play = (): Event[] => {
      time = at;
      change([BID, 40], [ASK + 1, 9]);
      return trade('Sell', BID, 45);
    };
    exchange = copy;
    const told = play();
    exchange = before;
    before.takeEvents();
    expect(play()).toEqual(told);
    expect(copy.write()).toEqual(before.write());
  });
});

test('SIM-02 candles alone have a book around them as dense as that of the simulated market', () => {
  exchange = new Exchange(LINEAR_INSTRUMENTS, new RecordedMarket(1, LINEAR_INSTRUMENTS), timestamp(START));
  for (let quarter = 0; quarter < 400; quarter += 1) {
    time += 14_990;
    trade('Buy', BID + (quarter % 7), 15_000);
  }
  const { bids, asks } = exchange.book(0, 200);
  for (const side of [bids, asks]) {
    expect(side.length / 2).toBeGreaterThan(50);
    // A minute trades 60 coins: within ten basis points rests what a few minutes trade.
    const near = side.filter((_, i) => i % 2 === 1 && Math.abs((side[i - 1] ?? 0) - BID) < 600).reduce((sum, count) => sum + count, 0);
    expect(near).toBeGreaterThan(50_000);
    expect(near).toBeLessThan(800_000);
  }
  expect(tickCount(exchange.market(0).bestAsk) - tickCount(exchange.market(0).bestBid)).toBe(2);
});

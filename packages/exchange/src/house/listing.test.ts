import { describe, expect, it } from 'vitest';
import { lots, money, ticks, timestamp, type Event, type InstrumentTerms } from '@tapedeck/domain';
import { Bench, ScriptedMarket, btc, eth } from '../testing/exchange-fixture.ts';
import { Exchange } from '../engine/exchange.ts';

/** The terms of a contract, as for a new listing. */
function terms(symbol: string): InstrumentTerms {
  const { id: _id, status: _status, ...rest } = eth;
  return { ...rest, symbol };
}

describe('EXC-07 what nobody touched is not in the state', () => {
  it('a refused command leaves no trace in the bytes', () => {
    const bench = new Bench();
    bench.open(100, 1_000n);
    bench.index(btc, 50_000);
    const before = bench.exchange.write();
    // 10 BTC at 50,000 and 10 x cost 50,000 of 1,000; ETH has no price yet; nothing rests that could be cancelled.
    expect(bench.order(100, 'Buy', 10, 50_000).refusal?.reason).toBe('insufficientBalance');
    expect(bench.order(100, 'Buy', 1, 2_000, { on: eth }).refusal?.reason).toBe('notTrading');
    expect(bench.apply({ type: 'CancelOrder', account: 100, orderId: 7 }).refusal?.reason).toBe('orderUnknown');
    expect(bench.apply({ type: 'CancelAllOrders', account: 100, instrument: 1 })).toEqual({ cancelled: 0 });
    expect(bench.exchange.write()).toEqual(before);
  });

  it('an account holds a slot only where it traded or chose something', () => {
    const bench = new Bench();
    bench.open(100, 1_000n);
    expect(bench.exchange.account(100)).toMatchObject({ settings: [], cash: [['USDT', money(1_000n * 100_000_000n)]] });
    bench.apply({ type: 'SetMarginMode', account: 100, instrument: 0, marginMode: 'isolated' });
    expect(bench.exchange.account(100)?.settings).toMatchObject([{ instrument: 0, marginMode: 'isolated' }]);
    const chosen = bench.exchange.write().length;
    bench.apply({ type: 'SetMarginMode', account: 100, instrument: 0, marginMode: 'cross' });
    expect(bench.exchange.account(100)?.settings).toEqual([]);
    expect(bench.exchange.write().length).toBeLessThan(chosen);
  });
});

describe('EXC-07 instruments appear while the exchange runs', () => {
  function list(bench: Bench, symbol: string): Event[] {
    bench.market.next((market) => market.list(terms(symbol)));
    bench.wait(1_000);
    return bench.exchange.events.splice(0);
  }

  it('a listed instrument has the next id, is told about, and trades', () => {
    const bench = new Bench();
    bench.open(100, 100_000n);
    bench.open(101, 100_000n);
    const events = list(bench, 'ETHUSDT-25DEC26').filter((event) => event.type === 'InstrumentListed');
    expect(events).toMatchObject([{ instrument: { id: 2, symbol: 'ETHUSDT-25DEC26', status: 'Trading' } }]);
    const listed = bench.exchange.instruments[2];
    if (listed === undefined) throw new Error('nothing was listed');
    bench.index(listed, 2_000);
    expect(bench.order(100, 'Buy', 1, 2_000, { on: listed }).refusal).toBeUndefined();
    expect(bench.order(101, 'Sell', 1, 'market', { on: listed }).refusal).toBeUndefined();
    expect(bench.exchange.account(100)?.positions).toMatchObject([{ instrument: 2, size: lots(100) }]);
  });

  it('a symbol is listed once', () => {
    const bench = new Bench();
    expect(() => list(bench, 'BTCUSDT')).toThrow('is not listed yet');
  });

  it('the state holds what was listed, and goes on with it', () => {
    const bench = new Bench();
    bench.open(100, 100_000n);
    list(bench, 'ETHUSDT-25DEC26');
    list(bench, 'ETHUSDT-26MAR27');
    const listed = bench.exchange.instruments[2];
    if (listed === undefined) throw new Error('nothing was listed');
    bench.index(listed, 2_000);
    bench.order(100, 'Buy', 1, 1_990, { on: listed });
    const market = new ScriptedMarket();
    const copy = Exchange.read(bench.exchange.write(), [btc, eth], market);
    expect(copy.instruments).toEqual(bench.exchange.instruments);
    expect(copy.write()).toEqual(bench.exchange.write());
    const cancel = { type: 'CancelAllOrders', time: timestamp(bench.time), account: 100, instrument: 2 } as const;
    expect(copy.apply(cancel)).toEqual({ cancelled: 1 });
    expect(copy.book(2, 10)).toEqual({ bids: [], asks: [] });
    expect(copy.market(2).bestBid).toBe(ticks(0));
  });
});

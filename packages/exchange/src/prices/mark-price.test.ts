import { describe, expect, it } from 'vitest';
import { timestamp, type Instrument } from '@tapedeck/domain';
import { Bench, GENESIS, btc } from '../testing/exchange-fixture.ts';

const HOUR = 3_600_000;
/** Ends in six hours. */
const future: Instrument = { ...btc, symbol: 'BTCFUTURE', kind: 'LinearFutures', deliveryAt: timestamp(GENESIS + 6 * HOUR) };

/** A market whose index is 50,000 and that last traded at `last`. */
function tradedAt(on: Instrument, last: number): Bench {
  const bench = new Bench([on]);
  bench.open(100, 1_000_000n);
  bench.open(101, 1_000_000n);
  bench.index(on, 50_000);
  bench.order(100, 'Sell', 1, last);
  bench.order(101, 'Buy', 1, last);
  return bench;
}

const markOf = (bench: Bench): number => Number(bench.exchange.market(0).mark) / 1e8;

describe('EXC-03 the mark price of a perpetual', () => {
  it('is the middle of the book where that lies between the index and the last price', () => {
    const bench = tradedAt(btc, 50_400);
    bench.order(100, 'Buy', 1, 50_100);
    bench.order(101, 'Sell', 1, 50_300);
    bench.wait(1_000);
    // index + (50,200 − 50,000), between 50,004.4 (index and funding) and 50,400 (last)
    expect(markOf(bench)).toBe(50_200);
  });

  it('lies below the index with a book below it', () => {
    const bench = tradedAt(btc, 49_600);
    bench.order(100, 'Buy', 1, 49_700);
    bench.order(101, 'Sell', 1, 49_900);
    bench.wait(1_000);
    expect(markOf(bench)).toBe(49_800);
  });

  it('follows the book by the mean of the samples so far', () => {
    const bench = tradedAt(btc, 50_400);
    bench.order(100, 'Buy', 1, 50_100);
    const { orderId = 0 } = bench.order(101, 'Sell', 1, 50_300);
    bench.wait(1_000);
    bench.apply({ type: 'CancelOrder', account: 101, orderId });
    bench.order(101, 'Sell', 1, 50_500);
    bench.wait(1_000);
    // (200 + 300) ÷ 2
    expect(markOf(bench)).toBe(50_250);
  });

  it('has nothing of a book with one side', () => {
    const bench = tradedAt(btc, 49_000);
    bench.order(100, 'Buy', 1, 49_900);
    bench.wait(1_000);
    // index + 0, between 49,000 (last) and 50,004.4
    expect(markOf(bench)).toBe(50_000);
  });

  it('keeps what is left of the last funding: 50,000 × 0.01 % × 7 h of 8 h is 4.375, on the tick 4.5', () => {
    const bench = tradedAt(btc, 50_400);
    bench.order(100, 'Buy', 1, 49_900);
    bench.order(101, 'Sell', 1, 50_000);
    bench.wait(1_000);
    // Between the index less 50 and the last price.
    expect(markOf(bench)).toBe(50_004.5);
  });
});

describe('EXC-03 the mark price of a dated contract', () => {
  it('is the index with the basis of the book, whatever traded last', () => {
    const bench = tradedAt(future, 50_000);
    bench.order(100, 'Buy', 1, 50_400);
    bench.order(101, 'Sell', 1, 50_600);
    bench.wait(1_000);
    // 500 ÷ 50,000 = 1 %
    expect(markOf(bench)).toBe(50_500);
    bench.index(future, 49_000);
    // (1 % + 1,500 ÷ 49,000 = 3.06122448 %) ÷ 2 = 2.03061224 %: 49,000 × 1.0203061224 = 49,994.9999…
    expect(markOf(bench)).toBe(49_995);
  });

  it('lies below the index with a book below it', () => {
    const bench = tradedAt(future, 50_000);
    bench.order(100, 'Buy', 1, 49_400);
    bench.order(101, 'Sell', 1, 49_600);
    bench.wait(1_000);
    expect(markOf(bench)).toBe(49_500);
  });

  it('is the index while the book has one side: one offer far away moves nobody’s mark', () => {
    const bench = tradedAt(future, 50_000);
    bench.order(101, 'Sell', 1, 60_000);
    bench.wait(1_000);
    expect(markOf(bench)).toBe(50_000);
  });
});

import { describe, expect, it } from 'vitest';
import { BUY, OrderBook, SELL } from '../matching/order-book.ts';
import { btc, btcInverse } from '../testing/exchange-fixture.ts';
import { impactPrice } from './impact-price.ts';

const UNIT = 100_000_000n;

describe('the impact price', () => {
  it('EXC-03 is the average of what 200 ÷ 1 % = 20,000 would trade at', () => {
    const book = new OrderBook(1, 2_000_000);
    expect(impactPrice(btc, book, SELL)).toBe(0n);
    book.rest(SELL, 100_000, 100, 1, 0);
    // 0.1 BTC at 50,000 is 5,000; the other 15,000 need 0.3 BTC at 50,005, rounded up to 0.3.
    book.rest(SELL, 100_010, 10_000, 1, 0);
    expect(impactPrice(btc, book, SELL)).toBe((UNIT * 20_001_500n) / 400n);
    expect(impactPrice(btc, book, BUY)).toBe(0n);
  });

  it('EXC-03 of an inverse contract counts contracts, and takes what a thin book has', () => {
    const book = new OrderBook(1, 2_000_000);
    book.rest(BUY, 100_000, 5_000, 1, 0);
    book.rest(BUY, 99_990, 5_000, 1, 0);
    expect(impactPrice(btcInverse, book, BUY)).toBe(49_997n * UNIT + UNIT / 2n);
  });
});

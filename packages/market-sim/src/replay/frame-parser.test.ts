import { formatDecimal } from '@tapedeck/domain';
import { describe, expect, test } from 'vitest';
import { readRecording as read } from '../testing/read-recording.ts';
import type { RecordedBook } from './frame-parser.ts';
import { RecordingMalformed } from './parse-recording.ts';

const START = 1_700_000_000_000;
const shown = ({ time, whole, bids, asks }: RecordedBook): unknown[] => [
  time - START,
  whole,
  ...[bids, asks].map((levels) => levels.map(([at, count]) => `${formatDecimal(count)}@${formatDecimal(at)}`)),
];
const stream = (data: unknown): string => `1723161255030314667 ${JSON.stringify({ stream: 'some', data })}`;

describe('SIM-08 frames of books and trades', () => {
  test("the venue's topics: snapshot, changes, trades; other topics are left out", () => {
    const topic = 'orderbook.50.BTCUSDT';
    const found = read([
      JSON.stringify({ topic, type: 'snapshot', ts: START, data: { s: 'BTCUSDT', b: [['60000.1', '2']], a: [['60000.2', '0.5']], u: 1 } }),
      JSON.stringify({ topic: 'tickers.BTCUSDT', type: 'snapshot', ts: START, data: { symbol: 'BTCUSDT' } }),
      JSON.stringify({ topic, type: 'delta', ts: START + 9, cts: START + 7, data: { s: 'BTCUSDT', b: [['60000.1', '0']], a: [], u: 2 } }),
      JSON.stringify({ topic: 'publicTrade.BTCUSDT', data: [{ T: START + 5, s: 'BTCUSDT', S: 'Sell', v: '0.001', p: '60000.1' }] }),
    ]);
    expect([found.format, found.leftOut.others]).toEqual(['frames', 1]);
    expect(found.books.map(shown)).toEqual([
      [0, true, ['2@60000.1'], ['0.5@60000.2']],
      [7, false, ['0@60000.1'], []],
    ]);
    expect(found.trades).toEqual([{ symbol: 'BTCUSDT', time: START + 5, side: 'Sell', price: 6_000_010_000_000n, quantity: 100_000n }]);
  });

  test('a raw capture: what the snapshot contains already is left out, what came early and is newer follows it', () => {
    const change = (u: number, at: number): string =>
      stream({ e: 'depthUpdate', T: START + at, s: 'ETHUSDT', u, b: [['3000', String(u)]], a: [] });
    const found = read([
      change(4, 1),
      change(6, 3),
      `1723161255319702566 ${JSON.stringify({ lastUpdateId: 5, T: START + 2, bids: [['3000', '5']], asks: [['3001', '1']] })}`,
      change(7, 8),
      stream({ e: 'trade', T: START + 8, s: 'ETHUSDT', p: '3000', q: '0.2', m: true }),
    ]);
    expect(found.books.map(shown)).toEqual([
      [2, true, ['5@3000'], ['1@3001']],
      [3, false, ['6@3000'], []],
      [8, false, ['7@3000'], []],
    ]);
    expect(found.trades.map(({ symbol, side }) => [symbol, side])).toEqual([['ETHUSDT', 'Sell']]);
  });

  test('contracts of coin-margined captures are counted in dollars, and an option can say whose recording it is', () => {
    const found = read([stream({ e: 'trade', T: START, s: 'BTCUSD_PERP', p: '60000', q: '3', m: false })]);
    expect(found.trades).toMatchObject([{ symbol: 'BTCUSD', side: 'Buy', quantity: 30_000_000_000n }]);
    expect(read([stream({ e: 'trade', T: START, s: 'BTCUSDT', p: '60000', q: '3', m: false })], 'ABCUSDT').trades).toMatchObject([
      { symbol: 'ABCUSDT' },
    ]);
  });

  test('lines of best levels are whole books', () => {
    const found = read([
      JSON.stringify({ symbol: 'BNBUSDT', recv_ms: START + 0.5, exch_ms: START, b: [['583.2', '7.27']], a: [['583.45', '47.3']] }),
    ]);
    expect(found.books.map(shown)).toEqual([[0, true, ['7.27@583.2'], ['47.3@583.45']]]);
  });

  test.each([
    ['{"topic":"orderbook.50.BTCUSDT","type":"delta","ts":1,"data":{"s":"BTCUSDT","b":[["x","1"]],"a":[]}}', /line 1.*decimal/],
    ['{"topic":"publicTrade.BTCUSDT","data":[{"T":1700000000000,"s":"BTCUSDT","S":"Up","v":"1","p":"1"}]}', /Buy or Sell/],
    ['{"topic":"publicTrade.BTCUSDT","data":[{"T":1700000000000,"s":"BTCUSDT","S":"Buy","v":"1","p":"0.000009461"}]}', /8 decimals/],
    ['{"broken', /line 1/],
  ])('what is not a frame is refused with its line: %s', (line, message) => {
    expect(() => read([line])).toThrow(RecordingMalformed);
    expect(() => read([line])).toThrow(message);
  });
});

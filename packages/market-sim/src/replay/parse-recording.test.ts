import { formatDecimal } from '@tapedeck/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LINEAR_INSTRUMENTS } from '../instruments/linear-instruments.ts';
import { PERPETUALS } from '../instruments/contracts.ts';
import { readRecording } from '../testing/read-recording.ts';
import { tradesOfBar, type RecordedBar } from './candle-trades.ts';
import { scaledNumber, timeOf } from './decimal-fields.ts';
import { symbolInFileName } from './parse-recording.ts';

const UNIT = 100_000_000n;
const instruments = LINEAR_INSTRUMENTS;

describe('parse a recording', () => {
  test("SIM-02 the venue's archive: seconds with decimals, its own columns, several symbols", () => {
    const { format, trades, leftOut } = readRecording([
      'timestamp,symbol,side,size,price,tickDirection,trdMatchID,grossValue,homeNotional,foreignNotional',
      '1696982287.4922,BTCUSDT,Sell,0.86,27390.5,ZeroMinusTick,f7496ecb,4.50554e+08,0.86,4.50554',
      '1696982322.0561,FXSUSDT,Buy,0.13,5.2395,PlusTick,2089f1f4,6.81135e+07,0.13,0.6811349999999999',
      '1696982323,BTCUSDT,Buy,1e-03,27390.6,PlusTick,2089f1f5,1,1,1',
    ]);
    expect(format).toBe('archive');
    expect(leftOut).toEqual({ others: 0, unknownSides: 0, doubles: 0 });
    expect(trades.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'FXSUSDT', 'BTCUSDT']);
    expect(trades.filter(({ symbol }) => symbol === 'BTCUSDT')).toEqual([
      { symbol: 'BTCUSDT', time: 1_696_982_287_492, side: 'Sell', price: 2_739_050_000_000n, quantity: 86_000_000n },
      { symbol: 'BTCUSDT', time: 1_696_982_323_000, side: 'Buy', price: 2_739_060_000_000n, quantity: 100_000n },
    ]);
  });

  test('SIM-02 plain trades, with a header in any order or without one, sorted by time', () => {
    const withHeader = readRecording(['price,time,side,size', '100.5,1700000001000,buy,2', '100,1700000000000,sell,1'], 'ETHUSDT');
    const without = readRecording(['1700000000,100,1,S\r', '', '1700000001,100.5,2,B'], 'ETHUSDT');
    expect(withHeader.format).toBe('plain');
    expect(withHeader.trades).toEqual(without.trades);
    expect(without.trades.map(({ time, side, price }) => [time, side, price])).toEqual([
      [1_700_000_000_000, 'Sell', 100n * UNIT],
      [1_700_000_001_000, 'Buy', 10_050_000_000n],
    ]);
  });

  test('SIM-02 a capture of several markets gives its linear trades and says how many rows were left out', () => {
    const { format, trades, leftOut } = readRecording([
      'ts_ms,market,symbol,taker_side,price,qty,trade_id',
      '1582329602111,linear,BTCUSDT,Buy,9682,0.132,42377944',
      '1582329602112,spot,BTCUSDT,Buy,9682,0.132,1',
      '1582329602113,inverse,BTCUSD,Sell,9682,100,2',
    ]);
    expect([format, trades.length, leftOut.others]).toEqual(['capture', 1, 2]);
  });

  test('SIM-02 candles become trades that make the same candles', () => {
    const { format, trades } = readRecording(
      [
        'timestamp,open,high,low,close,volume',
        '2025-05-30 16:39:00+00:00,104217.5,104402.7,104200.0,104337.8,477.605',
        '2025-05-30 16:40:00+00:00,104337.8,104337.8,104230.8,104288.5,0.001',
        '2025-05-30 16:41:00+00:00,104288.5,104288.5,104288.5,104288.5,0',
      ],
      'BTCUSDT',
    );
    const first = Date.UTC(2025, 4, 30, 16, 39);
    expect(format).toBe('candles');
    expect(trades.map(({ time, side, price, quantity }) => [time - first, side, formatDecimal(price), formatDecimal(quantity)])).toEqual([
      [0, 'Buy', '104217.5', '119.401'],
      [15_000, 'Sell', '104200', '119.401'],
      [30_000, 'Buy', '104402.7', '119.401'],
      [59_000, 'Sell', '104337.8', '119.402'],
      [60_000, 'Sell', '104337.8', '0.00033333'],
      [90_000, 'Sell', '104230.8', '0.00033333'],
      [119_000, 'Buy', '104288.5', '0.00033334'],
    ]);
  });

  test('SIM-02 every bar is reproduced exactly by at most four trades within it', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 13n });
    fc.assert(
      fc.property(fc.tuple(amount, amount, amount, amount), fc.bigInt({ min: 0n, max: 10n ** 12n }), amount, (prices, volume, lot) => {
        const [open, close] = prices;
        const sorted = [...prices].sort((a, b) => (a < b ? -1 : 1));
        const bar: RecordedBar = { symbol: 'X', start: 60_000, open, close, low: sorted[0] ?? 0n, high: sorted[3] ?? 0n, volume };
        const trades = tradesOfBar(bar, 60_000, lot, undefined);
        const traded = trades.map((trade) => trade.price);
        expect(trades.length).toBeLessThanOrEqual(4);
        expect([traded[0], traded.at(-1)]).toEqual([open, close]);
        expect(traded.reduce((a, b) => (b > a ? b : a))).toBe(bar.high);
        expect(traded.reduce((a, b) => (b < a ? b : a))).toBe(bar.low);
        expect(trades.reduce((sum, trade) => sum + trade.quantity, 0n)).toBe(volume);
        expect(trades.every((trade, i) => trade.time >= (trades[i - 1]?.time ?? 60_000) && trade.time < 120_000)).toBe(true);
      }),
      { seed: 17, numRuns: 500 },
    );
  });

  test('wider candles spread their trades over their own width; a hole does not stretch the bar before it', () => {
    const { trades } = readRecording(
      ['timestamp,open,high,low,close,volume', '1653465600000,1,3,1,2,4', '1653465900000,2,3,1,2,4', '1653469200000,2,3,1,2,4'],
      'XRPUSDT',
    );
    expect(trades.map((trade) => trade.time - 1_653_465_600_000)).toEqual([
      0, 150_000, 295_000, 300_000, 375_000, 450_000, 595_000, 3_600_000, 3_675_000, 3_750_000, 3_895_000,
    ]);
  });

  test('times and numbers', () => {
    expect(timeOf('1680652700198')).toBe(1_680_652_700_198);
    expect(timeOf('1680652700198000')).toBe(1_680_652_700_198);
    expect(timeOf('1680652700198000000')).toBe(1_680_652_700_198);
    expect(timeOf('2025-05-30T16:39:00.250Z')).toBe(Date.UTC(2025, 4, 30, 16, 39, 0, 250));
    expect(timeOf('2025-13-30 16:39:00')).toBeUndefined();
    expect(timeOf('2025-05-19T05:30:00+05:30')).toBe(Date.UTC(2025, 4, 19));
    expect(timeOf('2025-05-18 20:00:00-0400')).toBe(Date.UTC(2025, 4, 19));
    expect(timeOf('2025.05.19 00:00')).toBe(Date.UTC(2025, 4, 19));
    expect(timeOf('2025-05-19T05:30:00+25:00')).toBeUndefined();
    expect(scaledNumber('5e-05')).toBe(5_000n);
    expect(scaledNumber('0.6811349999999999')).toBe(68_113_500n);
    expect(scaledNumber('-1')).toBeUndefined();
    expect(scaledNumber('9'.repeat(100))).toBeUndefined();
  });

  test('SIM-08 a file name tells the symbol, listed or not', () => {
    expect(symbolInFileName('trades-FXSUSDT_2023.csv', instruments)).toBe('FXSUSDT');
    expect(symbolInFileName('btcusdt_1m.csv.gz', instruments)).toBe('BTCUSDT');
    expect(symbolInFileName('trades.csv', instruments)).toBeUndefined();
    expect(symbolInFileName('20250519FXSUSDT.csv', instruments)).toBe('FXSUSDT');
    expect(symbolInFileName('BTCUSDT2025-05-19.csv.gz', instruments)).toBe('BTCUSDT');
    expect(symbolInFileName('10000000AIDOGEUSDT.csv', instruments)).toBe('10000000AIDOGEUSDT');
    expect(symbolInFileName('WBTCUSDT-1m.csv', instruments)).toBe('WBTCUSDT');
    expect(symbolInFileName('BinanceBTCUSDT.csv', instruments)).toBe('BTCUSDT');
    expect(symbolInFileName('BTC-USDT-trades-2025-05-19.csv', instruments)).toBe('BTCUSDT');
    expect(symbolInFileName('BTCUSD2025-05-19.csv', PERPETUALS)).toBe('BTCUSD');
    expect(symbolInFileName('BTC-PERP_1m.csv.gz', PERPETUALS)).toBe('BTCPERP');
  });
});

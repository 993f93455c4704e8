import { formatDecimal } from '@tapedeck/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRecording } from '../testing/read-recording.ts';
import { RecordingMalformed, type Recording } from './parse-recording.ts';

const START = Date.UTC(2025, 4, 19);

/** Symbol, ms after START, side, price and quantity of each trade. */
const tradesOf = ({ trades }: Recording): string[] =>
  trades.map(
    ({ symbol, time, side, price, quantity }) => `${symbol} ${time - START} ${side} ${formatDecimal(price)} ${formatDecimal(quantity)}`,
  );

const TRADES = ['BTCUSDT 74 Buy 105900 0.000536', 'BTCUSDT 5074 Sell 105948.3 0.000699'];
/** Two bars: the first moves through all of its prices, the second stands still. */
const BARS = [
  'BTCUSDT 0 Buy 106000 0.56',
  'BTCUSDT 15000 Sell 105996 0.56',
  'BTCUSDT 30000 Buy 106009.5 0.56',
  'BTCUSDT 59000 Sell 106005.5 0.561',
  'BTCUSDT 60000 Buy 106005.5 2.639',
];

const FORMATS: readonly (readonly [name: string, lines: readonly string[], trades: readonly string[]])[] = [
  [
    'the spot archive of the venue',
    ['id,timestamp,price,volume,side', '1000,1747612800074,105900.0,0.000536,buy', '1001,1747612805074,105948.3,0.000699,sell'],
    TRADES,
  ],
  [
    'trades of Binance with a header',
    [
      'id,price,qty,quote_qty,time,is_buyer_maker',
      '1000,105900.0,0.000536,56.76,1747612800074,false',
      '1001,105948.3,0.000699,74.06,1747612805074,true',
    ],
    TRADES,
  ],
  [
    'trades of contracts of Binance without one',
    ['1000,105900.0,0.000536,56.76,1747612800074,false', '1001,105948.3,0.000699,74.06,1747612805074,true'],
    TRADES,
  ],
  [
    'spot trades of Binance, in microseconds',
    ['1000,105900.0,0.000536,56.76,1747612800074000,False,True', '1001,105948.3,0.000699,74.06,1747612805074000,True,True'],
    TRADES,
  ],
  [
    'aggregated trades of Binance with a header',
    [
      'agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker',
      '1000,105900.0,0.000536,1000,1000,1747612800074,false',
      '1001,105948.3,0.000699,1001,1001,1747612805074,true',
    ],
    TRADES,
  ],
  [
    'aggregated trades of Binance without one, contracts',
    ['1000,105900.0,0.000536,1900000000,1900000000,1747612800074,false', '1001,105948.3,0.000699,1900000001,1900000001,1747612805074,true'],
    TRADES,
  ],
  [
    'aggregated trades of Binance without one, spot',
    ['1000,105900.0,0.000536,1000,1000,1747612800074,false,true', '1001,105948.3,0.000699,1001,1001,1747612805074,true,true'],
    TRADES,
  ],
  [
    'candles of Binance with a header',
    [
      'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore',
      '1747612800000,106000.0,106009.5,105996.0,106005.5,2.241,1747612859999,212000.1,31,1.1,116000.5,0',
      '1747612860000,106005.5,106005.5,106005.5,106005.5,2.639,1747612919999,212000.1,31,1.1,116000.5,0',
    ],
    BARS,
  ],
  [
    'candles of Binance without one, in microseconds',
    [
      '1747612800000000,106000.0,106009.5,105996.0,106005.5,2.24100,1747612859999999,212000.1,31,1.1,116000.5,0',
      '1747612860000000,106005.5,106005.5,106005.5,106005.5,2.63900,1747612919999999,212000.1,31,1.1,116000.5,0',
    ],
    BARS,
  ],
  [
    'trades of OKX, with a dash in the symbol',
    [
      'instrument_name,trade_id,side,price,size,created_time',
      'BTC-USDT,1000,buy,105900.0,0.000536,1747612800074',
      'BTC-USDT,1001,sell,105948.3,0.000699,1747612805074',
    ],
    TRADES,
  ],
  [
    'trades of OKX with two languages in the header',
    [
      'trade_id/撮合id,side/交易方向,size/数量,price/价格,created_time/成交时间',
      '1000,buy,0.000536,105900.0,1747612800074',
      '1001,sell,0.000699,105948.3,1747612805074',
    ],
    TRADES,
  ],
  [
    'trades of Tardis; one without a side is left out',
    [
      'exchange,symbol,timestamp,local_timestamp,id,side,price,amount',
      'bybit,BTCUSDT,1747612800074000,1747612800105000,1000,buy,105900.0,0.000536',
      'bybit,BTCUSDT,1747612801074000,1747612801105000,1002,unknown,105900.0,0.5',
      'bybit,BTCUSDT,1747612805074000,1747612805105000,1001,sell,105948.3,0.000699',
    ],
    TRADES,
  ],
  [
    'trades of Kaiko',
    [
      'id,exchange,symbol,date,price,amount,sell',
      '1,cbse,btc-usdt,1747612800074,105900,0.000536,false',
      '2,cbse,btc-usdt,1747612805074,105948.3,0.000699,true',
    ],
    TRADES,
  ],
  [
    'candles of CryptoDataDownload, the newest first below an address',
    [
      'https://www.CryptoDataDownload.com',
      'Unix,Date,Symbol,Open,High,Low,Close,Volume BTC,Volume USDT,tradecount',
      '1747612860000,2025-05-19 00:01:00,BTC/USDT,106005.5,106005.5,106005.5,106005.5,2.639,279749,31',
      '1747612800000,2025-05-19 00:00:00,BTC/USDT,106000.0,106009.5,105996.0,106005.5,2.241,237557,31',
    ],
    BARS,
  ],
  [
    'an export of a chart, with its offset and further columns',
    [
      'time,open,high,low,close,Volume,Volume MA',
      '2025-05-19T05:30:00+05:30,106000,106009.5,105996,106005.5,2.241,NaN',
      '2025-05-19T05:31:00+05:30,106005.5,106005.5,106005.5,106005.5,2.639,NaN',
    ],
    BARS,
  ],
  [
    'quoted cells, separated by semicolons, behind a byte order mark',
    [
      '\uFEFF"time";"open";"high";"low";"close";"volume"',
      '"1747612800";"106000.0";"106009.5";"105996.0";"106005.5";"2.241"',
      '"1747612860";"106005.5";"106005.5";"106005.5";"106005.5";"2.639"',
    ],
    BARS,
  ],
  [
    'candles of MetaTrader 4',
    ['2025.05.19,00:00,106000.0,106009.5,105996.0,106005.5,2.241', '2025.05.19,00:01,106005.5,106005.5,106005.5,106005.5,2.639'],
    BARS,
  ],
  [
    'candles of MetaTrader 5',
    [
      '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
      '2025.05.19\t00:00:00\t106000.0\t106009.5\t105996.0\t106005.5\t2.241\t0\t1',
      '2025.05.19\t00:01:00\t106005.5\t106005.5\t106005.5\t106005.5\t2.639\t0\t1',
    ],
    BARS,
  ],
  [
    "the venue's candles for MetaTrader",
    ['2025.05.19 00:00,106000.0,106009.5,105996.0,106005.5,2.241', '2025.05.19 00:01,106005.5,106005.5,106005.5,106005.5,2.639'],
    BARS,
  ],
  [
    'files that were put together, each with its header',
    [
      'timestamp,open,high,low,close,volume',
      '1747612800000,106000.0,106009.5,105996.0,106005.5,2.241',
      'timestamp,open,high,low,close,volume',
      '1747612860000,106005.5,106005.5,106005.5,106005.5,2.639',
    ],
    BARS,
  ],
];

describe('SIM-02 formats of recordings', () => {
  test.each(FORMATS)('%s', (_name, lines, trades) => {
    expect(tradesOf(readRecording(lines, 'BTCUSDT'))).toEqual(trades);
    expect(
      tradesOf(
        readRecording(
          lines.map((line) => `${line}\r`),
          'BTCUSDT',
        ),
      ),
    ).toEqual(trades);
  });

  test('nanoseconds, and a row of noise of binary numbers', () => {
    const lines = ['time,price,size,side', '1747612800074000000,104217.50000000001,0.30000000000000004,Buy'];
    expect(tradesOf(readRecording(lines, 'BTCUSDT'))).toEqual(['BTCUSDT 74 Buy 104217.5 0.3']);
  });

  test('two equal trades without an id are two trades; with the same id they are one', () => {
    const row = '1747612800074,100,1,Buy';
    expect(readRecording(['time,price,size,side', row, row], 'BTCUSDT').trades).toHaveLength(2);
    const { trades, leftOut } = readRecording(
      ['time,price,size,side,id', `${row},7`, `${row},8`, `${row},7`, '1747612800075,100,1,Buy,7'],
      'BTCUSDT',
    );
    expect([trades.length, leftOut]).toEqual([3, { others: 0, unknownSides: 0, doubles: 1 }]);
  });

  test('trades of one millisecond keep their order in a file that begins with its newest row', () => {
    const rows = ['1747612800074,100,1,Buy', '1747612800074,101,1,Buy', '1747612800074,102,1,Buy', '1747612800075,103,1,Buy'];
    const oldestFirst = readRecording(['time,price,size,side', ...rows], 'BTCUSDT');
    expect(readRecording(['time,price,size,side', ...rows.toReversed()], 'BTCUSDT').trades).toEqual(oldestFirst.trades);
  });

  test('neither the order of rows nor double rows change the result', () => {
    const header = { bars: 'time,open,high,low,close,volume', trades: 'id,time,price,size,side' };
    const row = {
      bars: (at: number): string => `${1_747_612_800 + at * 60},${100 + (at % 3)},110,90,${100 + (at % 5)},${at + 1}`,
      trades: (at: number): string => `${at},${1_747_612_800 + at},${100 + at},1,${at % 2 === 0 ? 'Buy' : 'Sell'}`,
    };
    for (const kind of ['bars', 'trades'] as const) {
      const inOrder = readRecording([header[kind], ...Array.from({ length: 12 }, (_, at) => row[kind](at))], 'BTCUSDT');
      const all = Array.from({ length: 12 }, (_, at) => at);
      fc.assert(
        fc.property(fc.shuffledSubarray(all, { minLength: 12 }), fc.array(fc.nat({ max: 11 }), { maxLength: 5 }), (order, again) => {
          const found = readRecording([header[kind], ...[...order, ...again].map(row[kind])], 'BTCUSDT');
          expect(found.trades).toEqual(inOrder.trades);
          expect(found.leftOut.doubles).toBe(again.length);
        }),
        { seed: 23, numRuns: 100 },
      );
    }
  });

  test('bars of several symbols in one file are each other’s neighbours by symbol only', () => {
    const found = readRecording([
      'time,symbol,open,high,low,close,volume',
      '1747612800,BTCUSDT,100,100,100,100,1',
      '1747612800,ETHUSDT,10,10,10,10,1',
      '1747612860,BTCUSDT,100,100,100,100,2',
      '1747612860,ETHUSDT,10,10,10,10,2',
    ]);
    expect(found.trades.map(({ symbol, quantity }) => `${symbol} ${formatDecimal(quantity)}`).sort()).toEqual([
      'BTCUSDT 1',
      'BTCUSDT 2',
      'ETHUSDT 1',
      'ETHUSDT 2',
    ]);
  });
});

const FIX = 'Correct or delete the line.';
const TRADE_HEAD = 'time,price,size,side';
const BAR_HEAD = 'timestamp,open,high,low,close,volume';
const REFUSALS: readonly (readonly [message: string, lines: readonly string[], symbol?: string])[] = [
  ['line 1: the file ends without a row. Fetch it again, or leave it out.', []],
  ['line 2: the file ends without a row. Fetch it again, or leave it out.', [TRADE_HEAD], 'BTCUSDT'],
  ['line 1: no header of trades or candles. Begin the file with time,price,size,side or timestamp,open,high,low,close,volume.', ['a,b,c']],
  [
    'line 1: no column volume. Candles need timestamp, open, high, low, close and volume: export the file with it.',
    ['time,open,high,low,close', '1747612800,1,1,1,1'],
  ],
  [
    'line 1: no column timestamp and no column side. Trades need timestamp, price, size and side: export the file with them.',
    ['price,size', '1,1'],
  ],
  ['line 1: the file names no symbol. Name it with --replay-symbol, or in the name of the file.', [TRADE_HEAD, '1747612800,1,1,buy']],
  [
    'line 2, column symbol: the row names no symbol. Name it there, or with --replay-symbol.',
    ['time,symbol,price,size,side', '1747612800,,1,1,buy'],
  ],
  [`line 3, column side: "hold" is not Buy or Sell. ${FIX}`, [TRADE_HEAD, '1747612800,1,1,buy', '1747612801,1,1,hold'], 'BTCUSDT'],
  [
    `line 2, column is_buyer_maker: "maybe" is not true or false. ${FIX}`,
    ['time,price,qty,is_buyer_maker', '1747612800,1,1,maybe'],
    'BTCUSDT',
  ],
  [`line 2, column price: "x" is not a decimal number like 0.5. ${FIX}`, [TRADE_HEAD, '1747612800,x,1,buy'], 'BTCUSDT'],
  [`line 2, column 2: "x" is not a decimal number like 0.5. ${FIX}`, ['1747612800,1,1,buy', '1747612800,x,1,buy'], 'BTCUSDT'],
  [`line 2, column price: "0" is not above zero. ${FIX}`, [TRADE_HEAD, '1747612800,0,1,buy'], 'BTCUSDT'],
  [`line 2, column size: "0.000" is not above zero. ${FIX}`, [TRADE_HEAD, '1747612800,1,0.000,buy'], 'BTCUSDT'],
  [`line 2, column size: "0.000000001" is finer than 0.00000001. ${FIX}`, [TRADE_HEAD, '1747612800,1,0.000000001,buy'], 'BTCUSDT'],
  [
    'line 3, column price: "0.000009461" is finer than 0.00000001. Multiply the prices by 1000, divide the quantities by 1000, and name the contract 1000NANOUSDT.',
    [TRADE_HEAD, '1747612800,0.00000946,1,buy', '1747612800,0.000009461,1,buy'],
    'NANOUSDT',
  ],
  [
    'line 2, column open: "0.000000000012" is finer than 0.00000001. Multiply the prices by 1000000, divide the quantities by 1000000, and name the contract 1000000PICOUSDT.',
    [BAR_HEAD, '1747612800,0.000000000012,1,1,1,1'],
    'PICOUSDT',
  ],
  ['line 2, column side: the line ends before this column. Complete or delete the line.', [TRADE_HEAD, '1747612800,1,1'], 'BTCUSDT'],
  [
    `line 2, column time: "now" is not a time in seconds or milliseconds, or like 2025-05-30T16:39:00+00:00. ${FIX}`,
    [TRADE_HEAD, 'now,1,1,buy'],
    'BTCUSDT',
  ],
  [
    'line 2, column Date: "2025-05-19" is a day without a time. Export bars of minutes or hours, with their times.',
    ['Date,Open,High,Low,Close,Volume', '2025-05-19,1,1,1,1,1'],
    'BTCUSDT',
  ],
  [
    'line 2, column instrument_name: BTC-USDT-SWAP counts contracts, and the file does not state their size. Multiply the sizes by the coins of a contract, and name the symbol without SWAP.',
    ['instrument_name,trade_id,side,price,size,created_time', 'BTC-USDT-SWAP,1,buy,1,1,1747612800074'],
  ],
  [`line 2, column open: "5" is not between low and high. ${FIX}`, [BAR_HEAD, '1747612800,5,4,3,4,1'], 'BTCUSDT'],
  [`line 2, column close: "2" is not between low and high. ${FIX}`, [BAR_HEAD, '1747612800,4,4,3,2,1'], 'BTCUSDT'],
  [
    'line 4: a bar of the same time stands in line 2, with other numbers. Delete one of them.',
    [BAR_HEAD, '1747612800,4,4,4,4,1', '1747612860,4,4,4,4,1', '1747612800,4,4,4,4,2'],
    'BTCUSDT',
  ],
];

test.each(REFUSALS.map(([message, lines, symbol]) => ({ message, lines, symbol })))(
  'SIM-02 a refusal names line, column and remedy: $message',
  ({ message, lines, symbol }) => {
    const malformed = (() => {
      try {
        return readRecording(lines, symbol);
      } catch (error) {
        return error;
      }
    })();
    expect(malformed).toBeInstanceOf(RecordingMalformed);
    expect(malformed).toMatchObject({ message });
  },
);

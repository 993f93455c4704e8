// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NEWEST, type Datafeed } from '../datafeed.ts';
import { createUdfDatafeed } from './udf-datafeed.ts';

type Answer = (query: URLSearchParams) => unknown;

const SYMBOL = {
  name: 'BTCUSDT',
  ticker: 'BTCUSDT',
  description: 'Bitcoin',
  type: 'futures',
  exchange: 'X',
  session: '24x7',
  minmov: 5,
  pricescale: 100,
  volume_precision: 3,
};
const BARS = { s: 'ok', t: [60, 120], o: [1, 2], h: [3, 4], l: [1, 2], c: [2, 3], v: [5, 6] };
const QUERY = { ticker: 'BTCUSDT', series: 'trade', resolution: '1' } as const;

let answers: Record<string, Answer>;
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  answers = { history: () => BARS, symbols: () => SYMBOL, config: () => ({ supports_marks: false }) };
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const url = new URL(String(address), 'http://chart.test');
    asked.push(`${url.pathname}${url.search}`);
    const answer = answers[url.pathname.replace('/udf/', '')];
    return Promise.resolve(answer === undefined ? new Response('', { status: 500 }) : Response.json(answer(url.searchParams)));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const feed = (options: { interval?: number } = {}): Datafeed =>
  createUdfDatafeed({ url: '/udf', markTicker: (ticker) => `${ticker}.MARK`, ...options });

describe('CHT-28 the datafeed of servers that speak UDF', () => {
  it('has bars in milliseconds, oldest first', async () => {
    const page = await feed().history({ ...QUERY, before: 180_000, limit: 100 });
    expect(page).toEqual({
      bars: [
        { time: 60_000, open: 1, high: 3, low: 1, close: 2, volume: 5 },
        { time: 120_000, open: 2, high: 4, low: 2, close: 3, volume: 6 },
      ],
      complete: false,
    });
    expect(asked).toEqual(['/udf/history?symbol=BTCUSDT&resolution=1&from=0&to=180&countback=100']);
  });

  it('asks for the newest bars up to tomorrow, and for the mark price by its own name', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_000_000_000);
    await feed().history({ ...QUERY, series: 'mark', before: NEWEST, limit: 10 });
    expect(asked).toEqual(['/udf/history?symbol=BTCUSDT.MARK&resolution=1&from=1085800&to=1086400&countback=10']);
  });

  it('is complete when the server has nothing older, and goes on across a span without trades', async () => {
    answers['history'] = () => ({ s: 'no_data' });
    expect(await feed().history({ ...QUERY, before: 60_000, limit: 10 })).toEqual({ bars: [], complete: true });
    answers['history'] = (query) => (query.get('to') === '121' ? BARS : { s: 'no_data', nextTime: 120 });
    expect(await feed().history({ ...QUERY, before: 600_000, limit: 10 })).toMatchObject({ bars: [{}, {}], complete: false });
  });

  it('leaves out what is no bar, and bars that the chart has already', async () => {
    answers['history'] = () => ({ s: 'ok', t: [180, 60, 120, 120], o: [1, 1, 9, 2], h: [1, 3, 1, 4], l: [1, 1, 1, 2], c: [1, 2, 1, 3] });
    const { bars } = await feed().history({ ...QUERY, before: 180_000, limit: 100 });
    expect(bars.map(({ time, close, volume }) => [time, close, volume])).toEqual([
      [60_000, 2, 0],
      [120_000, 3, 0],
    ]);
  });

  it.each<readonly [string, Answer | undefined]>([
    ['an error of its own', () => ({ s: 'error', errmsg: 'unknown_symbol' })],
    ['a failure of HTTP', undefined],
    ['something else than bars', () => 5],
  ])('rejects on %s', async (_what, answer) => {
    if (answer === undefined) delete answers['history'];
    else answers['history'] = answer;
    await expect(feed().history({ ...QUERY, before: 60_000, limit: 10 })).rejects.toThrow();
  });

  it('SYM-10 knows steps and digits of a symbol, a step being its size / 10^precision, and asks for it once', async () => {
    const own = feed();
    await own.resolve('BTCUSDT');
    expect(await own.resolve('BTCUSDT')).toEqual({
      ticker: 'BTCUSDT',
      name: 'Bitcoin',
      kind: 'perpetual',
      priceDigits: 2,
      quantityDigits: 3,
      priceStep: 0.05,
      hasMark: true,
      figures: [],
      details: [
        { label: 'type', value: 'futures' },
        { label: 'exchange', value: 'X' },
        { label: 'session', value: '24x7' },
      ],
    });
    expect(asked).toHaveLength(1);
  });

  it('asks for a symbol again after a failure', async () => {
    const own = feed();
    answers['symbols'] = () => ({ s: 'error', errmsg: 'unknown_symbol' });
    await expect(own.resolve('BTCUSDT')).rejects.toThrow('unknown_symbol');
    answers['symbols'] = () => SYMBOL;
    expect(await own.resolve('BTCUSDT')).toMatchObject({ ticker: 'BTCUSDT' });
  });

  it('CHT-05 finds symbols of one kind', async () => {
    const kinds: Record<string, string> = { BTCUSDT: 'futures', 'BTC-27MAR26': 'futures', BTC: 'spot', 'BTC-27MAR26-50000-C': 'option' };
    answers['search'] = () => Object.keys(kinds).map((symbol) => ({ symbol }));
    answers['symbols'] = (query) => {
      const ticker = query.get('symbol') ?? '';
      return { ...SYMBOL, ticker, type: kinds[ticker] };
    };
    const found = async (of: 'spot' | 'perpetual' | 'expiry' | undefined): Promise<string[]> =>
      (await feed().search({ text: 'BTC', of })).map(({ ticker }) => ticker);
    expect(await found(undefined)).toEqual(Object.keys(kinds));
    expect(await found('spot')).toEqual(['BTC']);
    expect(await found('perpetual')).toEqual(['BTCUSDT']);
    expect(await found('expiry')).toEqual(['BTC-27MAR26', 'BTC-27MAR26-50000-C']);
  });

  it('has marks of servers that have any', async () => {
    expect(await feed().marks({ ticker: 'BTCUSDT', from: 0, to: 60_000 })).toEqual([]);
    answers['config'] = () => ({ supports_marks: true });
    answers['marks'] = () => ({ id: [1, 2], time: [30, 40], color: ['green', 'red'], text: ['Bought', 'Sold'], label: ['B', 'S'] });
    expect(await feed().marks({ ticker: 'BTCUSDT', from: 0, to: 60_000 })).toEqual([
      { id: '1', kind: 'execution', time: 30_000, text: 'Bought', side: 'Buy', details: [] },
      { id: '2', kind: 'execution', time: 40_000, text: 'Sold', side: 'Sell', details: [] },
    ]);
  });

  it('follows the forming bar, says when bars between are missing, and stops', async () => {
    vi.useFakeTimers();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const heard: (number | undefined)[] = [];
    const stop = feed({ interval: 1_000 }).subscribe(QUERY, (bar) => heard.push(bar?.time));
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([60_000, 120_000]);
    answers['history'] = () => ({ ...BARS, t: [120, 180] });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard.slice(2)).toEqual([120_000, 180_000]);
    delete answers['history'];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard).toHaveLength(4);
    answers['history'] = () => ({ ...BARS, t: [600, 660] });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard.slice(4)).toEqual([undefined]);
    stop();
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(before);
    expect(vi.getTimerCount()).toBe(0);
  });
});

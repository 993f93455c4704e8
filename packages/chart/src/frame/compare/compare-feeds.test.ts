// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChartBar, ChartSymbol } from '../../bridge/messages.ts';
import type { HistoryQuery } from '../../datafeed.ts';
import { MARK_PRICE, type CompareEntry } from '../document/chart-document.ts';
import { CompareFeeds } from './compare-feeds.ts';

const MINUTE = 60_000;
const btc: ChartSymbol = { ticker: 'BTCUSDT', priceDigits: 1, quantityDigits: 3, priceStep: 0.1, hasMark: true, figures: [] };
const eth: CompareEntry = { id: 'c1', ticker: 'ETHUSDT', series: 'trade', scale: 'percent', tone: 'first', shown: true };
const bar = (index: number, close = 1): ChartBar => ({ time: index * MINUTE, open: close, high: close, low: close, close, volume: 0 });

/** A market of 3,000 bars that may fail, and the engine's calls. */
function world() {
  const told: string[] = [];
  const asked: HistoryQuery[] = [];
  const followers = new Map<string, (bar: ChartBar) => void>();
  let failures = 0;
  const remote = {
    history: (query: HistoryQuery) => {
      asked.push(query);
      if (failures > 0) {
        failures -= 1;
        return Promise.reject(new Error('no answer'));
      }
      const end = Math.min(3_000, query.before / MINUTE);
      const start = Math.max(0, end - query.limit);
      return Promise.resolve({ bars: Array.from({ length: end - start }, (_, at) => bar(start + at)), complete: start === 0 });
    },
    marks: () => Promise.resolve([]),
    subscribe: ({ ticker, series }: { ticker: string; series: string }, onBar: (bar: ChartBar) => void) => {
      followers.set(`${ticker} ${series}`, onBar);
      return () => void followers.delete(`${ticker} ${series}`);
    },
  };
  const port = {
    replace: (id: string, bars: readonly ChartBar[]) => void told.push(`${id} = ${bars.length}`),
    prepend: (id: string, bars: readonly ChartBar[]) => void told.push(`${id} + ${bars.length}`),
    update: (id: string, { time, close }: ChartBar) => void told.push(`${id} ${time / MINUTE} ${close}`),
  };
  const feeds = new CompareFeeds({ remote, port, timers: window });
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
  return { feeds, told, asked, followers, settle, fail: (count: number) => (failures = count) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('CHT-11 the mark price is loaded as far back as the bars, page by page', async () => {
  const { feeds, told, asked, settle } = world();
  feeds.cover(1_200 * MINUTE);
  feeds.set([MARK_PRICE], btc, '1');
  await settle();
  expect(asked[0]).toMatchObject({ ticker: 'BTCUSDT', series: 'mark', resolution: '1' });
  expect(told).toEqual(['mark = 300', 'mark + 1000', 'mark + 1000']);
  feeds.cover(0);
  await settle();
  expect(told.at(-1)).toBe('mark + 700');
  expect(asked).toHaveLength(4);
});

it('CHT-11 its news are told at most every 500 ms, and no closed bar is lost', async () => {
  const { feeds, told, followers, settle } = world();
  feeds.cover(0);
  feeds.set([MARK_PRICE], btc, '1');
  await settle();
  told.length = 0;
  const tell = followers.get('BTCUSDT mark');
  for (let close = 1; close <= 50; close += 1) tell?.(bar(3_000, close));
  tell?.(bar(3_001, 7));
  tell?.(bar(3_001, 8));
  await vi.advanceTimersByTimeAsync(499);
  expect(told).toEqual(['mark 3000 50']);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual(['mark 3000 50', 'mark 3001 8']);
});

it('CHT-11 a question that failed is asked again after 500 ms, then ever more rarely', async () => {
  const { feeds, asked, told, settle, fail } = world();
  fail(2);
  feeds.set([eth], btc, '1');
  await settle();
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(499);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['c1 = 300']);
});

it('CHT-11 CHT-21 a change of symbol or interval ends what was followed, and a spot pair has no mark price', async () => {
  const { feeds, asked, told, followers, settle, fail } = world();
  fail(1);
  feeds.set([MARK_PRICE, eth], btc, '1');
  await settle();
  feeds.set([MARK_PRICE, eth], { ...btc, ticker: 'BTC/USDT', hasMark: false, figures: [] }, '5');
  expect([...followers.keys()]).toEqual(['ETHUSDT trade']);
  expect(told).toContain('mark = 0');
  await vi.advanceTimersByTimeAsync(60_000);
  // The question that failed belonged to what was left: it is not asked again.
  expect(asked.filter(({ resolution }) => resolution === '1')).toHaveLength(2);
  feeds.stop();
  expect(followers.size).toBe(0);
});

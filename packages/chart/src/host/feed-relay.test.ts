import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChartBar, HostMessage } from '../bridge/messages.ts';
import { MAX_BARS } from '../bridge/validate.ts';
import type { Datafeed } from '../datafeed.ts';
import { infoSample } from '../testing/samples.ts';
import { createFeedRelay } from './feed-relay.ts';

const bar = (time: number, part: Partial<ChartBar> = {}): ChartBar => ({ time, open: 1, high: 2, low: 1, close: 2, volume: 1, ...part });
const HISTORY = { kind: 'historyRequest', request: 1, ticker: 'A', series: 'trade', resolution: '1', before: 9, limit: 5 } as const;

function open(part: Partial<Datafeed>) {
  const sent: HostMessage[] = [];
  const never = (): Promise<never> => new Promise(() => undefined);
  const feed: Datafeed = { history: never, marks: never, search: never, resolve: never, subscribe: () => () => undefined, ...part };
  return { relay: createFeedRelay(feed, (message) => sent.push(message)), sent };
}

describe('a datafeed that goes wrong', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('CHT-28 that does not answer has failed after half a minute, and its late answer is dropped', async () => {
    let answer: (page: { bars: readonly ChartBar[]; complete: boolean }) => void = () => undefined;
    const { relay, sent } = open({ history: () => new Promise((resolve) => (answer = resolve)) });
    relay.handle(HISTORY);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([{ kind: 'requestFailed', request: 1 }]);
    answer({ bars: [bar(1)], complete: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(1);
  });

  it('CHT-28 leaves no timer behind', async () => {
    const { relay } = open({ marks: () => Promise.resolve([]) });
    relay.handle(HISTORY);
    relay.handle({ kind: 'marksRequest', request: 2, ticker: 'A', from: 0, to: 1 });
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(1);
    relay.clear();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('CHT-28 that sends what is no bar loses that alone, and a page that is too long its oldest bars', async () => {
    const wrong = [bar(2, { high: Number.NaN }), bar(3, { low: 5 }), bar(4, { volume: -1 }), bar(5, { close: Infinity })];
    const { relay, sent } = open({ history: () => Promise.resolve({ bars: [bar(1), ...wrong, bar(6)], complete: true }) });
    relay.handle(HISTORY);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([{ kind: 'history', request: 1, bars: [bar(1), bar(6)], complete: true }]);

    const long = Array.from({ length: MAX_BARS + 3 }, (_, time) => bar(time));
    const other = open({ history: () => Promise.resolve({ bars: long, complete: false }) });
    other.relay.handle(HISTORY);
    await vi.advanceTimersByTimeAsync(0);
    expect(other.sent).toMatchObject([{ kind: 'history', bars: { length: MAX_BARS, 0: { time: 3 } } }]);
  });

  it('CHT-28 that follows with what is no bar is heard for its bars alone, and not after it was told to stop', () => {
    let tell: (bar: ChartBar | undefined) => void = () => undefined;
    const { relay, sent } = open({ subscribe: (_query, listener) => ((tell = listener), () => undefined) });
    relay.handle({ kind: 'subscribe', subscription: 7, ticker: 'A', series: 'trade', resolution: '1' });
    tell(bar(1, { open: Number.NaN }));
    tell(bar(1));
    relay.handle({ kind: 'unsubscribe', subscription: 7 });
    tell(bar(2));
    expect(sent).toEqual([{ kind: 'bar', subscription: 7, bar: bar(1) }]);
  });

  it('CHT-09 tells quotes of the symbols on screen alone, while they are, and only such as the frame would read', () => {
    const followed: string[] = [];
    const tells: ((last: string) => void)[] = [];
    const { relay, sent } = open({
      quotes: (tickers, listener) => {
        followed.push(tickers.join());
        tells.push((last) => listener([{ ticker: 'A', last, change: '+1 %', tone: 'up' }]));
        return () => followed.push('stopped');
      },
    });
    relay.handle({ kind: 'followQuotes', tickers: ['A', 'B'] });
    tells[0]?.('1');
    tells[0]?.('1'.repeat(1_000));
    relay.handle({ kind: 'followQuotes', tickers: ['A'] });
    tells[0]?.('2');
    tells[1]?.('3');
    relay.handle({ kind: 'followQuotes', tickers: [] });
    tells[1]?.('4');
    relay.clear();
    expect(followed).toEqual(['A,B', 'stopped', 'A', 'stopped']);
    expect(sent.map((message) => message.kind === 'quotes' && message.quotes.map(({ last }) => last))).toEqual([['1'], ['3']]);
  });

  it('CHT-09 a datafeed without quotes has lists without them', () => {
    const { relay, sent } = open({});
    relay.handle({ kind: 'followQuotes', tickers: ['A'] });
    relay.clear();
    expect(sent).toEqual([]);
  });

  it('CHT-28 that answers with a symbol the frame would not read has failed', async () => {
    const { relay, sent } = open({ resolve: () => Promise.resolve({ ...infoSample(), priceDigits: -1 }) });
    relay.handle({ kind: 'resolveRequest', request: 3, ticker: 'A' });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([{ kind: 'requestFailed', request: 3 }]);
  });
});

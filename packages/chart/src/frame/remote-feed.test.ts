import { describe, expect, it } from 'vitest';
import type { ChartBar, FrameMessage } from '../bridge/messages.ts';
import { createRemoteFeed } from './remote-feed.ts';

const BAR: ChartBar = { time: 1, open: 1, high: 1, low: 1, close: 1, volume: 1 };
const QUERY = { ticker: 'BTCUSDT', series: 'trade', resolution: '30' } as const;

function open() {
  const sent: FrameMessage[] = [];
  const feed = createRemoteFeed((message) => sent.push(message));
  const heard: string[] = [];
  const follow = (name: string, query: Parameters<typeof feed.subscribe>[0] = QUERY) =>
    feed.subscribe(
      query,
      ({ close }) => heard.push(`${name} ${close}`),
      () => heard.push(`${name} changed`),
    );
  return { sent, feed, heard, follow };
}

describe('the page’s datafeed as the frame reaches it', () => {
  it('CHT-09 hears the quotes of the newest list alone', () => {
    const { sent, feed, heard } = open();
    const quote = { ticker: 'BTCUSDT', last: '1', change: '0 %', tone: 'plain' } as const;
    feed.quotes(['BTCUSDT'], (quotes) => heard.push(...quotes.map(({ last }) => last)));
    feed.receive({ kind: 'quotes', quotes: [quote] });
    feed.quotes([], () => undefined);
    feed.receive({ kind: 'quotes', quotes: [{ ...quote, last: '2' }] });
    expect(heard).toEqual(['1']);
    expect(sent).toEqual([
      { kind: 'followQuotes', tickers: ['BTCUSDT'] },
      { kind: 'followQuotes', tickers: [] },
    ]);
  });

  it('follows the same bars once, however many want them', () => {
    const { sent, feed, heard, follow } = open();
    const stopChart = follow('chart');
    const stopAlert = follow('alert');
    expect(sent).toEqual([{ kind: 'subscribe', subscription: 1, ...QUERY }]);
    feed.receive({ kind: 'bar', subscription: 1, bar: BAR });
    feed.receive({ kind: 'historyChanged', subscription: 1 });
    expect(heard).toEqual(['chart 1', 'alert 1', 'chart changed', 'alert changed']);
    stopChart();
    stopChart();
    expect(sent).toHaveLength(1);
    feed.receive({ kind: 'bar', subscription: 1, bar: { ...BAR, close: 2 } });
    expect(heard.slice(4)).toEqual(['alert 2']);
    stopAlert();
    expect(sent.slice(1)).toEqual([{ kind: 'unsubscribe', subscription: 1 }]);
    feed.receive({ kind: 'bar', subscription: 1, bar: BAR });
    expect(heard).toHaveLength(5);
    // A later subscriber starts a new subscription.
    follow('next');
    expect(sent.at(-1)).toEqual({ kind: 'subscribe', subscription: 2, ...QUERY });
  });

  it('keeps bars of another symbol, series or resolution apart', () => {
    const { sent, feed, heard, follow } = open();
    follow('last');
    follow('mark', { ...QUERY, series: 'mark' });
    follow('day', { ...QUERY, resolution: '1D' });
    follow('ether', { ...QUERY, ticker: 'ETHUSDT' });
    expect(sent.map((message) => message.kind)).toEqual(['subscribe', 'subscribe', 'subscribe', 'subscribe']);
    feed.receive({ kind: 'bar', subscription: 3, bar: BAR });
    expect(heard).toEqual(['day 1']);
  });

  it('one that ends another while both are told is no trouble', () => {
    const { feed, heard, follow } = open();
    const stops: (() => void)[] = [];
    feed.subscribe(
      QUERY,
      () => stops.pop()?.(),
      () => undefined,
    );
    stops.push(follow('ended'));
    feed.receive({ kind: 'bar', subscription: 1, bar: BAR });
    feed.receive({ kind: 'bar', subscription: 1, bar: BAR });
    expect(heard).toEqual(['ended 1']);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { ChartBar } from '../../bridge/messages.ts';
import type { RemoteFeed } from '../bar-feed.ts';
import { alertSample } from '../../testing/alert-samples.ts';
import type { Alert } from './alert.ts';
import { AlertWatch } from './alert-watch.ts';

const MINUTE = 60_000;

/** A bar of a minute; its range is that of open and close unless given. */
function bar(minute: number, close: number, part: Partial<ChartBar> = {}): ChartBar {
  const open = part.open ?? close;
  return { time: minute * MINUTE, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: 1, ...part };
}

const ema = {
  id: 's1',
  indicator: 'sma',
  inputs: { length: 3 },
  source: { price: 'close' },
  looks: [{ tone: 'first', width: 1.5, shown: true }],
  shown: true,
  hiddenOn: [],
} as const;

/** A datafeed whose history is answered by hand. */
class FakeFeed implements Pick<RemoteFeed, 'history' | 'subscribe'> {
  asked: ((bars: readonly ChartBar[] | undefined) => void)[] = [];
  onBar: (bar: ChartBar) => void = () => undefined;
  onHistoryChanged: () => void = () => undefined;
  isFollowed = false;
  history: RemoteFeed['history'] = () =>
    new Promise((resolve, reject) => {
      this.asked.push((bars) => (bars === undefined ? reject(new Error('away')) : resolve({ bars, complete: true })));
    });
  subscribe: RemoteFeed['subscribe'] = (_query, onBar, onHistoryChanged) => {
    Object.assign(this, { onBar, onHistoryChanged, isFollowed: true });
    return () => (this.isFollowed = false);
  };
  async answer(bars: readonly ChartBar[] | undefined): Promise<void> {
    this.asked.shift()?.(bars);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }
}

describe('alerts on the stream of bars', () => {
  let feed: FakeFeed;
  let fired: string[];
  let timers: (() => void)[];
  let watch: AlertWatch;
  let alerts: readonly Alert[];
  const set = (...next: readonly Alert[]): void => {
    alerts = next;
    watch.set(next);
  };

  beforeEach(() => {
    feed = new FakeFeed();
    fired = [];
    timers = [];
    watch = new AlertWatch('BTCUSDT', '1', {
      remote: feed,
      timers: { setTimeout: (run: () => void) => timers.push(run), clearTimeout: () => undefined },
      // As the store would: once is once, and a bar is remembered.
      onFire: ({ id, trigger }, value, time) => {
        fired.push(`${id} ${value} ${time / MINUTE}`);
        const left = alerts.filter((alert) => trigger !== 'once' || alert.id !== id);
        set(...left.map((alert) => (alert.id === id ? { ...alert, firedBar: time } : alert)));
      },
    });
  });

  it('once: at the tick that crosses, and never again', async () => {
    set(alertSample());
    await feed.answer([bar(1, 98), bar(2, 99)]);
    feed.onBar(bar(2, 99.5));
    expect(fired).toEqual([]);
    feed.onBar(bar(2, 100.5));
    feed.onBar(bar(2, 99));
    feed.onBar(bar(3, 101));
    expect(fired).toEqual(['a1 100.5 2']);
  });

  it('what happened before the alert was made does not count', async () => {
    set(alertSample());
    await feed.answer([bar(1, 90), bar(2, 105, { open: 95, low: 80, high: 110 })]);
    feed.onBar(bar(2, 106, { open: 95, low: 80, high: 110 }));
    expect(fired).toEqual([]);
    set(...alerts, alertSample({ id: 'a2', target: { kind: 'value', value: 108 } }));
    feed.onBar(bar(2, 107, { open: 95, low: 80, high: 110 }));
    expect(fired).toEqual([]);
    feed.onBar(bar(2, 106, { open: 95, low: 80, high: 111 }));
    expect(fired).toEqual(['a2 106 2']);
  });

  it('once per bar: again in the next one only', async () => {
    set(alertSample({ operator: 'above', trigger: 'oncePerBar' }));
    await feed.answer([bar(1, 99)]);
    for (const [minute, close] of [
      [1, 101],
      [1, 102],
      [2, 99],
      [2, 103],
      [2, 104],
      [3, 98],
    ] as const)
      feed.onBar(bar(minute, close));
    expect(fired).toEqual(['a1 101 1', 'a1 103 2']);
  });

  it('every time: at each crossing, also twice in a bar; a price that stays where it is came there once', async () => {
    set(
      alertSample({ trigger: 'everyTime' }),
      alertSample({ id: 'a2', operator: 'above', trigger: 'everyTime', target: { kind: 'value', value: 101 } }),
    );
    await feed.answer([bar(1, 99)]);
    for (const close of [100.5, 102, 103, 100.8, 99, 101.5]) feed.onBar(bar(1, close));
    feed.onBar(bar(2, 102));
    expect(fired).toEqual(['a1 100.5 1', 'a2 102 1', 'a1 99 1', 'a1 101.5 1', 'a2 101.5 1']);
  });

  it('on bar close: by closed bars only, each of them, also those that closed while the page was offline', async () => {
    set(alertSample({ trigger: 'onBarClose' }));
    await feed.answer([bar(1, 98), bar(2, 99)]);
    feed.onBar(bar(2, 105, { high: 120 }));
    feed.onBar(bar(2, 99));
    feed.onBar(bar(3, 101));
    expect(fired).toEqual([]);
    feed.onBar(bar(4, 101));
    expect(fired).toEqual(['a1 101 3']);
    set(alertSample({ id: 'a2', trigger: 'onBarClose' }));
    feed.onHistoryChanged();
    await feed.answer([bar(3, 101), bar(4, 101), bar(5, 102), bar(6, 99), bar(7, 98), bar(8, 98)]);
    expect(fired.slice(1)).toEqual(['a2 99 6']);
  });

  it('what was crossed while the page was offline is told afterwards', async () => {
    set(alertSample());
    await feed.answer([bar(1, 98), bar(2, 99)]);
    feed.onHistoryChanged();
    await feed.answer([bar(1, 98), bar(2, 99), bar(3, 99, { high: 104 }), bar(4, 97)]);
    expect(fired).toEqual(['a1 97 4']);
  });

  it('asks for bars that are missing, once, and for history that failed again', async () => {
    set(alertSample());
    await feed.answer(undefined);
    expect(timers).toHaveLength(1);
    timers.pop()?.();
    await feed.answer([bar(1, 98)]);
    feed.onBar(bar(9, 98));
    feed.onBar(bar(9, 97));
    expect(feed.asked).toHaveLength(1);
  });

  it('a bar that came while history was on its way is newer', async () => {
    set(alertSample());
    feed.onBar(bar(3, 101));
    await feed.answer([bar(1, 98), bar(2, 99)]);
    expect(fired).toEqual([]);
    feed.onBar(bar(3, 99.9));
    expect(fired).toEqual(['a1 99.9 3']);
  });

  it('up and down by a percentage within bars, from the closes before', async () => {
    set(
      alertSample({ id: 'up', operator: 'rise', target: { kind: 'change', percent: 10, bars: 2 } }),
      alertSample({ id: 'down', operator: 'fall', target: { kind: 'change', percent: 10, bars: 2 } }),
    );
    await feed.answer([bar(1, 50), bar(2, 100), bar(3, 102), bar(4, 105)]);
    feed.onBar(bar(4, 109.9));
    expect(fired).toEqual([]);
    feed.onBar(bar(4, 110));
    expect(fired).toEqual(['up 110 4']);
    feed.onBar(bar(5, 99));
    expect(fired.slice(1)).toEqual(['down 99 5']);
  });

  it('an indicator crosses a value, and the price an indicator', async () => {
    set(
      alertSample({ id: 'value', studies: [ema], subject: { kind: 'plot', study: 's1', plot: 0 } }),
      alertSample({ id: 'plot', studies: [ema], target: { kind: 'plot', study: 's1', plot: 0 }, operator: 'crossDown' }),
    );
    await feed.answer([bar(1, 90), bar(2, 90), bar(3, 90), bar(4, 99)]);
    await import('../indicators/studies.ts');
    feed.onBar(bar(4, 99));
    feed.onBar(bar(5, 105));
    expect(fired).toEqual([]);
    feed.onBar(bar(6, 100));
    // 99, 105 and 100 make 101.33: the average rose over 100, and the price fell below it.
    expect(fired.map((line) => line.split(' ')[0]).toSorted()).toEqual(['plot', 'value']);
  });

  it('a line of a drawing, where it stands at the bar', async () => {
    const line = {
      kind: 'drawing',
      id: 'd1',
      tool: 'trendLine',
      isLog: false,
      anchors: [
        { time: MINUTE, price: 100 },
        { time: 11 * MINUTE, price: 200 },
      ],
    } as const;
    set(alertSample({ operator: 'crossUp', target: line }));
    await feed.answer([bar(1, 90), bar(2, 100)]);
    feed.onBar(bar(3, 119));
    expect(fired).toEqual([]);
    // The line stands at 130 in the next minute: the price stays below it, though it is higher.
    feed.onBar(bar(4, 125));
    expect(fired).toEqual([]);
    // A line that is moved over the price is not crossed by it.
    set(
      alertSample({
        operator: 'crossUp',
        target: { ...line, anchors: line.anchors.map((anchor) => ({ ...anchor, price: anchor.price - 50 })) },
      }),
    );
    feed.onBar(bar(4, 126));
    expect(fired).toEqual([]);
    set(alertSample({ operator: 'crossUp', target: line }));
    feed.onBar(bar(4, 130));
    expect(fired).toEqual(['a1 130 4']);
  });

  it('ends with its subscription, and asks nothing any more', async () => {
    set(alertSample());
    watch.stop();
    expect(feed.isFollowed).toBe(false);
    await feed.answer(undefined);
    expect(timers).toEqual([]);
  });
});

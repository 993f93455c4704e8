// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BRIDGE_VERSION, type ChartBar, type FrameMessage, type HostMessage, type PlannedBracket } from '../bridge/messages.ts';
import { enclose } from '../bridge/validate.ts';
import type { Datafeed } from '../datafeed.ts';
import { infoSample, lineSample, packedTextsSample } from '../testing/samples.ts';
import type { ChartWidget } from './chart-widget.ts';
import { createChartWidget } from './create-chart-widget.ts';
import type { ChartWidgetOptions } from './widget-options.ts';

const bar: ChartBar = { time: 60_000, open: 1, high: 3, low: 1, close: 2, volume: 5 };

function fakeFeed() {
  const followers = new Map<string, (bar: ChartBar | undefined) => void>();
  const feed = {
    history: vi.fn<Datafeed['history']>(async () => ({ bars: [bar], complete: true })),
    search: vi.fn<Datafeed['search']>(async () => [infoSample()]),
    resolve: vi.fn<Datafeed['resolve']>(async () => infoSample()),
    marks: vi.fn<Datafeed['marks']>(async () => [
      { id: 'a', kind: 'execution' as const, time: 1, text: 't', side: 'Buy' as const, details: [] },
    ]),
    subscribe: vi.fn<Datafeed['subscribe']>(({ ticker, resolution }, listener) => {
      const key = `${ticker} ${resolution}`;
      followers.set(key, listener);
      return () => followers.delete(key);
    }),
  };
  return { feed, followers };
}

const BTC = { ticker: 'BTCUSDT', priceDigits: 1, quantityDigits: 3, priceStep: 0.1, hasMark: true, figures: [] };

/** Answers questions for the chart's words; what it was asked for is in its calls. */
function wordsServed() {
  return vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json(packedTextsSample())));
}

function make(part: Partial<ChartWidgetOptions> = {}) {
  // Outside the document, so that the frame's page is not fetched.
  const container = document.createElement('div');
  const { feed, followers } = fakeFeed();
  const asked: ChartWidgetOptions = { container, libraryPath: '/', datafeed: feed, symbol: BTC, resolution: '30', ...part };
  const widget = createChartWidget(asked);
  const frame = container.querySelector('iframe') ?? document.querySelector('iframe');
  if (frame === null) throw new Error('No frame was made');
  const sent: HostMessage[] = [];
  // Stands in for the frame's window: keeps what the page says to it.
  const inner: { widgetReady?: unknown; postMessage: (data: { message: HostMessage }) => void } = {
    widgetReady: () => BRIDGE_VERSION,
    postMessage: (data) => void sent.push(data.message),
  };
  Object.defineProperty(frame, 'contentWindow', { value: inner });
  const say = (message: FrameMessage, source: unknown = inner, origin = window.location.origin): void => {
    window.dispatchEvent(new MessageEvent('message', { data: enclose(message), source: source as Window, origin }));
  };
  const kinds = (): string[] => sent.map((message) => message.kind);
  return { container, widget, frame, inner, sent, kinds, say, feed, followers };
}

/** A widget whose words have come. */
async function open(part: Partial<ChartWidgetOptions> = {}) {
  const made = make(part);
  await settled();
  return made;
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('the chart widget', () => {
  let widget: ChartWidget | undefined;
  beforeEach(() => {
    wordsServed();
  });
  afterEach(() => {
    widget?.destroy();
    vi.restoreAllMocks();
    window.localStorage.clear();
  });

  it('CHT-01 is a frame titled "Financial Chart"', async () => {
    const opened = await open();
    widget = opened.widget;
    expect(opened.frame.title).toBe('Financial Chart');
  });

  it('CHT-20 goes from created over inner window loaded to ready, and to destroyed', async () => {
    const opened = await open();
    widget = opened.widget;
    const ready = vi.fn();
    widget.onReady(ready);
    expect(widget.state).toBe('created');
    opened.say({ kind: 'loaded' });
    expect(widget.state).toBe('innerWindowLoaded');
    expect(opened.kinds()).toEqual(['init']);
    expect(ready).not.toHaveBeenCalled();
    opened.say({ kind: 'ready' });
    expect(widget.state).toBe('ready');
    expect(ready).toHaveBeenCalledOnce();
    const late = vi.fn();
    widget.onReady(late);
    expect(late).toHaveBeenCalledOnce();
    widget.destroy();
    expect(widget.state).toBe('destroyed');
  });

  it('carries what was set before the frame was up in its first message', async () => {
    const opened = await open();
    widget = opened.widget;
    widget.setTheme('light');
    widget.setResolution('1D');
    widget.setLines([lineSample()]);
    widget.setFreshness('stale');
    expect(opened.sent).toEqual([]);
    opened.say({ kind: 'loaded' });
    expect(opened.sent).toMatchObject([
      { kind: 'init', setup: { theme: 'light', resolution: '1D', freshness: 'stale', lines: [{ id: lineSample().id }] } },
    ]);
    widget.setTheme('dark');
    expect(opened.sent.at(-1)).toEqual({ kind: 'theme', theme: 'dark' });
    widget.setClock(Date.now() - 86_400_000);
    expect(opened.sent.at(-1)).toMatchObject({ kind: 'clock' });
    const { length } = opened.sent;
    widget.setClock(Date.now() - 86_400_000);
    expect(opened.sent).toHaveLength(length);
  });

  it('drops the lines of the symbol that was', async () => {
    const opened = await open();
    widget = opened.widget;
    widget.setLines([lineSample()]);
    widget.setSymbol({ ticker: 'ETHUSDT', priceDigits: 2, quantityDigits: 2, priceStep: 0.01, hasMark: true, figures: [] });
    opened.say({ kind: 'loaded' });
    expect(opened.sent).toMatchObject([{ setup: { symbol: { ticker: 'ETHUSDT' }, lines: [] } }]);
  });

  it('says nothing to the frame when what is set is set already: bars are not loaded twice', async () => {
    const opened = await open();
    widget = opened.widget;
    opened.say({ kind: 'loaded' });
    widget.setLines([lineSample()]);
    widget.setSymbol({ ticker: 'BTCUSDT', priceDigits: 1, quantityDigits: 3, priceStep: 0.1, hasMark: true, figures: [] });
    widget.setResolution('30');
    widget.setTheme('dark');
    widget.setFreshness('live');
    widget.setLocale('en');
    expect(opened.kinds()).toEqual(['init', 'lines']);
  });

  it('CHT-28 answers the frame from whatever datafeed was given', async () => {
    const opened = await open();
    widget = opened.widget;
    opened.say({ kind: 'loaded' });
    opened.say({ kind: 'historyRequest', request: 7, ticker: 'BTCUSDT', series: 'trade', resolution: '30', before: 100, limit: 10 });
    opened.say({ kind: 'marksRequest', request: 8, ticker: 'BTCUSDT', from: 0, to: 100 });
    opened.say({ kind: 'subscribe', subscription: 9, ticker: 'BTCUSDT', series: 'trade', resolution: '30' });
    await settled();
    expect(opened.feed.history).toHaveBeenCalledWith({ ticker: 'BTCUSDT', series: 'trade', resolution: '30', before: 100, limit: 10 });
    expect(opened.sent).toContainEqual({ kind: 'history', request: 7, bars: [bar], complete: true });
    expect(opened.sent).toContainEqual({
      kind: 'marks',
      request: 8,
      marks: [{ id: 'a', kind: 'execution', time: 1, text: 't', side: 'Buy', details: [] }],
    });
    opened.followers.get('BTCUSDT 30')?.(bar);
    opened.followers.get('BTCUSDT 30')?.(undefined);
    expect(opened.sent.slice(-2)).toEqual([
      { kind: 'bar', subscription: 9, bar },
      { kind: 'historyChanged', subscription: 9 },
    ]);
    opened.say({ kind: 'unsubscribe', subscription: 9 });
    expect(opened.followers.size).toBe(0);
  });

  it.each<readonly [string, Datafeed['history']]>([
    ['rejects', () => Promise.reject(new Error('no answer'))],
    [
      'throws at once',
      () => {
        throw new Error('broken plug');
      },
    ],
  ])('API-08 tells the frame that a request failed when the datafeed %s', async (_name, history) => {
    const opened = await open({ datafeed: { ...fakeFeed().feed, history } });
    widget = opened.widget;
    opened.say({ kind: 'loaded' });
    opened.say({ kind: 'historyRequest', request: 1, ticker: 'BTCUSDT', series: 'trade', resolution: '30', before: 100, limit: 10 });
    await settled();
    expect(opened.sent.at(-1)).toEqual({ kind: 'requestFailed', request: 1 });
  });

  it('starts the frame anew after it was loaded again, and drops answers to its former self', async () => {
    const opened = await open();
    widget = opened.widget;
    opened.say({ kind: 'loaded' });
    opened.say({ kind: 'subscribe', subscription: 1, ticker: 'BTCUSDT', series: 'trade', resolution: '30' });
    opened.say({ kind: 'historyRequest', request: 2, ticker: 'BTCUSDT', series: 'trade', resolution: '30', before: 100, limit: 10 });
    opened.say({ kind: 'loaded' });
    await settled();
    expect(opened.kinds()).toEqual(['init', 'init']);
    expect(opened.followers.size).toBe(0);
  });

  it('passes clicks on line buttons on, until told otherwise', async () => {
    const opened = await open();
    widget = opened.widget;
    const clicked = vi.fn();
    const stop = widget.onLineButton(clicked);
    opened.say({ kind: 'lineButton', lineId: 'a', buttonId: 'close' });
    expect(clicked).toHaveBeenCalledWith('a', 'close');
    stop();
    opened.say({ kind: 'lineButton', lineId: 'a', buttonId: 'close' });
    expect(clicked).toHaveBeenCalledOnce();
  });

  it('listens to its own frame on its own origin only', async () => {
    const opened = await open();
    widget = opened.widget;
    opened.say({ kind: 'loaded' }, window);
    opened.say({ kind: 'loaded' }, undefined, 'https://elsewhere.example');
    expect(widget.state).toBe('created');
  });

  it('CHT-20 destroy removes frame, listeners and subscriptions', async () => {
    const added = vi.spyOn(window, 'addEventListener');
    const removed = vi.spyOn(window, 'removeEventListener');
    const opened = await open();
    opened.say({ kind: 'loaded' });
    opened.say({ kind: 'subscribe', subscription: 1, ticker: 'BTCUSDT', series: 'trade', resolution: '30' });
    const ready = vi.fn();
    opened.widget.onReady(ready);
    opened.widget.destroy();
    opened.widget.destroy();
    expect(opened.container.childElementCount).toBe(0);
    expect(opened.followers.size).toBe(0);
    expect(removed.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      added.mock.calls.map(([type, listener]) => [type, listener]),
    );
    opened.say({ kind: 'ready' });
    opened.widget.setTheme('light');
    expect(ready).not.toHaveBeenCalled();
    expect(opened.kinds()).toEqual(['init']);
  });

  it('CHT-14 CHT-15 trades nothing at a price of the symbol before', async () => {
    const opened = await open();
    widget = opened.widget;
    opened.say({ kind: 'loaded' });
    const handler = {
      estimate: () => undefined,
      drop: vi.fn(() => Promise.resolve()),
      order: vi.fn(),
      bracket: { estimate: vi.fn(), use: vi.fn(() => Promise.resolve(true)) },
    };
    widget.setTradeHandler(handler);
    const plan: PlannedBracket = { side: 'Buy', entry: 64_000, stop: 63_000, target: 66_000, risk: { unit: 'percent', value: '1' } };
    const trade = (ticker: string): void => {
      opened.say({ kind: 'lineDropped', ticker, drag: 1, lineId: 'form:entry', price: 64_000 });
      opened.say({ kind: 'orderWanted', ticker, order: { side: 'Buy', type: 'limit', price: 64_000 } });
      opened.say({ kind: 'bracketUsed', ticker, bracket: 1, plan, use: 'send' });
    };
    const called = (): number[] => [handler.drop, handler.order, handler.bracket.use].map(({ mock }) => mock.calls.length);
    trade('BTCUSDT');
    expect(called()).toEqual([1, 1, 1]);
    widget.setSymbol({ ...BTC, ticker: 'ETHUSDT' });
    trade('BTCUSDT');
    await settled();
    expect(called()).toEqual([1, 1, 1]);
    // The line of the drag is let go all the same.
    expect(opened.kinds().filter((kind) => kind === 'dragEnded')).toHaveLength(2);
    trade('ETHUSDT');
    expect(called()).toEqual([2, 2, 2]);
  });
});

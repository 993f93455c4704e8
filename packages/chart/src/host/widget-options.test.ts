// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BRIDGE_VERSION, type HostMessage } from '../bridge/messages.ts';
import { enclose } from '../bridge/validate.ts';
import type { Datafeed } from '../datafeed.ts';
import { infoSample, packedTextsSample } from '../testing/samples.ts';
import type { ChartWidget } from './chart-widget.ts';
import { createChartWidget } from './create-chart-widget.ts';
import { CHART_LOCALES, chooseLocale } from './locales.ts';
import type { ChartWidgetOptions } from './widget-options.ts';

const feed: Datafeed = {
  history: () => Promise.resolve({ bars: [], complete: true }),
  marks: () => Promise.resolve([]),
  subscribe: () => () => undefined,
  search: () => Promise.resolve([{ ...infoSample(), ticker: 'FIRST' }, infoSample()]),
  resolve: (ticker) => (ticker === 'GONE' ? Promise.reject(new Error('GONE is not listed')) : Promise.resolve({ ...infoSample(), ticker })),
};

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const made: ChartWidget[] = [];

/** As pages make it that are not written in TypeScript. */
const create = (options: Partial<ChartWidgetOptions>): ChartWidget => {
  const widget = createChartWidget({ libraryPath: '/', ...options } as ChartWidgetOptions);
  made.push(widget);
  return widget;
};

/** A widget in its own container, and the messages to its frame. */
function open(options: Partial<ChartWidgetOptions>) {
  const container = document.createElement('div');
  const widget = create({ container, datafeed: feed, ...options });
  const frame = container.querySelector('iframe');
  if (frame === null) throw new Error('No frame was made');
  const sent: HostMessage[] = [];
  const inner: Record<string, unknown> = { postMessage: (data: { message: HostMessage }) => void sent.push(data.message) };
  Object.defineProperty(frame, 'contentWindow', { value: inner });
  const say = (kind: 'loaded' | 'ready'): void => {
    const source = inner as unknown as Window;
    window.dispatchEvent(new MessageEvent('message', { data: enclose({ kind }), source, origin: window.location.origin }));
  };
  return { widget, frame, inner, sent, say };
}

/** Setup in the first message to the frame. */
async function firstSetup(options: Partial<ChartWidgetOptions>) {
  const { say, sent } = open(options);
  await settled();
  say('loaded');
  const [first] = sent;
  if (first?.kind !== 'init') throw new Error('The frame was told nothing');
  return first.setup;
}

const warned = (): string[] => vi.mocked(console.warn).mock.calls.map(([text]) => String(text));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json(packedTextsSample())));
});
afterEach(() => {
  for (const widget of made.splice(0)) widget.destroy();
  vi.restoreAllMocks();
  window.localStorage.clear();
  document.body.replaceChildren();
});

describe('the constructor of the chart', () => {
  it.each<readonly [string, Partial<ChartWidgetOptions>, string]>([
    ['no datafeed', { container: 'chart', symbol: 'BTCUSDT' }, 'Datafeed is not defined'],
    ['no symbol', { container: 'chart', datafeed: feed }, "Symbol is not defined: either 'symbol' or 'load_last_chart' option must be set"],
    [
      'an empty symbol',
      { container: 'chart', datafeed: feed, symbol: '' },
      "Symbol is not defined: either 'symbol' or 'load_last_chart' option must be set",
    ],
    ['no such element', { container: 'nowhere', datafeed: feed, symbol: 'BTCUSDT' }, 'There is no such element - #nowhere'],
  ])('CHT-22 refuses %s', (_what, options, message) => {
    expect(() => create(options)).toThrow(new Error(message));
  });

  it('CHT-22 makes a chart in the element of an id', () => {
    const element = document.createElement('div');
    element.id = 'here';
    document.body.append(element);
    const spy = vi.spyOn(element, 'append').mockImplementation(() => undefined);
    create({ container: 'here', datafeed: feed, symbol: 'BTCUSDT' });
    expect(spy).toHaveBeenCalledOnce();
  });

  it('refuses files of another origin: the frame would not be heard', () => {
    const container = document.createElement('div');
    expect(() => create({ container, datafeed: feed, symbol: 'BTCUSDT', libraryPath: 'https://elsewhere.example/chart/' })).toThrow(
      /must be of the page's origin/,
    );
  });

  it('CHT-25 CHT-10 CHT-04 has the defaults of the specification', async () => {
    const { frame } = open({ symbol: 'BTCUSDT' });
    expect([frame.style.width, frame.style.height]).toEqual(['800px', '500px']);
    expect(frame.style.background).toMatch(/#131722|rgb\(19, 23, 34\)/);
    const setup = await firstSetup({ symbol: 'BTCUSDT' });
    expect(setup).toMatchObject({ theme: 'dark', timezone: 'Etc/UTC', locale: 'en', resolution: '1D' });
    expect(setup.timeFrames.map(({ text, resolution }) => `${text} on ${resolution}`)).toEqual([
      '5y on 1W',
      '1y on 1W',
      '6m on 120',
      '3m on 60',
      '1m on 30',
      '5d on 5',
      '1d on 1',
    ]);
  });

  it('fills its container when it is asked to', () => {
    const { frame } = open({ symbol: 'BTCUSDT', autosize: true });
    expect([frame.style.width, frame.style.height]).toEqual(['100%', '100%']);
  });

  it('CHT-23 warns about a library path without a slash at its end, and finds its files all the same', () => {
    const { frame } = open({ symbol: 'BTCUSDT', libraryPath: '/lib/chart' });
    expect(warned()).toEqual(['The library path "/lib/chart" should end with a slash']);
    expect(new URL(frame.src).pathname).toBe('/lib/chart/chart.html');
    const [words] = vi.mocked(window.fetch).mock.calls.map(([address]) => (address as URL).pathname);
    expect(words).toBe('/lib/chart/chart-locales/en.json');
  });

  it('CHT-23 drops the override of lockScale, and any that is no setting, with a warning', async () => {
    const setup = await firstSetup({
      symbol: 'BTCUSDT',
      overrides: {
        'scalesProperties.lockScale': true,
        grid: false,
        marginTop: 12,
        up: '#00aa00',
        precision: 3,
        nonsense: 1,
        marginBottom: 900,
      },
    });
    expect(setup.settings).toMatchObject({
      up: '#00aa00',
      precision: 3,
      switches: { grid: false },
      margins: { marginTop: 12, marginBottom: 4 },
    });
    expect(warned()).toEqual([
      'The override "scalesProperties.lockScale" is dropped: the price scale is locked by hand only',
      'The override "nonsense" is dropped: there is no such setting',
    ]);
  });

  it('CHT-23 refuses CSS custom properties whose names do not start with a double hyphen', async () => {
    const wrong = 'The name of a CSS custom property must start with a double hyphen: accent';
    expect(() => open({ symbol: 'BTCUSDT', customProperties: { accent: 'red' } })).toThrow(wrong);
    const { widget, say, sent } = open({ symbol: 'BTCUSDT', customProperties: { '--accent': 'red' } });
    expect(() => widget.setCustomProperty('accent', 'blue')).toThrow(wrong);
    await settled();
    say('loaded');
    widget.setCustomProperty('--accent', 'blue');
    expect(sent).toMatchObject([
      { kind: 'init', setup: { customProperties: [{ name: '--accent', value: 'red' }] } },
      { kind: 'customProperty', property: { name: '--accent', value: 'blue' } },
    ]);
  });

  it('CHT-23 says that static files failed when the frame has no widgetReady, or one of another version', async () => {
    for (const widgetReady of [undefined, () => BRIDGE_VERSION + 1]) {
      const { widget, frame, inner } = open({ symbol: 'BTCUSDT' });
      const failed = vi.fn();
      widget.onFailure(failed);
      inner['widgetReady'] = widgetReady;
      frame.dispatchEvent(new Event('load'));
      await settled();
      const failure = { code: 'static-files-failed', message: `${frame.src} is not the frame of this chart` };
      expect(failed.mock.calls).toEqual([[failure]]);
      const late = vi.fn();
      widget.onFailure(late);
      expect(late).toHaveBeenCalledWith(failure);
    }
  });

  it('CHT-23 takes the frame of its own version', async () => {
    const { widget, frame, inner } = open({ symbol: 'BTCUSDT' });
    const failed = vi.fn();
    widget.onFailure(failed);
    inner['widgetReady'] = () => BRIDGE_VERSION;
    frame.dispatchEvent(new Event('load'));
    await settled();
    expect(failed).not.toHaveBeenCalled();
  });

  it.each<readonly [string, () => Promise<Response>]>([
    ['are not there', () => Promise.resolve(new Response('', { status: 404 }))],
    ['cannot be asked for', () => Promise.reject(new Error('no network'))],
    ['are not words', () => Promise.resolve(Response.json({ chart: 5 }))],
    ['are words for other keys', () => Promise.resolve(Response.json(['other', ...packedTextsSample().slice(1)]))],
    ['have a number among them', () => Promise.resolve(Response.json([...packedTextsSample().slice(0, -1), 5]))],
  ])('CHT-23 says that static files failed when the words %s', async (_what, answer) => {
    vi.mocked(window.fetch).mockImplementation(answer);
    const { widget, say, sent } = open({ symbol: 'BTCUSDT' });
    const failed = vi.fn();
    widget.onFailure(failed);
    say('loaded');
    await settled();
    expect(failed.mock.calls).toMatchObject([[{ code: 'static-files-failed' }]]);
    expect(sent).toEqual([]);
  });

  it('CHT-27 logs a handler that fails when the chart is ready, and calls the others', async () => {
    const { widget, say } = open({ symbol: 'BTCUSDT' });
    const other = vi.fn();
    widget.onReady(() => {
      throw new Error('a slip of the page');
    });
    widget.onReady(other);
    await settled();
    say('loaded');
    say('ready');
    expect(other).toHaveBeenCalledOnce();
    expect(widget.state).toBe('ready');
    expect(console.error).toHaveBeenCalledOnce();
  });
});

describe('the symbol that a chart begins with', () => {
  it('is looked up in the datafeed by its ticker', async () => {
    expect((await firstSetup({ symbol: 'ETHUSDT' })).symbol).toEqual({
      ticker: 'ETHUSDT',
      priceDigits: 1,
      quantityDigits: 3,
      priceStep: 0.1,
      hasMark: true,
      figures: [],
    });
  });

  it('fails to begin when the datafeed does not know it', async () => {
    const { widget } = open({ symbol: 'GONE' });
    const failed = vi.fn();
    widget.onFailure(failed);
    await settled();
    expect(failed.mock.calls).toEqual([[{ code: 'symbol-failed', message: 'GONE is not listed' }]]);
  });

  it('is the one that was shown last, with its resolution, when the chart is asked to load it', async () => {
    const first = open({ loadLastChart: true });
    await settled();
    first.say('loaded');
    // Nothing is kept yet: the first one that the datafeed knows.
    expect(first.sent).toMatchObject([{ setup: { symbol: { ticker: 'FIRST' }, resolution: '1D' } }]);
    first.widget.setSymbol({ ticker: 'SOLUSDT', priceDigits: 2, quantityDigits: 1, priceStep: 0.01, hasMark: true, figures: [] });
    first.widget.setResolution('240');
    expect(await firstSetup({ loadLastChart: true, symbol: 'ETHUSDT' })).toMatchObject({
      symbol: { ticker: 'SOLUSDT' },
      resolution: '240',
    });
    expect(await firstSetup({ symbol: 'ETHUSDT' })).toMatchObject({ symbol: { ticker: 'ETHUSDT' }, resolution: '1D' });
  });

  it.each(['not json', '{"ticker":5}', '{"ticker":"BTCUSDT","resolution":"7"}', '{"ticker":"GONE","resolution":"30"}'])(
    'CHT-29 is the one asked for when what is kept is %s',
    async (kept) => {
      window.localStorage.setItem('tapedeck-chart-last', kept);
      expect(await firstSetup({ loadLastChart: true, symbol: 'ETHUSDT' })).toMatchObject({ symbol: { ticker: 'ETHUSDT' } });
    },
  );
});

describe('the locales of the chart', () => {
  it.each([...CHART_LOCALES])('CHT-24 %s has words of its own', async (locale) => {
    expect(chooseLocale(locale).words).toBe(locale);
    await firstSetup({ symbol: 'BTCUSDT', locale });
    const [words] = vi.mocked(window.fetch).mock.calls.map(([address]) => (address as URL).pathname);
    expect(words).toBe(`/chart-locales/${locale}.json`);
    expect(warned()).toEqual([]);
  });

  it.each([
    ['pt-BR', 'pt', 'pt-BR'],
    ['zh-TW', 'zh_TW', 'zh-TW'],
    ['id', 'id_ID', 'id'],
    ['en-HK', 'en', 'en-HK'],
    ['zh-CN', 'zh', 'zh-CN'],
    ['zh-HK', 'zh_TW', 'zh-HK'],
    ['th-TH', 'th', 'th-TH-u-ca-gregory'],
    ['ca_ES', 'ca_ES', 'ca-ES'],
  ])('CHT-24 %s is shown in %s, with numbers of %s', (asked, words, tag) => {
    expect(chooseLocale(asked)).toEqual({ words, tag });
  });

  it('CHT-23 falls back to English with a warning for any other', async () => {
    expect(await firstSetup({ symbol: 'BTCUSDT', locale: 'tlh' })).toMatchObject({ locale: 'en' });
    expect(warned()).toEqual(['The chart has no texts for the locale "tlh" and shows English']);
  });

  it('shows the newest of locales chosen one after the other, and keeps its words when one cannot be had', async () => {
    const { widget, say, sent } = open({ symbol: 'BTCUSDT' });
    await settled();
    say('loaded');
    widget.setLocale('de');
    widget.setLocale('fr');
    await settled();
    expect(sent.map(({ kind }) => kind)).toEqual(['init', 'texts']);
    expect(sent.at(-1)).toMatchObject({ locale: 'fr' });
    vi.mocked(window.fetch).mockRejectedValue(new Error('no network'));
    widget.setLocale('es');
    await settled();
    expect(sent).toHaveLength(2);
    expect(warned()).toHaveLength(1);
  });
});

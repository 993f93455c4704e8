import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setupSample } from '../testing/samples.ts';
import { BRIDGE_NAME, BRIDGE_VERSION, type FrameMessage, type HostMessage } from './messages.ts';
import { enclose, MAX_BARS, MAX_LINES, readFrameMessage, readHostMessage } from './validate.ts';

const setup = setupSample();
const bar = { time: 60_000, open: 1, high: 3, low: 1, close: 2, volume: 0 };
const line = setup.lines[0];

const hostMessages: readonly HostMessage[] = [
  { kind: 'init', setup },
  { kind: 'symbol', symbol: setup.symbol },
  { kind: 'resolution', resolution: '1M' },
  { kind: 'theme', theme: 'light' },
  { kind: 'texts', locale: 'de-DE', texts: setup.texts },
  { kind: 'lines', lines: setup.lines },
  { kind: 'freshness', freshness: 'offline' },
  {
    kind: 'dragEstimate',
    drag: 1,
    estimate: { title: 'Buy', facts: [{ name: 'Cost', value: '1', tone: 'plain' }], problem: '' },
  },
  { kind: 'dragEnded', drag: 1 },
  { kind: 'tradeTools', tools: ['order'] },
  { kind: 'marksChanged' },
  { kind: 'bracketEstimate', bracket: 1, estimate: { target: '', entry: '', stop: '', ratio: '2', note: '', problem: '' } },
  { kind: 'bracketEnded', bracket: 1, isDone: true },
  { kind: 'history', request: 1, bars: [bar], complete: true },
  {
    kind: 'marks',
    request: 2,
    marks: [{ id: 'a', kind: 'funding', time: 60_000, text: 'buy', side: 'Buy', details: [{ name: 'Fee', value: '1', tone: 'plain' }] }],
  },
  { kind: 'quantities', request: 5, quantities: ['0.200 BTC', ''] },
  { kind: 'requestFailed', request: 3 },
  { kind: 'bar', subscription: 4, bar },
  { kind: 'historyChanged', subscription: 4 },
  { kind: 'quotes', quotes: [{ ticker: 'BTCUSDT', last: '64,000.0', change: '+1.00%', tone: 'up' }] },
];

const plan = { side: 'Buy', entry: 3, stop: 2, target: 5, risk: { unit: 'percent', value: '1' } } as const;

const frameMessages: readonly FrameMessage[] = [
  { kind: 'loaded' },
  { kind: 'ready' },
  { kind: 'historyRequest', request: 1, ticker: 'BTCUSDT', series: 'trade', resolution: '30', before: 8_640_000_000_000_000, limit: 500 },
  { kind: 'marksRequest', request: 2, ticker: 'BTCUSDT', from: 0, to: 1 },
  { kind: 'subscribe', subscription: 3, ticker: 'BTCUSDT', series: 'trade', resolution: '1D' },
  { kind: 'unsubscribe', subscription: 3 },
  { kind: 'followQuotes', tickers: ['BTCUSDT', 'ETHUSDT'] },
  { kind: 'lineButton', lineId: 'position', buttonId: 'close' },
  { kind: 'bracketMoved', bracket: 1, plan },
  { kind: 'bracketUsed', ticker: 'BTCUSDT', bracket: 1, plan, use: 'form' },
  { kind: 'quantitiesRequest', request: 5, orders: [{ side: 'Buy', type: 'limit', price: 64_000 }] },
  { kind: 'orderWanted', ticker: 'BTCUSDT', order: { side: 'Buy', type: 'limit', price: 64_000 } },
  { kind: 'lineDragged', drag: 1, lineId: 'order:1', price: 64_000 },
  { kind: 'lineDropped', ticker: 'BTCUSDT', drag: 1, lineId: 'order:1', price: 64_000 },
];

describe('messages of the bridge', () => {
  it.each(hostMessages)('the frame reads $kind of the page', (message) => {
    expect(readHostMessage(structuredClone(enclose(message)))).toEqual(message);
  });

  it.each(frameMessages)('the page reads $kind of the frame', (message) => {
    expect(readFrameMessage(structuredClone(enclose(message)))).toEqual(message);
  });

  it.each([...hostMessages, ...frameMessages])('$kind with a field more, or one less, is refused', (message) => {
    const read = (data: unknown): unknown => readHostMessage(data) ?? readFrameMessage(data);
    expect(read({ ...enclose(message), message: { ...message, extra: 1 } })).toBeUndefined();
    for (const key of Object.keys(message)) {
      const rest = Object.fromEntries(Object.entries(message).filter(([name]) => name !== key));
      expect(read({ bridge: BRIDGE_NAME, version: BRIDGE_VERSION, message: rest }), key).toBeUndefined();
    }
  });

  it('neither side takes the other side for itself', () => {
    for (const message of hostMessages) expect(readFrameMessage(enclose(message))).toBeUndefined();
    for (const message of frameMessages) expect(readHostMessage(enclose(message))).toBeUndefined();
  });

  it.each<readonly [string, unknown]>([
    ['another version', { bridge: BRIDGE_NAME, version: BRIDGE_VERSION + 1, message: { kind: 'loaded' } }],
    ['another bridge', { bridge: 'somebody.else', version: BRIDGE_VERSION, message: { kind: 'loaded' } }],
    ['no envelope', { kind: 'loaded' }],
    ['a field beside the message', { ...enclose({ kind: 'loaded' }), extra: true }],
    ['an unknown kind', { bridge: BRIDGE_NAME, version: BRIDGE_VERSION, message: { kind: 'reboot' } }],
    ['a kind found on every object', { bridge: BRIDGE_NAME, version: BRIDGE_VERSION, message: { kind: 'constructor' } }],
    ['text', 'loaded'],
    ['nothing', null],
  ])('%s is refused', (_name, data) => {
    expect(readFrameMessage(data)).toBeUndefined();
    expect(readHostMessage(data)).toBeUndefined();
  });

  it.each<readonly [string, HostMessage]>([
    ['a price that is no number', { kind: 'bar', subscription: 1, bar: { ...bar, close: NaN } }],
    ['an endless price', { kind: 'bar', subscription: 1, bar: { ...bar, high: Infinity } }],
    ['a high below the close', { kind: 'bar', subscription: 1, bar: { ...bar, high: 1.5 } }],
    ['a low above the open', { kind: 'bar', subscription: 1, bar: { ...bar, low: 1.5, open: 1.2, close: 2 } }],
    ['a negative volume', { kind: 'bar', subscription: 1, bar: { ...bar, volume: -1 } }],
    ['a broken time', { kind: 'bar', subscription: 1, bar: { ...bar, time: 0.5 } }],
    ['too many bars', { kind: 'history', request: 1, bars: new Array<typeof bar>(MAX_BARS + 1).fill(bar), complete: true }],
    ['too many lines', { kind: 'lines', lines: line === undefined ? [] : new Array<typeof line>(MAX_LINES + 1).fill(line) }],
    ['a request below zero', { kind: 'requestFailed', request: -1 }],
  ])('%s is refused', (_name, message) => {
    expect(readHostMessage(enclose(message))).toBeUndefined();
  });

  it('garbage never passes and never throws', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (garbage) => {
        for (const data of [garbage, { bridge: BRIDGE_NAME, version: BRIDGE_VERSION, message: garbage }]) {
          expect(readHostMessage(data)).toBeUndefined();
          expect(readFrameMessage(data)).toBeUndefined();
        }
      }),
    );
  });

  it('a message with one value replaced by garbage passes only if the garbage fits', () => {
    const index = fc.nat({ max: hostMessages.length - 1 });
    fc.assert(
      fc.property(index, fc.nat(), fc.anything(), (at, which, garbage) => {
        const message = hostMessages[at] ?? { kind: 'requestFailed', request: 0 };
        const keys = Object.keys(message);
        const broken = { ...message, [keys[which % keys.length] ?? 'kind']: garbage };
        const read = readHostMessage({ bridge: BRIDGE_NAME, version: BRIDGE_VERSION, message: broken });
        expect(read === undefined || read === (broken as unknown)).toBe(true);
      }),
    );
  });
});

import { price } from '@tapedeck/domain';
import { describe, expect, test, vi } from 'vitest';
import { Painters } from './painters.ts';
import { MarketPainter, type WorkerPort } from './market-painter.ts';
import type { Stage } from './scene.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

const TERMS = { symbol: 'BTCUSDT', grid: { priceDigits: 1, quantityDigits: 3, tick: 1, lot: 1 } };
const frame = (type: 'snapshot' | 'delta', u: number, b: [string, string][], a: [string, string][] = []) =>
  JSON.stringify({ topic: 'orderBook_200.BTCUSDT', type, ts: 1, data: { s: 'BTCUSDT', u, b, a } });
const SNAPSHOT = frame('snapshot', 10, [['100.0', '1']], [['100.1', '2']]);

/** Page and worker connected directly; `hold` holds back the worker's messages. */
function connected() {
  const scenes: { stage: Stage<unknown>; told: unknown[]; repaints: number; isOver: boolean }[] = [];
  const make = (stage: Stage<unknown>) => {
    const scene = { stage, told: [] as unknown[], repaints: 0, isOver: false };
    scenes.push(scene);
    return {
      tell: (command: never) => void scene.told.push(command),
      repaint: () => void (scene.repaints += 1),
      destroy: () => void (scene.isOver = true),
    };
  };
  let held: FromWorker[] | undefined;
  const say = (data: FromWorker): void => port.onmessage?.({ data } as MessageEvent<FromWorker>);
  const painters = new Painters({ book: make, depth: make, tape: make }, (message) => {
    if (held === undefined) say(structuredClone(message));
    else held.push(message);
  });
  const sent: ToWorker[] = [];
  const port: WorkerPort = {
    onmessage: null,
    onerror: null,
    postMessage(message) {
      sent.push(message);
      if (message.type !== 'fonts') painters.receive(message);
    },
    terminate: vi.fn(),
  };
  const painter = new MarketPainter(port);
  const events = { onBook: vi.fn(), onBroken: vi.fn() };
  const canvas = (): HTMLCanvasElement => {
    const element = document.createElement('canvas');
    element.transferControlToOffscreen = () => element as unknown as OffscreenCanvas;
    return element;
  };
  return {
    ...{ painter, port, scenes, sent, events, canvas, painters },
    line: painter.openBookLine(TERMS, events),
    hold: () => (held = []),
    release: () => {
      const late = held ?? [];
      held = undefined;
      for (const message of late) say(message);
    },
  };
}

const BOOK = { bids: [1000, 1000], asks: [1001, 2000], update: 10 };

describe('a book in the worker', () => {
  test('MKT-08 its first snapshot is told at once, what follows together', () => {
    vi.useFakeTimers();
    const { line, events } = connected();
    expect(line.receive(SNAPSHOT)).toBe(true);
    expect(events.onBook.mock.calls).toEqual([[BOOK]]);
    line.receive(frame('delta', 11, [['99.9', '3']]));
    line.receive(frame('delta', 12, [['99.8', '4']]));
    expect(events.onBook).toHaveBeenCalledTimes(1);
    vi.runAllTimers();
    expect(events.onBook.mock.calls.slice(1)).toEqual([[{ bids: [1000, 1000, 999, 3000, 998, 4000], asks: [1001, 2000], update: 12 }]]);
    vi.useRealTimers();
  });

  test('MKT-08 a gap is told at once, and nothing of the book after it until the next snapshot', () => {
    vi.useFakeTimers();
    const { line, events } = connected();
    line.receive(SNAPSHOT);
    line.receive(frame('delta', 11, [['99.9', '3']]));
    line.receive(frame('delta', 13, [['99.8', '4']]));
    expect(events.onBroken).toHaveBeenCalledTimes(1);
    vi.runAllTimers();
    expect(events.onBook).toHaveBeenCalledTimes(1);
    line.expectSnapshot();
    line.receive(SNAPSHOT);
    expect(events.onBook).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  test.each(['expectSnapshot', 'lost'] as const)('MKT-08 what it said before %s comes too late', (turn) => {
    const { line, events, hold, release } = connected();
    hold();
    line.receive(SNAPSHOT);
    line[turn]();
    release();
    expect(events.onBook).not.toHaveBeenCalled();
  });

  test('MKT-08 when the worker fails, the page puts the book together, from a fresh snapshot', () => {
    const { line, events, painter, port } = connected();
    line.receive(SNAPSHOT);
    port.onerror?.(new ErrorEvent('error'));
    expect([painter.works.get(), events.onBroken.mock.calls.length, vi.mocked(port.terminate).mock.calls.length]).toEqual([false, 1, 1]);
    line.expectSnapshot();
    line.receive(SNAPSHOT);
    line.receive(frame('delta', 11, [['100.0', '5']]));
    expect(events.onBook).toHaveBeenCalledTimes(3);
    expect(line.receive(frame('delta', 13, []))).toBe(false);
  });
});

const TRADE = { id: '1', time: 5, price: price(10_000_000_000n), quantity: '0.5', side: 'Buy', liquidation: false };
const trades = (type: 'snapshot' | 'delta', ...ids: string[]) =>
  JSON.stringify({ topic: 'recently_trade.BTCUSDT', type, ts: 1, data: ids.map((id) => [id, 5, '100.0', '0.5', 'Buy']) });

describe('a tape in the worker', () => {
  test('MKT-03 MKT-08 its snapshot is told at once, what follows at reading pace, and a broken frame at once', () => {
    vi.useFakeTimers();
    const { painter } = connected();
    const tape = { onTape: vi.fn(), onBroken: vi.fn() };
    const line = painter.openTapeLine('BTCUSDT', tape);
    line.receive(trades('snapshot', '1'));
    expect(tape.onTape.mock.calls).toEqual([[[TRADE]]]);
    line.receive(trades('delta', '2'));
    line.receive(trades('delta', '2', '3'));
    expect(tape.onTape).toHaveBeenCalledTimes(1);
    vi.runAllTimers();
    expect(tape.onTape.mock.calls.slice(1)).toEqual([[['3', '2', '1'].map((id) => ({ ...TRADE, id }))]]);
    line.receive(trades('delta', '4').replace('100.0', 'many'));
    expect(tape.onBroken).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  test('MKT-08 when the worker fails, the page puts it together, from a fresh snapshot', () => {
    const { painter, port } = connected();
    const tape = { onTape: vi.fn(), onBroken: vi.fn() };
    const line = painter.openTapeLine('BTCUSDT', tape);
    line.receive(trades('snapshot', '1'));
    port.onerror?.(new ErrorEvent('error'));
    expect(tape.onBroken).toHaveBeenCalledTimes(1);
    line.expectSnapshot();
    line.receive(trades('snapshot', '1'));
    line.receive(trades('delta', '2'));
    expect(tape.onTape).toHaveBeenCalledTimes(3);
  });

  test('MKT-03 its scene sees each trade as it comes', () => {
    const { painter, scenes, canvas } = connected();
    painter.openScene({ name: 'tape', symbol: 'BTCUSDT', canvas: canvas(), onNews: vi.fn() });
    const { tape } = scenes[0]?.stage.market ?? {};
    const changes = vi.fn();
    tape?.subscribe(changes);
    const line = painter.openTapeLine('BTCUSDT', { onTape: vi.fn(), onBroken: vi.fn() });
    line.receive(trades('snapshot', '1'));
    line.receive(trades('delta', '2'));
    expect([tape?.trades.map(({ id }) => id), changes.mock.calls.length]).toEqual([['2', '1'], 2]);
    line.close();
    expect(tape?.trades).toEqual([]);
  });
});

test('MKT-01 a font is told to the worker once', () => {
  const { painter, sent } = connected();
  const font = { family: 'Inter Variable', source: 'url(a)', weight: '400 750', unicodeRange: 'U+0020-007E' };
  painter.loadFonts([font]);
  painter.loadFonts([font]);
  expect(sent.filter(({ type }) => type === 'fonts')).toEqual([{ type: 'fonts', fonts: [font] }]);
});

describe('a scene in the worker', () => {
  test('MKT-03 sees the book of its symbol in place, whichever line brings it', () => {
    const { painter, line, scenes, canvas, events } = connected();
    const changes = vi.fn();
    painter.openScene({ name: 'book', symbol: 'BTCUSDT', canvas: canvas(), onNews: vi.fn() });
    const { book } = scenes[0]?.stage.market ?? {};
    book?.subscribe(changes);
    expect(book?.isWhole).toBe(false);
    line.receive(SNAPSHOT);
    expect([book?.isWhole, book?.bids, changes.mock.calls.length]).toEqual([true, [1000, 1000], 1]);
    const next = painter.openBookLine(TERMS, events);
    line.close();
    expect(book?.isWhole).toBe(false);
    next.receive(SNAPSHOT);
    expect(book?.isWhole).toBe(true);
  });

  test('is told by the page, tells it its news, and is gone with its canvas', () => {
    const { painter, scenes, canvas, painters } = connected();
    const onNews = vi.fn();
    const scene = painter.openScene<string, string>({ name: 'depth', symbol: 'BTCUSDT', canvas: canvas(), onNews });
    scene.tell('a command');
    scenes[0]?.stage.onNews('news');
    painters.repaint();
    expect([scenes[0]?.told, onNews.mock.calls, scenes[0]?.repaints]).toEqual([['a command'], [['news']], 1]);
    scene.destroy();
    scenes[0]?.stage.onNews('late news');
    expect([scenes[0]?.isOver, onNews.mock.calls.length]).toEqual([true, 1]);
  });
});

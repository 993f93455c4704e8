// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChartBar } from '../../bridge/messages.ts';
import { newDocument } from '../document/chart-document.ts';
import { readPalette } from '../palette.ts';
import type { ChartEngine, ChartEngineEvents } from './chart-engine.ts';
import { createCoreEngine } from './core-engine.ts';

const SYMBOL = { ticker: 'BTCUSDT', priceDigits: 1, quantityDigits: 3, priceStep: 0.1, hasMark: false, figures: [] };
const MINUTE = 60_000;
/** Their highest price, 180, is that of the first bar and their lowest, 40, that of the fourth. */
const BARS: readonly ChartBar[] = [
  { time: 0, open: 100, high: 180, low: 95, close: 110, volume: 1 },
  { time: MINUTE, open: 110, high: 120, low: 100, close: 105, volume: 1 },
  { time: 2 * MINUTE, open: 105, high: 121, low: 99, close: 100, volume: 1 },
  { time: 3 * MINUTE, open: 100, high: 110, low: 40, close: 90, volume: 1 },
  { time: 4 * MINUTE, open: 90, high: 105, low: 88, close: 100, volume: 1 },
];

/** Texts in the order in which their widths were asked for. */
const measured: string[] = [];

/** A canvas that keeps the words written on it. */
function recorder(written: string[]): CanvasRenderingContext2D {
  const context: Record<string, unknown> = {
    fillText: (text: string) => void written.push(text),
    measureText: (text: string) => {
      measured.push(text);
      return { width: text.length * 7 };
    },
    createLinearGradient: () => ({ addColorStop: () => undefined }),
  };
  const answer = (_target: object, key: string | symbol): unknown => (key in context ? context[String(key)] : () => undefined);
  const keep = (_target: object, key: string | symbol, value: unknown): boolean => {
    context[String(key)] = value;
    return true;
  };
  return new Proxy({}, { get: answer, set: keep }) as unknown as CanvasRenderingContext2D;
}

describe('the marks of the highest and the lowest price in view', () => {
  const layers: string[][] = [];
  const frames: FrameRequestCallback[] = [];
  let engine: ChartEngine;

  beforeEach(() => {
    layers.length = 0;
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => {
      const written: string[] = [];
      layers.push(written);
      return recorder(written);
    });
    frames.length = 0;
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
    vi.spyOn(window, 'cancelAnimationFrame').mockImplementation(() => undefined);
    Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
    const container = document.createElement('div');
    Object.defineProperties(container, { clientWidth: { value: 300 }, clientHeight: { value: 500 } });
    const nothing = (): void => undefined;
    const events = new Proxy(
      {},
      { get: (_target, key) => (key === 'drawings' ? { command: nothing, told: nothing, edit: nothing } : nothing) },
    );
    engine = createCoreEngine(container, readPalette(container), events as ChartEngineEvents);
    engine.setDocument(newDocument('Etc/UTC'));
    engine.resize();
    engine.setBars(SYMBOL, '1', { bars: BARS, more: false });
  });
  afterEach(() => {
    engine.destroy();
    vi.restoreAllMocks();
    Reflect.deleteProperty(document, 'fonts');
  });

  /** Which of these are written on the layer of the bars, newly painted. */
  const painted = (prices: readonly string[]): string[] => {
    const [base = []] = layers;
    base.length = 0;
    for (const frame of frames.splice(0)) frame(0);
    return prices.filter((price) => base.includes(price));
  };

  it('CHT-12 stand at the bars in view, and not elsewhere', () => {
    expect(painted(['180.0', '40.0', '121.0', '88.0'])).toEqual(['180.0', '40.0']);
  });

  it('CHT-12 are made anew when a tick makes another high or low, and when the view moves', () => {
    painted([]);
    engine.update({ time: 4 * MINUTE, open: 90, high: 250, low: 88, close: 240, volume: 2 });
    expect(painted(['180.0', '250.0', '40.0'])).toEqual(['250.0', '40.0']);
    engine.update({ time: 4 * MINUTE, open: 90, high: 250, low: 11, close: 30, volume: 3 });
    expect(painted(['250.0', '40.0', '11.0'])).toEqual(['250.0', '11.0']);
    // From the third bar on, up to the fourth.
    engine.view.showRange(2 * MINUTE, 3 * MINUTE);
    expect(painted(['250.0', '180.0', '121.0', '40.0', '11.0'])).toEqual(['121.0', '40.0']);
  });

  it('CHT-12 are left alone by a tick between them', () => {
    painted([]);
    engine.update({ time: 4 * MINUTE, open: 90, high: 106, low: 88, close: 101, volume: 1 });
    expect(painted(['180.0', '40.0'])).toEqual([]);
  });

  it('CHT-12 are painted anew with new widths when fonts arrive, and no more once the chart is gone', () => {
    painted([]);
    measured.length = 0;
    document.fonts.dispatchEvent(new Event('loadingdone'));
    expect(measured).toContain('0');
    expect(frames.length).toBeGreaterThan(0);
    engine.destroy();
    measured.length = 0;
    document.fonts.dispatchEvent(new Event('loadingdone'));
    expect(measured).toEqual([]);
  });
});

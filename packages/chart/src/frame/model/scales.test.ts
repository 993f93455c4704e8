import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCALE_MODES } from '../document/chart-document.ts';
import { PriceScale } from './price-scale.ts';
import { TimeScale } from './time-scale.ts';

function timeScale(count: number, width = 800): TimeScale {
  const scale = new TimeScale();
  scale.setWidth(width);
  scale.setMargin(40);
  scale.reset(count);
  return scale;
}

describe('time scale', () => {
  it('starts with the newest bar before its margin', () => {
    const scale = timeScale(500);
    expect(scale.x(499) + scale.spacing / 2).toBeCloseTo(760);
    expect(scale.visible().to).toBe(500);
  });

  it('keeps what is under the pointer in its place when zooming', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 2, noNaN: true }), fc.integer({ min: 100, max: 700 }), (factor, x) => {
        const scale = timeScale(5_000);
        scale.scroll(8_000);
        const before = scale.place(x);
        scale.zoom(factor, x);
        expect(scale.place(x)).toBeCloseTo(before, 6);
      }),
    );
  });

  it('CHT-25 zooms out to 0.8 pixels a bar by hand', () => {
    const scale = timeScale(100_000);
    scale.zoom(0.0001, 800);
    expect(scale.spacing).toBe(0.8);
  });

  it('keeps the view at its time when an older page arrives', () => {
    const scale = timeScale(500);
    scale.scroll(1_000);
    const x = scale.x(300);
    scale.prepended(500);
    expect(scale.x(800)).toBeCloseTo(x);
  });

  it('follows new bars only while the newest is in view and nobody holds the chart', () => {
    const follows = (scroll: number, isHeld: boolean): boolean => {
      const scale = timeScale(500);
      scale.scroll(scroll);
      const before = scale.right;
      scale.appended(isHeld);
      return scale.right !== before;
    };
    expect([follows(0, false), follows(0, true), follows(400, false)]).toEqual([true, false, false]);
  });

  it('never loses the bars, however far it is scrolled', () => {
    for (const pixels of [-1e7, 1e7]) {
      const scale = timeScale(500);
      scale.scroll(pixels);
      const { from, to } = scale.visible();
      expect(to - from).toBeGreaterThan(0);
    }
  });

  it('shows a span as wide as the picture, with the margin beside the newest bar', () => {
    const scale = timeScale(2_000);
    scale.show(560, 2_000);
    expect(scale.x(560) - scale.spacing / 2).toBeCloseTo(0);
    expect(scale.x(1_999) + scale.spacing / 2).toBeCloseTo(760);
  });
});

describe('price scale', () => {
  const cases = SCALE_MODES.flatMap((mode) => [false, true].map((inverted) => ({ mode, inverted })));
  it.each(cases)('$mode (inverted: $inverted) finds the price of a pixel, for small coins as well', ({ mode, inverted }) => {
    for (const [low, high] of [
      [1.2e-8, 9.5e-8],
      [0.00001, 0.00009],
      [60_000, 70_000],
    ] as const) {
      const scale = new PriceScale();
      scale.setMode(mode, inverted);
      scale.place(0, 500, { above: 20, below: 90 });
      scale.fit(low, high);
      expect(scale.y(inverted ? low : high)).toBeCloseTo(20, 6);
      expect(scale.y(inverted ? high : low)).toBeCloseTo(410, 6);
      for (const y of [0, 100, 333, 500]) expect(scale.y(scale.price(y))).toBeCloseTo(y, 6);
    }
  });

  it('is regular while a price is not above zero', () => {
    const scale = new PriceScale();
    scale.setMode('log', false);
    scale.place(0, 100, { above: 0, below: 0 });
    scale.fit(-50, 50);
    expect(scale.isLogarithmic()).toBe(false);
    expect(scale.y(0)).toBeCloseTo(50);
    scale.fit(1, 100);
    expect(scale.isLogarithmic()).toBe(true);
    expect(scale.y(10)).toBeCloseTo(50);
  });

  it('leaves the automatic range when it is moved by hand, and prices follow the hand', () => {
    const scale = new PriceScale();
    scale.place(0, 100, { above: 0, below: 0 });
    scale.fit(10, 20);
    scale.shift(10);
    expect(scale.isAuto).toBe(false);
    expect(scale.y(20)).toBeCloseTo(10);
    const middle = scale.price(50);
    scale.stretch(2);
    expect(scale.y(middle)).toBeCloseTo(50);
    expect(scale.y(20)).toBeCloseTo(-30);
  });

  it('gives a height to one price alone', () => {
    const scale = new PriceScale();
    scale.place(0, 100, { above: 0, below: 0 });
    scale.fit(5, 5);
    expect(scale.y(5)).toBeCloseTo(50);
  });
});

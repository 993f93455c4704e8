import { describe, expect, it } from 'vitest';
import { BarStore } from '../model/bar-store.ts';
import { Viewport } from './viewport.ts';

function viewport(isLocked: boolean): Viewport {
  const bars = new BarStore();
  const made = Array.from({ length: 500 }, (_, index) => ({ time: index * 60_000, open: 1, high: 2, low: 0, close: 1, volume: 1 }));
  bars.replace(made);
  const view = new Viewport({ bars, reach: () => 0, moved: () => undefined, olderWanted: () => undefined });
  view.time.setWidth(800);
  view.price.place(0, 400, { above: 0, below: 0 });
  view.price.fit(100, 200);
  view.replaced(false, '1', undefined);
  view.isLocked = isLocked;
  return view;
}

/** Prices that stand as high as a bar is wide. */
const ratio = ({ time, price }: Viewport): number => time.spacing * (price.price(0) - price.price(1));

describe('the price to bar ratio', () => {
  it('CHT-09 stays the same while it is locked, whichever axis is stretched', () => {
    const view = viewport(true);
    const before = ratio(view);
    view.zoom(1.7, 300);
    expect(ratio(view)).toBeCloseTo(before, 9);
    view.stretchPrices(0.6);
    expect(ratio(view)).toBeCloseTo(before, 9);
    // Bars grow no wider than this: the prices stop with them.
    view.zoom(1_000, undefined);
    expect(ratio(view)).toBeCloseTo(before, 9);
  });

  it('changes with the zoom while it is not', () => {
    const view = viewport(false);
    const before = ratio(view);
    view.zoom(2, undefined);
    expect(ratio(view)).toBeCloseTo(before * 2, 9);
  });
});

it('CHT-09 bars are loaded for as far back as the indicators in view reach', () => {
  const bars = new BarStore();
  bars.replace(Array.from({ length: 300 }, (_, index) => ({ time: index * 60_000, open: 1, high: 2, low: 0, close: 1, volume: 1 })));
  let reach = 0;
  const asked: number[] = [];
  const view = new Viewport({ bars, reach: () => reach, moved: () => undefined, olderWanted: (before) => asked.push(before) });
  view.time.setWidth(800);
  view.replaced(true, '1', undefined);
  view.wantOlder();
  expect(asked).toEqual([]);
  reach = 200;
  view.wantOlder();
  view.wantOlder();
  expect(asked).toEqual([0]);
});

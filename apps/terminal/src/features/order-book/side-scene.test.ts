import { expect, test } from 'vitest';
import type { PickTerms } from './book-messages.ts';
import { ROW_HEIGHT } from './side-layout.ts';
import { SideScene } from './side-scene.ts';

const NONE: ReadonlySet<number> = new Set();
const scene = () => new SideScene({ side: 'bid', top: 0, height: 3 * ROW_HEIGHT });
const click = (more: Partial<PickTerms> = {}): PickTerms => ({ side: 'bid', row: 0, what: 'price', at: 1_000, isAimed: true, ...more });

test('MKT-01 a click takes the price, the quantity or the total of its row', () => {
  const side = scene();
  side.fill([100, 5, 99, 7], 1, NONE, 0);
  expect(side.pick(click({ row: 1 }))).toEqual({ what: 'price', ticks: 99, lots: 7 });
  expect(side.pick(click({ row: 1, what: 'quantity' }))).toEqual({ what: 'quantity', ticks: 99, lots: 7 });
  expect(side.pick(click({ row: 1, what: 'total' }))).toEqual({ what: 'total', ticks: 99, lots: 12 });
  expect(side.pick(click({ row: 2 }))).toBeUndefined();
});

test('MKT-02 a click just after its row changed takes nothing', () => {
  const side = scene();
  side.fill([100, 5], 1, NONE, 0);
  side.fill([101, 5], 1, NONE, 900);
  expect(side.pick(click())).toBeUndefined();
  expect(side.pick(click({ at: 1_150 }))).toMatchObject({ ticks: 101 });
});

test('MKT-02 a click that is older than the change takes the price that was painted when it was made', () => {
  const side = scene();
  side.fill([100, 5], 1, NONE, 0);
  side.fill([100, 6], 1, NONE, 500);
  side.fill([101, 9], 1, NONE, 1_004);
  expect(side.pick(click())).toEqual({ what: 'price', ticks: 100, lots: 6 });
  expect(side.pick(click({ at: 1_005 }))).toBeUndefined();
});

test('MKT-02 a key takes what its row shows, however new it is', () => {
  const side = scene();
  side.fill([100, 5], 1, NONE, 995);
  expect(side.pick(click({ isAimed: false }))).toMatchObject({ ticks: 100 });
});

test('MKT-02 of a held price that nobody quotes any more, only the price can be taken', () => {
  const side = scene();
  side.fill([100, 5, 99, 7, 98, 1], 1, NONE, 0);
  side.hover(1);
  side.fill([100, 5, 98, 1], 1, NONE, 500);
  expect(side.pick(click({ row: 1 }))).toMatchObject({ what: 'price', ticks: 99 });
  expect((['quantity', 'total'] as const).map((what) => side.pick(click({ row: 1, what })))).toEqual([undefined, undefined]);
});

test('MKT-08 a book that is not whole leaves nothing to take', () => {
  const side = scene();
  side.fill([100, 5], 1, NONE, 0);
  side.fill([], 1, NONE, 500);
  expect(side.pick(click())).toBeUndefined();
  expect(side.shown).toEqual({ side: 'bid', cells: new Float64Array(), count: 0 });
});

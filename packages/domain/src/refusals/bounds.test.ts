import { expect, test } from 'vitest';
import { at } from '../testing/linear-instrument.ts';
import { ticks } from '../values/quantities.ts';
import { priceRangeRefusal } from './bounds.ts';
import { refusal } from './refusal.ts';

const range = { tickSize: at('0.5'), minPrice: ticks(2), maxPrice: ticks(100) };

test.each([
  [1, '0.5', '1'],
  [101, '50.5', '50'],
])('INP-01 a price of %i ticks is out of range, and the refusal names the end that it is beyond', (tick, price, limit) => {
  expect(priceRangeRefusal(ticks(tick), range)).toEqual(refusal('priceOutOfRange', { price, limit }));
});

test.each([2, 50, 100])('INP-01 a price of %i ticks is within the range', (tick) => {
  expect(priceRangeRefusal(ticks(tick), range)).toBeUndefined();
});

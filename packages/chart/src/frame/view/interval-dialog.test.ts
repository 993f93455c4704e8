import { expect, it } from 'vitest';
import { nearestResolution, typedLength } from './interval-dialog.ts';

it.each([
  ['5', '5'],
  ['1', '1'],
  ['45', '30'],
  ['90', '60'],
  ['4h', '240'],
  ['1D', '1D'],
  ['D', '1D'],
  ['2w', '1W'],
  ['1M', '1M'],
  ['99999', '1M'],
])('CHT-09 %s typed on the chart names the interval %s', (typed, resolution) => {
  expect(nearestResolution(typedLength(typed) ?? 0)).toBe(resolution);
});

it.each(['', '0', '-3', '1.5', 'x', '5y', '1e3'])('CHT-09 %j names no interval', (typed) => {
  expect(typedLength(typed)).toBeUndefined();
});

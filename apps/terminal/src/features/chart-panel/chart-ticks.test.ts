import { expect, it } from 'vitest';
import { parseDecimal, price } from '@tapedeck/domain';
import { chartTicks } from './chart-ticks.ts';

it.each([
  [112_345.68, '0.01', 11_234_568],
  [112_345.684, '0.01', 11_234_568],
  [1_234_567.9, '0.1', 12_345_679],
  [0.012346, '0.000001', 12_346],
  [0.00001435, '0.00000001', 1_435],
])('CHT-14 the chart drops %f on its tick of %s, to the last digit', (value, tick, count) => {
  expect(chartTicks(value, { tickSize: price(parseDecimal(tick) ?? 0n) })).toBe(count);
});

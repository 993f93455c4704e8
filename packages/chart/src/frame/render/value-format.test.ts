import { describe, expect, it } from 'vitest';
import { figureFormat, valueFormat } from './value-format.ts';

describe('figures', () => {
  it.each([
    [39.0458, '39.05'],
    [70, '70.00'],
    [0, '0.00'],
    [-1_234.5, '-1,234.50'],
    [0.000_123_456, '0.0001235'],
    [-2.842e-14, '-2.842E-14'],
    [12_345_678, '12.346M'],
  ])('CHT-09 a value of an indicator is told by its size: %d as %s', (value, text) => {
    expect(valueFormat('en')(value)).toBe(text);
  });

  it('CHT-11 prices have the digits of the symbol, so that they do not become shorter at round numbers', () => {
    const format = figureFormat('en', 1);
    expect([format(64_810, 'price'), format(64_809.63, 'price')]).toEqual(['64,810.0', '64,809.6']);
    // The chart does not know the price digits of another symbol.
    expect([format(1.3951, 'otherPrice'), format(43.2, 'value')]).toEqual(['1.3951', '43.20']);
  });
});

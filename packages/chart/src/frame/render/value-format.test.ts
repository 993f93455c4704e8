import { describe, expect, it } from 'vitest';
import { priceFormat, valueFormat } from './value-format.ts';

describe('values beside the chart', () => {
  it('of indicators have six digits, however large they are', () => {
    const write = valueFormat('en');
    expect([63_858.04, 0.381_234_5, 2_500_000].map(write)).toEqual(['63,858', '0.381235', '2.5M']);
  });

  it('WSP-08 that are prices of the symbol have its digits, in the words of the language', () => {
    expect([63_858, 163_858.04, 2_500_000].map(priceFormat('en', 1))).toEqual(['63,858.0', '163,858.0', '2,500,000.0']);
    expect(priceFormat('de-DE', 1)(63_858)).toBe('63.858,0');
  });
});

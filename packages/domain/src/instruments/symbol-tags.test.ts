import { describe, expect, it } from 'vitest';
import { milliseconds, timestamp } from '../values/quantities.ts';
import { isNewListing, symbolTags } from './symbol-tags.ts';

describe('tags of symbols', () => {
  it.each([
    ['BTC', ['Payments']],
    ['INJ', ['Layer1', 'DEFI']],
    ['1000PEPE', ['Meme']],
    ['SHIB1000', ['Meme']],
    ['OP', ['Layer2']],
    ['NEVERHEARD', []],
  ])('MKT-05 %s is tagged %j', (baseCoin, tags) => {
    expect(symbolTags({ baseCoin })).toEqual(tags);
  });
});

it('SYM-12 a symbol is new for 14 days from its launch on, and never without one', () => {
  const launchAt = timestamp(1_000_000);
  const days = (count: number): number => milliseconds(launchAt) + count * 86_400_000;
  expect([days(0) - 1, days(0), days(14) - 1, days(14)].map((now) => isNewListing({ launchAt }, now))).toEqual([false, true, true, false]);
  expect(isNewListing({ launchAt, formerSymbol: 'FETUSDT' }, days(0))).toBe(false);
  expect(isNewListing({}, days(1))).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { symbolTags } from './symbol-tags.ts';

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

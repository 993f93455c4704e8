import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lettersOf, subsetsOf } from './lib/font-subsets.mjs';
import { root } from './lib/repository.mjs';

const STYLES = readFileSync(path.join(root, 'packages/ui/src/tokens/fonts.css'), 'utf8');

describe('the font files of the first view', () => {
  it('reads a range of letters as styles write it', () => {
    expect(lettersOf(' U+0041-0043, U+00D7,\n U+2026')).toBe('ABC×…');
  });

  it('has each letter of a family in one file, in the same weights: a face joins another one in no other case', () => {
    const subsets = subsetsOf(STYLES);
    expect(subsets.map(({ from, part }) => `${from} ${part}`)).toEqual([
      '@fontsource-variable/inter first',
      '@fontsource-variable/inter other',
      '@fontsource-variable/jetbrains-mono first',
      '@fontsource-variable/jetbrains-mono other',
    ]);
    for (const name of new Set(subsets.map(({ from }) => from))) {
      const letters = subsets.filter(({ from }) => from === name).flatMap((subset) => [...subset.letters]);
      expect(new Set(letters).size).toBe(letters.length);
    }
    const weights = [...STYLES.matchAll(/font-weight: ([^;]+);/g)].map(([, weight]) => weight);
    expect(new Set(weights)).toEqual(new Set(['400 750']));
  });

  it('has the letters of the order form in the first file', () => {
    const first = new Set(subsetsOf(STYLES).find(({ part }) => part === 'first').letters);
    const texts = JSON.parse(readFileSync(path.join(root, 'apps/terminal/src/features/order-form/text.en.json'), 'utf8'));
    const english = Object.values(texts)
      .join(' ')
      .replace(/\{\{\w+\}\}/g, '');
    expect([...new Set(english)].filter((letter) => letter >= ' ' && !first.has(letter))).toEqual([]);
  });
});

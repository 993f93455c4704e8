import { expect, test } from 'vitest';
import { hasLetter } from './page-fonts.ts';

test('MKT-01 a face is needed for the letters in its ranges', () => {
  const range = 'U+0020-007E, U+00A0, U+0400-045F';
  expect(['0', '\u00a0', 'Ликв.'].map((letters) => hasLetter(range, letters))).toEqual([true, true, true]);
  expect(['\u00a1', '清算', ''].map((letters) => hasLetter(range, letters))).toEqual([false, false, false]);
});

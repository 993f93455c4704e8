import { expect, test } from 'vitest';
import { ENGLISH } from '../testing/english.ts';

test('no English text is empty', () => {
  for (const messages of Object.values(ENGLISH)) {
    for (const [key, text] of Object.entries(messages)) expect(text.trim(), key).not.toBe('');
  }
});

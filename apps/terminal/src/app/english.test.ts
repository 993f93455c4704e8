import { expect, test } from 'vitest';
import { ENGLISH } from './english.ts';
import { NAMESPACES } from './start-texts.ts';

test('every namespace has its English texts, and none is empty', () => {
  expect(Object.keys(ENGLISH).sort()).toEqual([...NAMESPACES].sort());
  for (const messages of Object.values(ENGLISH)) {
    for (const [key, text] of Object.entries(messages)) expect(text.trim(), key).not.toBe('');
  }
});

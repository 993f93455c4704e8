import { expect, test } from 'vitest';
import { weaknessOf } from './password-strength.ts';

test.each([
  ['aaaaaaaaaaaa', /different characters/],
  ['abababababab', /different characters/],
  ['horse7horse7', /repeats itself/],
  ['abcdefghijkl', /adjacent/],
  ['1234567890123', /adjacent/],
  ['qwertyuiop12', /adjacent/],
  ['Passw0rd1234', /adjacent|common/],
  ['p@ssword-2026', /common/],
  ['tapedeck-1998', /common/],
])('OPS-04 the passphrase %s is refused', (passphrase, why) => {
  expect(weaknessOf(passphrase)).toMatch(why);
});

test.each(['correct horse battery staple', 'violet anchor 42 drizzle', 'Xk4-mPz9!rLq', 'größere Pläne im Mai'])(
  'OPS-04 the passphrase %s is taken',
  (passphrase) => {
    expect(weaknessOf(passphrase)).toBeUndefined();
  },
);

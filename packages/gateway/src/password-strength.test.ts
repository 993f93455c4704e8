import { expect, test } from 'vitest';
import { weaknessOf } from './password-strength.ts';

test.each([
  ['aaaaaaaaaaaa', /different characters/],
  ['abababababab', /different characters/],
  ['horse7horse7', /repeats itself/],
  ['abcdefghijkl', /in a row/],
  ['1234567890123', /in a row/],
  ['qwertyuiop12', /in a row/],
  ['Passw0rd1234', /in a row|tried first/],
  ['p@ssword-2026', /tried first/],
  ['tapedeck-1998', /tried first/],
])('OPS-04 the passphrase %s is refused', (passphrase, why) => {
  expect(weaknessOf(passphrase)).toMatch(why);
});

test.each(['correct horse battery staple', 'violet anchor 42 drizzle', 'Xk4-mPz9!rLq', 'größere Pläne im Mai'])(
  'OPS-04 the passphrase %s is taken',
  (passphrase) => {
    expect(weaknessOf(passphrase)).toBeUndefined();
  },
);

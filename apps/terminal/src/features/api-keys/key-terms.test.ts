import { expect, test } from 'vitest';
import { addressesIn, isAddress, termsOf, type TermsDraft } from './key-terms.ts';

const NOW = 1_700_000_000_000;
const DRAFT: TermsDraft = { name: ' ccxt bot ', scope: 'trade', addresses: '127.0.0.1\n192.168.1.0/24', expiry: '30' };

test.each(['127.0.0.1', '255.255.255.255', '10.0.0.0/8', '0.0.0.0/0', '::1', '2001:db8::/32', '::ffff:192.0.2.1'])(
  'BOT-02 %s is an address or a network',
  (text) => expect(isAddress(text)).toBe(true),
);
test.each(['', 'localhost', '1.2.3', '256.1.1.1', '1.2.3.4/33', '1.2.3.4/', '1.2.3.4/08', '::1/129', ':::', 'fe80::1%eth0', '1.2.3.4/8/8'])(
  'BOT-02 "%s" is none',
  (text) => expect(isAddress(text)).toBe(false),
);

test('BOT-02 what is typed becomes the terms of a key, and nothing while something is wrong', () => {
  expect(termsOf(DRAFT, NOW, undefined)).toEqual({
    name: 'ccxt bot',
    scope: 'trade',
    addresses: ['127.0.0.1', '192.168.1.0/24'],
    expiresAtE3: NOW + 30 * 86_400_000,
  });
  expect(addressesIn(' 1.2.3.4,5.6.7.8;\n::1 ')).toEqual(['1.2.3.4', '5.6.7.8', '::1']);
  expect(termsOf({ ...DRAFT, expiry: 'never' }, NOW, 5)).not.toHaveProperty('expiresAtE3');
  expect(termsOf({ ...DRAFT, expiry: 'unchanged' }, NOW, 5)).toMatchObject({ expiresAtE3: 5 });
  expect(termsOf({ ...DRAFT, name: '  ' }, NOW, undefined)).toBeUndefined();
  expect(termsOf({ ...DRAFT, addresses: '127.0.0.1 home' }, NOW, undefined)).toBeUndefined();
  expect(termsOf({ ...DRAFT, addresses: Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`).join(' ') }, NOW, undefined)).toBeUndefined();
});

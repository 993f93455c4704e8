import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createClientAddresses } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress } as Socket,
});

test('BOT-02 the allowed addresses of an API key are compared with whole addresses, limits with networks', () => {
  const { addressOf, clientOf } = createClientAddresses(['10.0.0.1']);
  expect(addressOf(from('2001:DB8:0:1::5'))).toBe('2001:db8:0:1::5');
  expect(clientOf(from('2001:db8:0:1::5'))).toBe(clientOf(from('2001:db8:0:1::6')));
  expect(addressOf(from('::ffff:192.0.2.1'))).toBe('192.0.2.1');
  expect(addressOf(from('10.0.0.1', '203.0.113.9, 198.51.100.7'))).toBe('198.51.100.7');
  // Whoever is no proxy of ours says what they like.
  expect(addressOf(from('192.0.2.1', '127.0.0.1'))).toBe('192.0.2.1');
});

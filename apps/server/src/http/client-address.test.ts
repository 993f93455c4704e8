import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
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
  // A client that is not our proxy can claim any address.
  expect(addressOf(from('192.0.2.1', '127.0.0.1'))).toBe('192.0.2.1');
});

test('OPS-05 each address that passes on requests of others without being a trusted proxy is reported once, and a flood of them ends', () => {
  const unnamed: string[] = [];
  const { addressOf, clientOf } = createClientAddresses(['10.0.0.1'], (address) => unnamed.push(address));
  for (const request of [from('10.0.0.1', '192.0.2.1'), from('192.0.2.2'), from('::ffff:10.0.0.2', '192.0.2.3')]) {
    addressOf(request);
    clientOf(request);
  }
  expect(unnamed).toEqual(['10.0.0.2']);
  for (let at = 0; at < 20; at += 1) addressOf(from(`198.51.100.${at}`, '192.0.2.3'));
  expect(unnamed).toHaveLength(10);
});

describe('OPS-05 S-25 a trusted proxy names the client', () => {
  const PROXY = '10.0.0.1';
  const { addressOf, clientOf, isForwardedTls } = createClientAddresses([PROXY, '2001:DB8:0::FF']);
  const to = (address: string, ...hops: readonly string[]) => hops.map((hop) => [hop, address] as const);

  test.each([
    ...to('1.2.3.4', '1.2.3.4', '1.2.3.4:567', ' 1.2.3.4:567\t', '[::ffff:1.2.3.4]:567', '::ffff:1.2.3.4', '::FFFF:102:304'),
    ...to('::1', '::1', '[::1]', '[::1]:567', '0:0:0:0:0:0:0:1', '[0::1]:1'),
    ...to('2001:db8::1', '2001:db8::1', '[2001:db8::1]', '[2001:DB8:0:0::1]:65535', '[2001:0db8::0001]:1'),
    ...to('fe80::1', 'fe80::1%eth0', 'fe80::1%other'),
    // Trusted proxies behind the client, with a port or without; entries that the client put in front.
    ...to('1.2.3.4', '1.2.3.4:567, 10.0.0.1:80', '1.2.3.4, [2001:db8::ff]:443', '1.2.3.4, 2001:db8:0:0::ff', '9.9.9.9, unknown, 1.2.3.4:1'),
    // No address: the proxy remains the client.
    ...to(
      PROXY,
      ...['', ',', ', ,', 'unknown', '_hidden', 'localhost', '1.2.3', '1.2.3.4.5', '256.1.1.1', '01.2.3.4', '1.2.3.4:', '1.2.3.4:x'],
      ...['1.2.3.4:65536', '1.2.3.4:123456', '1.2.3.4:-1', '1.2.3.4:80:80', '1.2.3.4 5', '[1.2.3.4]:80', '[1.2.3.4]', '[::1', '::1]'],
      ...['[::1]80', '[::1]:', '[]:80', '[[::1]]', '[::1]:80:80', '[fe80::1%eth0]:80', '::g', '"1.2.3.4"', 'for=1.2.3.4', '1.2.3.4;5'],
      ...['http://1.2.3.4', '<script>', '１.2.3.4', `1.2.3.4:${'0'.repeat(10_000)}`, '['.repeat(10_000), ':'.repeat(10_000)],
      // The last entry counts, and it is not an address.
      ...['1.2.3.4, unknown', '1.2.3.4,', '127.0.0.1, [::1'],
    ),
    // Only trusted proxies.
    ...to(PROXY, '10.0.0.1', '10.0.0.1:80, [2001:db8::ff]'),
  ])('by %j: %s', (forwarded, address) => {
    expect(addressOf(from(PROXY, forwarded))).toBe(address);
    // Without trust, the same header changes nothing.
    expect(addressOf(from('192.0.2.1', forwarded))).toBe('192.0.2.1');
  });

  test('that has a link-local address with a zone', () => {
    const local = createClientAddresses(['fe80::1%eth0']);
    expect(local.addressOf(from('fe80::1%eth0', '1.2.3.4'))).toBe('1.2.3.4');
    expect(local.isProxy({ remoteAddress: 'fe80::1%eth0' })).toBe(true);
  });

  test('a limit counts the client whatever its port', () => {
    expect(clientOf(from(PROXY, '1.2.3.4:1'))).toBe(clientOf(from(PROXY, '1.2.3.4:2')));
    expect(clientOf(from(PROXY, '[2001:db8:1:2::1]:1'))).toBe(clientOf(from(PROXY, '2001:db8:1:2::2')));
    expect(clientOf(from(PROXY, '1.2.3.4:1'))).not.toBe(clientOf(from(PROXY, '1.2.3.5:1')));
  });

  test.each([
    ...['https', 'HTTPS', ' Https ', 'https, http', 'https,https', 'HTTPS , http'].map((value) => [value, true] as const),
    ...['', 'http', 'http, https', ',https', 'https http', 'httpsx', 'xhttps', '"https"', 'https;', 'on', 'wss'].map(
      (value) => [value, false] as const,
    ),
  ])('and its protocol by %j: %s', (proto, secure) => {
    const said = (remoteAddress: string) => ({ headers: { 'x-forwarded-proto': proto }, socket: { remoteAddress } as Socket });
    expect(isForwardedTls(said(PROXY))).toBe(secure);
    expect(isForwardedTls(said('192.0.2.1'))).toBe(false);
  });
});

import { expect, test } from 'vitest';
import { createOriginGuard } from './origin-guard.ts';

const guarded = (tls: boolean, origin: string | undefined): boolean =>
  createOriginGuard({ boundHost: '127.0.0.1', furtherNames: [], tls }).originAllowed({
    host: 'localhost:4300',
    ...(origin !== undefined && { origin }),
  });

test.each([
  [undefined, true, true],
  ['https://localhost:4300', true, true],
  ['HTTPS://LOCALHOST:4300', true, true],
  ['http://localhost:4300', true, false],
  ['http://localhost', false, false],
  ['https://localhost:4301', false, false],
  ['https://user@localhost:4300', false, false],
  ['wss://localhost:4300', false, false],
  ['null', false, false],
  ['', false, false],
])('OPS-05 the origin %s: without TLS %s, with TLS %s', (origin, plain, secure) => {
  expect([guarded(false, origin), guarded(true, origin)]).toEqual([plain, secure]);
});

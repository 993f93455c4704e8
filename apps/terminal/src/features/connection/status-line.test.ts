import { expect, test } from 'vitest';
import { connectionWord } from './status-line.tsx';

test.each([
  ['live', 'live', 'connected'],
  ['live', undefined, 'connected'],
  ['loading', undefined, 'connecting'],
  ['live', 'loading', 'connecting'],
  ['stale', 'live', 'market.stale'],
  ['live', 'stale', 'account.stale'],
  ['live', 'offline', 'account.offline'],
  ['stale', 'offline', 'account.offline'],
  ['offline', 'offline', 'market.offline'],
  ['resyncing', 'stale', 'market.resyncing'],
  ['loading', 'stale', 'account.stale'],
] as const)('MKT-08 market data %s and account %s are told as %s', (market, account, word) => {
  expect(connectionWord({ market, account, latency: 3 })).toBe(word);
});

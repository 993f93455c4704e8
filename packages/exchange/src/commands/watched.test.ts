import { expect, test } from 'vitest';
import { timestamp } from '@tapedeck/domain';
import { watchedAfter } from './watched.ts';

const time = timestamp(0);

test('EXC-07 the watched instruments and their order do not depend on the steps in which they came about', () => {
  const whole = watchedAfter(new Set([8]), { type: 'WatchMarkets', time, instruments: [1, 2, 5] });
  const parts = [
    { added: [5, 9], removed: [] },
    { added: [2], removed: [9, 7] },
    { added: [1, 2], removed: [] },
  ].reduce((watched, change) => watchedAfter(watched, { type: 'ChangeWatchedMarkets', time, ...change }), new Set<number>());
  expect([...parts]).toEqual([...whole]);
});

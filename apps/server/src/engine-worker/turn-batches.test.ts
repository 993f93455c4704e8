import { expect, test } from 'vitest';
import { price, timestamp, type Event } from '@tapedeck/domain';
import type { EventBatch } from '@tapedeck/venue';
import { followedBatches } from './turn-batches.ts';

const prices: Event = { type: 'PricesChanged', instrument: 0, mark: price(1n), index: price(1n) };
const funding = { type: 'FundingSettled', instrument: 0 } as Event;
const batchOf = (sequence: number, events: readonly Event[]): EventBatch => ({ sequence, time: timestamp(1_000), events });

test('new prices cross as the state of their markets, and not as events too', () => {
  const batches = [batchOf(1, [prices]), batchOf(2, [prices, funding])];
  expect(followedBatches(batches, new Set())).toEqual([batchOf(2, [funding])]);
});

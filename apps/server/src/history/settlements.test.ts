import { price, rate, timestamp, type Event } from '@tapedeck/domain';
import { CursorUnknown, type EventBatch } from '@tapedeck/venue';
import { expect, test } from 'vitest';
import { historyBatches } from '../engine-worker/turn-batches.ts';
import { HistoryDatabase } from './history-database.ts';
import { openPglite } from './pglite-database.ts';

const HOUR = 3_600_000;

const funded = (instrument: number, units: bigint): Event => ({
  type: 'FundingSettled',
  instrument,
  rate: rate(units),
  mark: price(64_000_00000000n),
});
const batch = (sequence: number, ...events: Event[]): EventBatch => ({ sequence, time: timestamp(sequence * HOUR), events });
const delivered: Event = { type: 'DeliverySettled', instrument: 7, price: price(1n) };

test('MKT-06 fundings and deliveries are kept, newest first, page by page, of some contracts or of all', async () => {
  const history = await HistoryDatabase.open(await openPglite(undefined));
  const batches = [
    batch(1, funded(0, 10_000n), funded(1, -1n)),
    batch(2, funded(0, 20_000n)),
    batch(3, delivered),
    batch(4, funded(0, 5n)),
  ];
  await history.apply(historyBatches(batches), [], 4);
  // Known rows are skipped.
  await history.apply(historyBatches(batches), [], 4);
  const query = { kind: 'FundingSettled', instruments: [0], cursor: '', limit: 2 } as const;
  const first = await history.settlements(query);
  expect(first.rows).toEqual([
    { sequence: 4, index: 0, time: timestamp(4 * HOUR), settlement: funded(0, 5n) },
    { sequence: 2, index: 0, time: timestamp(2 * HOUR), settlement: funded(0, 20_000n) },
  ]);
  const second = await history.settlements({ ...query, cursor: first.next });
  expect(second).toMatchObject({ rows: [{ sequence: 1, settlement: funded(0, 10_000n) }], next: '' });
  const all = await history.settlements({ kind: 'DeliverySettled', cursor: '', limit: 10 });
  expect(all.rows.map(({ settlement }) => settlement)).toEqual([delivered]);
  const several = await history.settlements({ kind: 'FundingSettled', instruments: [1, 7], cursor: '', limit: 10 });
  expect(several.rows.map(({ settlement }) => settlement)).toEqual([funded(1, -1n)]);
  expect((await history.settlements({ ...query, instruments: [] })).rows).toEqual([]);
  await expect(history.settlements({ ...query, cursor: 't1-1-0' })).rejects.toThrow(CursorUnknown);
  await history.close();
});

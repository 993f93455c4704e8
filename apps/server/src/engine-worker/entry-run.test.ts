import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from '../journal/journal.ts';
import { RECORD_HEADER_BYTES, SEGMENT_HEADER_BYTES, segmentName, type JournalRecord } from '../journal/segment.ts';
import { recordedTrade } from '../testing/recorded-entry.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { EntryRun } from './entry-run.ts';
import type { TapeEntry } from './replay-tape.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const trade = (at: number, quantity = 100_000n): TapeEntry =>
  recordedTrade(1_000 + at * 10, { side: at % 2 === 0 ? 'Buy' : 'Sell', price: 6_000_000_000_000n + BigInt(at) * 10_000_000n, quantity });
const book: TapeEntry = {
  time: 1_500,
  command: { type: 'ReplayBook', instrument: 0, whole: true, bids: [599_999, 12], asks: [600_001, 7] },
};
const ENTRIES: readonly TapeEntry[] = [...Array.from({ length: 50 }, (_, at) => trade(at)), book, ...[51, 52, 53].map((at) => trade(at))];
/** Entries before the run. */
const POSITION = 10;
const NOT_BEFORE = 1_305;

/** The record of all entries from `POSITION` on, and the commands that were played. */
function written() {
  const { journal } = Journal.open(folder.path, () => undefined);
  const run = new EntryRun();
  const commands = ENTRIES.slice(POSITION).map((entry) => run.add(entry, NOT_BEFORE));
  run.writeTo(journal);
  run.writeTo(journal);
  journal.close();
  const records: JournalRecord[] = [];
  Journal.open(folder.path, (record) => records.push({ ...record, payload: record.payload.slice() })).journal.close();
  return { commands, records };
}

test('SIM-08 D1 one record stands for all entries of a run, and gives their commands back from the recording', () => {
  const { commands, records } = written();
  expect(records.map(({ sequence, count }) => [sequence, count])).toEqual([[1, ENTRIES.length - POSITION]]);
  expect(statSync(join(folder.path, segmentName(1))).size).toBe(SEGMENT_HEADER_BYTES + RECORD_HEADER_BYTES + 4);
  // The first entries were due before the world had begun: they come as soon as it has.
  expect(commands.slice(0, 3).map(({ time }) => Number(time))).toEqual([1_305, 1_305, 1_305]);
  expect(Number(commands.at(-1)?.time)).toBe(1_530);
  expect(EntryRun.read(records[0] as JournalRecord, ENTRIES, POSITION)).toEqual(commands);
});

test('SIM-08 D9 any other entry, order, place or number of entries is not taken for the recording', () => {
  const record = written().records[0] as JournalRecord;
  const read = (entries: readonly TapeEntry[], position = POSITION) => EntryRun.read(record, entries, position);
  expect(read(ENTRIES.with(20, trade(20, 100_001n)))).toBeUndefined();
  expect(read(ENTRIES.with(50, { ...book, command: { ...book.command, whole: false } as TapeEntry['command'] }))).toBeUndefined();
  expect(read(ENTRIES.with(30, ENTRIES[31] as TapeEntry).with(31, ENTRIES[30] as TapeEntry))).toBeUndefined();
  expect(read(ENTRIES, POSITION - 1)).toBeUndefined();
  expect(read(ENTRIES.slice(0, -1))).toBeUndefined();
  expect(read([...ENTRIES, trade(54)])).toBeDefined();
  expect(EntryRun.read({ ...record, time: record.time - 1 }, ENTRIES, POSITION)).toBeUndefined();
  expect(EntryRun.read({ ...record, payload: new Uint8Array(3) }, ENTRIES, POSITION)).toBeUndefined();
});

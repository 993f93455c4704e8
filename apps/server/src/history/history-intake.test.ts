import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money, timestamp } from '@tapedeck/domain';
import { HistoryUnavailable, type EventBatch, type MinuteBar } from '@tapedeck/venue';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { HistoryConnection } from './history-connection.ts';
import type { HistoryDatabase } from './history-database.ts';
import { Intake } from './history-intake.ts';
import type { EngineToHistory, HistoryState } from './history-messages.ts';
import { OverflowFile } from './overflow-file.ts';

/** A write that is done, although its answer is lost. */
const AFTER_ALL = 'after all';

/** A database's content across connections: batches after `applied`, each once, as the real one takes them. */
class Store {
  sequences: number[] = [];
  bars: number[] = [];
  applied = 0;
  /** Results of the next writes. */
  fails: string[] = [];
  refusesConnections = false;
  writes = 0;

  connect(): HistoryDatabase {
    if (this.refusesConnections) throw new Error('ECONNREFUSED');
    const applied = (): number => this.applied;
    const connected = {
      get applied() {
        return applied();
      },
      apply: (batches: readonly EventBatch[], bars: readonly MinuteBar[], upTo: number) => {
        const fault = this.fails.shift();
        if (fault !== undefined && fault !== AFTER_ALL) return Promise.reject(new Error(fault));
        this.writes += 1;
        this.sequences.push(...batches.filter(({ sequence }) => sequence > this.applied).map(({ sequence }) => sequence));
        this.bars.push(...bars.map(({ candle }) => candle.start));
        this.applied = Math.max(this.applied, upTo);
        return fault === undefined ? Promise.resolve() : Promise.reject(new Error('the connection ended'));
      },
      close: () => Promise.resolve(),
    };
    return connected as unknown as HistoryDatabase;
  }
}

const batch = (sequence: number, events = 1): EventBatch => ({
  sequence,
  time: timestamp(sequence),
  events: Array.from({ length: events }, () => ({
    ...({ type: 'CashChanged', account: 100, coin: 'USDT', kind: 'fee', instrument: 0 } as const),
    ...{ amount: money(2n ** 70n), cash: money(0n) },
  })),
});
const bar = (minute: number): MinuteBar => ({
  ...{ instrument: 0, series: 'trade', closed: true },
  candle: { start: minute * 60_000, open: 1n, high: 1n, low: 1n, close: 1n, volume: 0n, turnover: 0n },
});
const sent = (batches: readonly EventBatch[], bars: readonly MinuteBar[] = []): EngineToHistory => ({ kind: 'batches', batches, bars });

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let states: HistoryState[];
let waits: number[];
let lose: (error: Error) => void;
let connection: HistoryConnection;
let intake: Intake;
const path = (): string => join(folder.path, 'overflow');

beforeEach(async () => {
  folder = temporaryFolder();
  store = new Store();
  states = [];
  waits = [];
  const wait = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
  };
  connection = await HistoryConnection.start({
    open: (onLost) => {
      lose = onLost;
      return Promise.resolve().then(() => store.connect());
    },
    wait,
    onChange: (away) => intake.connectionChanged(away),
  });
  intake = new Intake({
    connection,
    overflow: new OverflowFile(path()),
    applied: 0,
    onApplied: () => undefined,
    onState: (state) => states.push(state),
    wait,
    now: () => 7_000,
  });
});
afterEach(async () => {
  await connection.close();
  folder.remove();
});

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const behind = (): (string | undefined)[] => states.map(({ reason }) => reason);

describe('OPS-03 what the database could not take is written once it can, in order and once', () => {
  test('after a write that failed, and one that was done although its answer was lost', async () => {
    store.fails = ['57P01', AFTER_ALL, 'deadlock'];
    for (const sequence of range(1, 30)) intake.take(sent([batch(sequence)]));
    await expect.poll(() => store.sequences).toEqual(range(1, 30));
    await expect.poll(() => states.at(-1)).toEqual({ behindSince: undefined, reason: undefined });
    expect(behind()).toContain('57P01');
  });

  test('while connections are refused it asks less and less often, and says since when it is behind', async () => {
    store.refusesConnections = true;
    lose(new Error('terminated'));
    intake.take(sent([batch(1)]));
    await expect.poll(() => waits.filter((ms) => ms === 10_000).length).toBeGreaterThan(3);
    expect(() => connection.database).toThrow(HistoryUnavailable);
    await intake.caughtUp(1).catch((error: unknown) => expect(error).toBeInstanceOf(HistoryUnavailable));
    intake.take(sent([batch(2)]));
    expect(states.every(({ behindSince }) => behindSince === 7_000)).toBe(true);
    expect(behind()).toEqual(['terminated', 'ECONNREFUSED']);
    store.refusesConnections = false;
    await expect.poll(() => store.sequences).toEqual([1, 2]);
    await expect.poll(() => states.at(-1)?.behindSince).toBeUndefined();
  });

  test('one that was idle meanwhile has nothing to catch up with', async () => {
    lose(new Error('terminated'));
    await expect
      .poll(() => states)
      .toEqual([
        { behindSince: 7_000, reason: 'terminated' },
        { behindSince: undefined, reason: undefined },
      ]);
  });

  test('more than memory should hold waits in a file, which is empty afterwards', async () => {
    store.refusesConnections = true;
    lose(new Error('terminated'));
    for (const sequence of range(1, 30)) intake.take(sent([batch(sequence, 5_000)]));
    intake.take({ kind: 'upTo', sequence: 40 });
    expect(existsSync(path())).toBe(true);
    expect(behind()).toContain('the database writes more slowly than events arrive');
    store.refusesConnections = false;
    await expect.poll(() => store.applied).toBe(40);
    expect(store.sequences).toEqual(range(1, 30));
    await expect.poll(() => states.at(-1)?.behindSince).toBeUndefined();
    intake.take(sent([batch(41)]));
    await expect.poll(() => store.sequences.at(-1)).toBe(41);
  });

  test('a database that comes back without its rows gets no others: the next start fills the hole from the journal', async () => {
    intake.take(sent([batch(1), batch(2)]));
    await expect.poll(() => store.applied).toBe(2);
    store.applied = 1;
    lose(new Error('terminated'));
    intake.take(sent([batch(3)]));
    await expect.poll(() => behind().at(-1)).toMatch(/came back without its data after record 1: the next start/);
    intake.take(sent([batch(4)]));
    await intake.settle();
    expect(store.sequences).toEqual([1, 2]);
  });

  test('what the disk does not take either is left to the next start', async () => {
    store.refusesConnections = true;
    lose(new Error('terminated'));
    folder.remove();
    for (const sequence of range(1, 12)) intake.take(sent([batch(sequence, 5_000)]));
    expect(behind().at(-1)).toMatch(/cannot be buffered meanwhile \(.*\): the next start of the server completes it/);
    store.refusesConnections = false;
    await expect.poll(() => store.applied).toBe(10);
    await intake.settle();
    expect(store.sequences).toEqual(range(1, 10));
    expect(states.at(-1)?.behindSince).toBe(7_000);
  });
});

describe('OPS-03 a reader finds every published row', () => {
  /** Whether a reader of rows up to `sequence` may read already. */
  const reader = (sequence: number): { readonly reads: boolean } => {
    const state = { reads: false };
    void intake.caughtUp(sequence).then(() => (state.reads = true));
    return state;
  };
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  test('also one that arrives before the rows do', async () => {
    const [early, later] = [reader(2), reader(3)];
    await turns(20);
    intake.take(sent([batch(1)]));
    await turns(20);
    expect([early.reads, later.reads, store.sequences]).toEqual([false, false, [1]]);
    intake.take(sent([batch(2)]));
    await expect.poll(() => early.reads).toBe(true);
    expect([later.reads, store.sequences]).toEqual([false, [1, 2]]);
    intake.engineEnded();
    await expect.poll(() => later.reads).toBe(true);
  });

  test('but not while the history is behind', async () => {
    const early = reader(1);
    await turns(20);
    expect(early.reads).toBe(false);
    store.refusesConnections = true;
    lose(new Error('terminated'));
    await expect.poll(() => early.reads).toBe(true);
  });
});

describe('OPS-03 a history that has started again', () => {
  const restarted = (): Intake =>
    new Intake({
      ...{ connection, overflow: new OverflowFile(path()), applied: 0, behindSince: 5_000 },
      ...{ onApplied: () => undefined, onState: (state: HistoryState) => states.push(state) },
      ...{ wait: () => Promise.resolve(), now: () => 7_000 },
    });

  test('is behind until everything that it lacked is written', async () => {
    const again = restarted();
    again.take(sent([batch(1)]));
    again.take(sent([batch(2)]));
    again.take({ kind: 'upTo', sequence: 2 });
    expect(states).toEqual([]);
    await expect.poll(() => states).toEqual([{ behindSince: undefined, reason: undefined }]);
    expect(store.sequences).toEqual([1, 2]);
  });

  test('lacks nothing when nothing happened meanwhile', () => {
    restarted().take({ kind: 'upTo', sequence: 0 });
    expect(states).toEqual([{ behindSince: undefined, reason: undefined }]);
  });

  test('writes nothing behind a hole: the next start of the server completes it', async () => {
    const again = restarted();
    again.take({ kind: 'hole' });
    again.take(sent([batch(9)]));
    await again.settle();
    expect(store.sequences).toEqual([]);
    expect(states).toEqual([{ behindSince: 5_000, reason: expect.stringMatching(/the next start of the server completes it$/) as string }]);
  });
});

describe('OPS-06 closed minutes', () => {
  test('wait for other rows, for the question whether everything is written, or for a quarter of an hour', async () => {
    for (const minute of range(1, 15)) intake.take(sent([], [bar(minute)]));
    await intake.settle();
    expect(store.writes).toBe(0);
    intake.take(sent([], [bar(16)]));
    await expect.poll(() => store.bars.length).toBe(16);
    intake.take(sent([], [bar(17)]));
    intake.take(sent([batch(5)]));
    await expect.poll(() => store.bars.length).toBe(17);
    intake.take(sent([], [bar(18)]));
    intake.take({ kind: 'upTo', sequence: 9 });
    await expect.poll(() => [store.bars.length, store.applied]).toEqual([18, 9]);
    expect(store.writes).toBe(3);
  });
});

import { join } from 'node:path';
import { setImmediate as soon } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JournalFailed } from '../journal/journal.ts';
import { listSegments } from '../journal/segment-files.ts';
import { RECOVERY_WORK_MS } from '../snapshots/snapshot-policy.ts';
import { HandCommitter } from '../testing/hand-committer.ts';
import { BEGUN, StrawRun, order } from '../testing/straw-run.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { ThreadHere, readyOn } from '../testing/thread-here.ts';
import { DurableVenue } from '../venues/durable-venue.ts';

/** An engine, the venue that the main thread has of it, and a disk that confirms when the test says so. */
class Desk {
  readonly disk = new HandCommitter();
  readonly run: StrawRun;
  readonly venue: DurableVenue;
  /** Everything that a client received, in order: records with events, and answers by name. */
  readonly told: (number | string)[] = [];
  readonly thread = new ThreadHere((messages) => {
    this.#guarded(() => this.run.host.turn(messages, false));
  });
  /** The record up to which a history read has to contain rows. */
  published = 0;
  /** Reason of a stop. */
  failure: unknown;
  #onProgress = (): void => undefined;

  constructor(folder: string, segmentBytes?: number) {
    const { disk, thread } = this;
    this.run = new StrawRun(folder, { committer: disk, ...(segmentBytes !== undefined && { segmentBytes }) });
    this.run.onTurn = (result) => thread.say(result);
    const watch = {
      get durable() {
        return disk.durable;
      },
      onProgress: (listener: () => void) => (this.#onProgress = listener),
    };
    const history = { minuteBars: () => Promise.resolve([]), published: (sequence: number) => void (this.published = sequence) };
    this.venue = new DurableVenue({ worker: thread.worker, ready: readyOn(this.run.world), disk: watch }, history);
    const ignore = (): void => undefined;
    this.venue.listen({ onEvents: ({ sequence }) => this.told.push(sequence), onBook: ignore, onMarket: ignore, onMinuteBar: ignore });
    disk.waits.length = 0;
  }

  /** Sends an order, in a turn of its own. */
  async order(name: string): Promise<void> {
    void this.venue.submit({ type: 'CancelAllOrders', account: 100, instrument: -1 }).then(() => this.told.push(name));
    await soon();
  }

  async ask(name: string): Promise<void> {
    void this.venue.leaders().then(() => this.told.push(name));
    await soon();
  }

  /** The disk confirms all records, and so far only the main thread hears of it. */
  async confirmToMain(): Promise<void> {
    this.disk.confirm();
    this.#onProgress();
    await soon();
  }

  tick(): void {
    this.#guarded(() => this.run.tick());
  }

  /** The disk confirms what it was asked for, or the records up to `sequence`, and says so to both threads. */
  async confirm(sequence?: number): Promise<void> {
    this.disk.confirm(sequence);
    await this.hear();
  }

  async hear(): Promise<void> {
    this.#guarded(() => this.run.host.release());
    this.#onProgress();
    await soon();
  }

  /** Records with rows in the history. */
  get kept(): readonly number[] {
    return this.run.toHistory.map(({ sequence }) => sequence);
  }

  /** As in the engine's thread, a throw ends it. */
  #guarded(work: () => void): void {
    try {
      if (this.failure === undefined) work();
    } catch (error) {
      this.failure = error;
    }
  }
}

let folder: ReturnType<typeof temporaryFolder>;
let desk: Desk;
beforeEach(() => {
  folder = temporaryFolder();
  desk = new Desk(folder.path);
});
afterEach(() => {
  desk.run.kill();
  folder.remove();
});

const FIRST = BEGUN + 2;

test('EXC-07 D10 an answer that overtakes its rows on their way to the history names them, so that a reader waits for them', async () => {
  await desk.order('a');
  expect(desk.published).toBe(0);
  await desk.confirmToMain();
  expect([desk.told, desk.kept, desk.published]).toEqual([[FIRST, 'a'], [], FIRST]);
  desk.tick();
  await desk.confirm();
  expect([desk.kept, desk.published]).toEqual([[FIRST], FIRST]);
});

describe('a turn that the disk has not confirmed', () => {
  test('EXC-07 D1 D10 its answers, events and history rows wait for the disk, while the next turns are applied', async () => {
    const before = desk.run.world.count;
    await desk.order('a');
    await desk.order('b');
    await desk.hear();
    expect([desk.run.world.count - before, desk.told, desk.kept]).toEqual([2, [], []]);
    await desk.confirm(FIRST);
    expect([desk.told, desk.kept]).toEqual([[FIRST, 'a'], [FIRST]]);
    await desk.confirm();
    expect([desk.told, desk.kept]).toEqual([
      [FIRST, 'a', FIRST + 1, 'b'],
      [FIRST, FIRST + 1],
    ]);
  });

  test('EXC-07 D10 nothing overtakes it: neither answers about its state nor public data', async () => {
    await desk.order('a');
    await desk.ask('b');
    desk.tick();
    expect(desk.told).toEqual([]);
    await desk.confirm();
    expect(desk.told).toEqual([FIRST, FIRST + 1, 'a', 'b']);
    // With nothing before it, public data does not wait for the disk.
    desk.tick();
    expect([desk.told.at(-1), desk.disk.requested]).toEqual([FIRST + 2, FIRST]);
  });

  test('EXC-07 D10 a turn of the market that moves money waits too', async () => {
    desk.run.world.nextTickPays = true;
    desk.tick();
    expect([desk.disk.requested, desk.told, desk.kept]).toEqual([FIRST, [], []]);
    await desk.confirm();
    expect([desk.told, desk.kept]).toEqual([[FIRST], [FIRST]]);
  });

  test('EXC-07 a confirmation that comes before the turn is read shows it at once', async () => {
    desk.disk.start = (_file, sequence) => {
      desk.disk.requested = sequence;
      desk.disk.confirm();
    };
    await desk.order('a');
    expect([desk.told, desk.kept]).toEqual([[FIRST, 'a'], [FIRST]]);
  });

  test('EXC-07 D13 a failed sync stops the engine before anything of the group is shown', async () => {
    await desk.order('a');
    await desk.confirm();
    await desk.order('b');
    desk.disk.fail();
    await desk.hear();
    await desk.order('c');
    expect(desk.failure).toBeInstanceOf(JournalFailed);
    expect([desk.told, desk.kept]).toEqual([[FIRST, 'a'], [FIRST]]);
  });
});

describe('S7 a disk that falls behind', () => {
  /** Orders until the engine has stood still, or failed. */
  const fill = async (): Promise<number> => {
    let count = 0;
    for (; desk.disk.waits.length === 0 && count < 1_000; count += 1) await desk.order(String(count));
    return count;
  };

  test('EXC-07 the engine goes ahead by a bounded number of turns, then waits for the oldest one', async () => {
    expect(await fill()).toBe(64);
    expect(desk.disk.waits).toEqual([FIRST]);
    await desk.hear();
    expect(desk.told.filter((one) => typeof one === 'string')).toEqual(Array.from({ length: 64 }, (_, at) => String(at)));
  });

  test('EXC-07 D13 a sync that fails meanwhile stops it before anything is shown', async () => {
    desk.disk.fails = true;
    await fill();
    await desk.hear();
    expect(desk.failure).toBeInstanceOf(JournalFailed);
    expect([desk.told, desk.kept]).toEqual([[], []]);
  });
});

describe('steps that need the disk', () => {
  test('EXC-07 D7 a snapshot holds nothing that is not durable, and the history has its rows before it must confirm them', async () => {
    await desk.order('a');
    desk.run.work = RECOVERY_WORK_MS;
    desk.tick();
    expect([desk.disk.durable, desk.run.confirms, desk.kept]).toEqual([FIRST + 2, [FIRST + 2], [FIRST]]);
    await expect.poll(() => desk.run.snapshots.sequences()).toEqual([FIRST + 2]);
  });

  test('EXC-07 D13 a snapshot whose sync fails is not written, and shows nothing', async () => {
    await desk.order('a');
    desk.run.work = RECOVERY_WORK_MS;
    desk.disk.fails = true;
    desk.tick();
    await desk.hear();
    expect(desk.failure).toBeInstanceOf(JournalFailed);
    expect([desk.told, desk.kept, desk.run.confirms, desk.run.snapshots.sequences()]).toEqual([[], [], [], []]);
  });

  test('OPS-03 the end of a run answers everything, also when its last message arrives before the confirmation', async () => {
    await desk.order('a');
    const state = await desk.run.host.close();
    desk.thread.say({ kind: 'closed', state });
    await soon();
    expect([desk.told, desk.kept, state.sequence, desk.disk.closed]).toEqual([[FIRST, 'a'], [FIRST], FIRST + 1, true]);
  });

  test('EXC-07 a full journal file is durable before the next one begins', async () => {
    desk.run.kill();
    desk = new Desk(folder.path, 1);
    await desk.order('a');
    expect(desk.disk.waits).toEqual([]);
    await desk.order('b');
    await desk.hear();
    expect([desk.disk.waits, desk.told]).toEqual([[FIRST], [FIRST, 'a']]);
    const segments = listSegments(join(folder.path, 'journal'));
    expect(segments.map(({ firstSequence }) => firstSequence)).toEqual([1, FIRST, FIRST + 1]);
  });

  test('EXC-07 D5 a disk that lags leaves the state and the rows of a prompt one', async () => {
    const prompt = temporaryFolder();
    const other = new StrawRun(prompt.path);
    for (let id = 1; id <= 20; id += 1) {
      for (const run of [desk.run, other]) run.host.turn([order(id), order(id + 100)], id % 3 === 0);
      if (id % 4 === 0) await desk.confirm();
    }
    await desk.confirm();
    expect([desk.run.world.sum, desk.run.world.count]).toEqual([other.world.sum, other.world.count]);
    expect([desk.run.results, desk.run.toHistory]).toEqual([other.results, other.toHistory]);
    other.kill();
    prompt.remove();
  });
});

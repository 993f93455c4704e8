import { fdatasyncSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventBatch } from '@tapedeck/venue';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { JournalFailed } from '../journal/journal.ts';
import { JournalDamaged, segmentName } from '../journal/segment.ts';
import { RECOVERY_WORK_MS } from '../snapshots/snapshot-policy.ts';
import { SnapshotStore } from '../snapshots/snapshots.ts';
import { EngineHost } from './engine-host.ts';
import type { MainToEngine, TurnResult } from './engine-messages.ts';
import type { Genesis } from './genesis.ts';
import { recoverWorld, type RecoveredWorld } from './recover-world.ts';
import { StrawWorld } from '../testing/straw-world.ts';

const GENESIS: Genesis = { format: 1, source: 'simulated', seed: 7, time: 1_000, label: 'seed 7' };

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** One run of the engine over the folder, with everything that happens written down in order. */
class Run {
  readonly log: string[] = [];
  readonly results: TurnResult[] = [];
  readonly toHistory: EventBatch[] = [];
  readonly confirms: number[] = [];
  readonly snapshots = new SnapshotStore(join(folder.path, 'snapshots'));
  readonly recovered: RecoveredWorld;
  readonly host: EngineHost;
  created: StrawWorld | undefined;
  now = 1_000;
  steady = 0;
  /** Processor time of the engine. */
  work = 0;
  syncFails = false;

  constructor(historyApplied = 0) {
    this.recovered = recoverWorld({
      folder: join(folder.path, 'journal'),
      snapshots: this.snapshots,
      historyApplied,
      createWorld: (genesis, snapshot) => {
        this.created = new StrawWorld(genesis.time, snapshot);
        return this.created;
      },
      newGenesis: () => GENESIS,
      onHistory: (batches) => this.toHistory.push(...batches),
      journal: {
        files: {
          write: (file, bytes, offset, length) => {
            this.log.push('write');
            return writeSync(file, bytes, offset, length);
          },
          sync: (file) => {
            if (this.syncFails) throw new Error('EIO');
            this.log.push('sync');
            fdatasyncSync(file);
          },
        },
      },
    });
    this.log.length = 0;
    this.host = new EngineHost({
      world: this.recovered.world,
      journal: this.recovered.journal,
      snapshots: this.snapshots,
      clock: { now: () => this.now, take: (_step, tick) => (tick ? [this.now] : []), wait: () => 0 },
      steadyNow: () => this.steady,
      work: () => this.work,
      historyApplied,
      watching: false,
      publish: (result) => {
        this.log.push('publish');
        this.results.push(result);
      },
      history: {
        send: (batches) => this.toHistory.push(...batches),
        confirm: (sequence) => this.confirms.push(sequence),
      },
      onSnapshotFailed: (error) => this.log.push(String(error)),
    });
    this.follow(true);
  }

  follow(followed: boolean): void {
    this.host.turn([{ kind: 'follow', account: 100, followed }], false);
  }

  get world(): StrawWorld {
    if (this.created === undefined) throw new Error('recovery made no world');
    return this.created;
  }

  tick(): void {
    this.now += 50;
    this.host.turn([], true);
  }

  order(id: number): void {
    this.host.turn([order(id)], false);
  }

  /** As a kill leaves it: nothing is flushed, nothing is closed in order. */
  kill(): void {
    this.recovered.journal.close();
  }
}

const order = (id: number): MainToEngine => ({ kind: 'submit', id, command: { type: 'CancelAllOrders', account: 100, instrument: -1 } });

/** Commands of a new journal: the first clock, the account and its seven coins. The genesis is the record before them. */
const BEGUN = 9;

describe('journal before anything is seen', () => {
  test('EXC-07 several orders share one write and one sync, and are answered after it', () => {
    const run = new Run();
    run.host.turn([order(1), order(2), order(3)], false);
    expect(run.log).toEqual(['write', 'sync', 'publish']);
    const [result] = run.results;
    expect(result?.outcomes.map(({ id, outcome }) => [id, outcome.cancelled])).toEqual([
      [1, BEGUN + 1],
      [2, BEGUN + 2],
      [3, BEGUN + 3],
    ]);
    expect(result?.batches.map((batch) => batch.sequence)).toEqual([2, 3, 4].map((place) => BEGUN + place));
    run.kill();
  });

  test('events of an account that nobody follows stay inside, but for the history', () => {
    const run = new Run();
    run.order(1);
    run.follow(false);
    run.order(2);
    run.follow(true);
    run.order(3);
    expect(run.results.map(({ batches }) => batches.length)).toEqual([1, 0, 1]);
    expect(run.results.map(({ sequence }) => sequence)).toEqual([BEGUN + 2, BEGUN + 3, BEGUN + 4]);
    expect(run.toHistory.slice(-3).map(({ sequence }) => sequence)).toEqual([BEGUN + 2, BEGUN + 3, BEGUN + 4]);
    run.kill();
  });

  test('a clock step waits for the disk only when it concerns a user', () => {
    const run = new Run();
    run.tick();
    expect(run.log).toEqual(['write', 'publish']);
    run.world.nextTickPays = true;
    run.tick();
    expect(run.log).toEqual(['write', 'publish', 'write', 'sync', 'publish']);
    // The house's own lines stay inside.
    expect(run.results[1]?.batches[0]?.events.map((event) => event.type)).toEqual(['TradePrinted', 'CashChanged']);
    run.kill();
  });

  test('after a failed sync nothing is shown and nothing is accepted', () => {
    const run = new Run();
    run.syncFails = true;
    expect(() => run.order(1)).toThrow(JournalFailed);
    run.syncFails = false;
    expect(() => run.order(2)).toThrow(JournalFailed);
    expect(run.results).toEqual([]);
    run.kill();
  });

  test('a command never gets an earlier time than the one before it', () => {
    const run = new Run();
    run.tick();
    run.now -= 500;
    run.order(1);
    expect(run.results.flatMap((result) => result.batches.map((batch) => Number(batch.time)))).toEqual([1_050, 1_050]);
    run.kill();
  });
});

describe('recovery', () => {
  test('EXC-07 the same commands give the same state, with a snapshot, with an older one, and without any', async () => {
    const run = new Run();
    for (let at = 0; at < 10; at += 1) {
      run.tick();
      run.order(at);
    }
    await run.host.close();
    const second = new Run(24);
    for (let at = 0; at < 5; at += 1) second.order(at);
    second.kill();
    const expected = [second.world.sum, second.world.count];
    for (const wipe of [false, true]) {
      if (wipe) rmSync(join(folder.path, 'snapshots'), { recursive: true });
      const again = new Run(wipe ? 0 : 24);
      expect([again.world.sum, again.world.count]).toEqual(expected);
      again.kill();
    }
  });

  test('a new journal begins with its genesis and a funded account, once', () => {
    const first = new Run();
    expect([first.world.count, first.recovered.genesis]).toEqual([BEGUN, GENESIS]);
    first.kill();
    const second = new Run();
    expect(second.world.count).toBe(BEGUN);
    second.kill();
  });

  test('the history gets again what it had not confirmed, with the same places, and nothing twice', () => {
    const run = new Run();
    for (let at = 0; at < 4; at += 1) run.order(at);
    run.kill();
    const sent = run.toHistory;
    expect(sent.map((batch) => batch.sequence)).toEqual([2, 3, 4, 5].map((place) => BEGUN + place));
    const again = new Run(BEGUN + 3);
    expect(again.toHistory).toEqual(sent.slice(2));
    again.kill();
    const complete = new Run(BEGUN + 5);
    expect(complete.toHistory).toEqual([]);
    complete.kill();
  });

  test('a journal that ends before what a snapshot or the history knows is refused', async () => {
    const run = new Run();
    run.order(1);
    await run.host.close();
    expect(() => new Run(50)).toThrow(JournalDamaged);
    rmSync(join(folder.path, 'journal', segmentName(1)));
    expect(() => new Run()).toThrow('ends before record 1');
  });
});

describe('snapshots', () => {
  test('OPS-06 one is written for the work that a start would have to do again, however much time passes', async () => {
    const run = new Run();
    for (let hour = 0; hour < 24; hour += 1) {
      run.steady += 3_600_000;
      run.tick();
    }
    expect(run.confirms).toEqual([]);
    run.work = RECOVERY_WORK_MS;
    run.tick();
    const sequence = run.recovered.journal.durableSequence;
    expect(run.confirms).toEqual([sequence]);
    await expect.poll(() => run.snapshots.sequences()).toEqual([sequence]);
    run.tick();
    run.work += RECOVERY_WORK_MS - 1;
    run.tick();
    expect(run.confirms.length).toBe(1);
    run.work += 1;
    await expect
      .poll(() => {
        run.tick();
        return run.confirms.length;
      })
      .toBe(2);
    run.kill();
  });

  test('the work of the start itself counts', async () => {
    const run = new Run();
    // Or one kill after the other would make starts ever longer.
    run.work = RECOVERY_WORK_MS;
    run.tick();
    await expect.poll(() => run.snapshots.sequences().length).toBe(1);
    run.kill();
  });

  test('they do not wait for the history, and the one that the history has caught up with stays', async () => {
    const run = new Run();
    const snapshot = async (): Promise<number> => {
      const before = run.snapshots.sequences()[0] ?? 0;
      run.work += RECOVERY_WORK_MS;
      // The one before may still be on its way to the disk.
      await expect
        .poll(() => {
          run.tick();
          return run.snapshots.sequences()[0] ?? 0;
        })
        .toBeGreaterThan(before);
      return run.snapshots.sequences()[0] ?? 0;
    };
    const held = await snapshot();
    run.host.historyHolds(held + 1);
    const later = [await snapshot(), await snapshot(), await snapshot(), await snapshot()];
    expect(run.snapshots.sequences()).toEqual([...later.slice(1).reverse(), held]);
    expect(run.snapshots.newest(held + 1)?.sequence).toBe(held);
    run.host.historyHolds(later[3] ?? 0);
    const last = await snapshot();
    expect(run.snapshots.sequences()).toEqual([last, later[3], later[2]]);
    run.kill();
  });

  test('one that cannot be written, for want of room, does not keep the engine from ending in order', async () => {
    const run = new Run();
    run.order(1);
    rmSync(join(folder.path, 'snapshots'), { recursive: true });
    await run.host.close();
    expect(run.log.at(-1)).toContain('ENOENT');
    expect(new Run().world.count).toBe(run.world.count);
  });
});

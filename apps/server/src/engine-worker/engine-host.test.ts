import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { RECORD_STATE_HASH } from '../files/record-kinds.ts';
import { Journal, JournalFailed } from '../journal/journal.ts';
import { JournalDamaged, segmentName } from '../journal/segment.ts';
import { RECOVERY_WORK_MS } from '../snapshots/snapshot-policy.ts';
import { JournalOfOtherRules } from './recover-world.ts';
import { BEGUN, GENESIS, StrawRun, order } from '../testing/straw-run.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const begin = (historyApplied = 0): StrawRun => new StrawRun(folder.path, { historyApplied });

describe('journal before anything is seen', () => {
  test('EXC-07 several orders share one write and one sync, and are answered after it', () => {
    const run = begin();
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

  test('EXC-07 a turn takes no buffers of its own: they would let all memory be collected again and again', () => {
    const run = begin();
    run.order(1);
    const before = process.memoryUsage().arrayBuffers;
    const turns = 100;
    for (let at = 0; at < turns; at += 1) run.host.turn([order(2 + at)], false);
    expect((process.memoryUsage().arrayBuffers - before) / turns).toBeLessThan(4_096);
    run.kill();
  });

  test('events of an account that nobody follows stay inside, but for the history', () => {
    const run = begin();
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
    const run = begin();
    run.tick();
    expect(run.log).toEqual(['write', 'publish']);
    run.world.nextTickPays = true;
    run.tick();
    expect(run.log).toEqual(['write', 'publish', 'write', 'sync', 'publish']);
    // The house's own lines stay inside.
    expect(run.results[1]?.batches[0]?.events.map((event) => event.type)).toEqual(['TradePrinted', 'CashChanged']);
    run.kill();
  });

  test('EXC-07 steps of a watched market share a record of a second, until one of them concerns a user', () => {
    const run = begin();
    run.host.turn([{ kind: 'watch', instruments: [0] }], false);
    run.log.length = 0;
    run.tick();
    run.tick();
    expect(run.log).toEqual(['publish', 'publish']);
    run.world.nextTickPays = true;
    run.tick();
    expect(run.log).toEqual(['publish', 'publish', 'write', 'sync', 'publish']);
    run.log.length = 0;
    for (let step = 0; step < 40; step += 1) run.tick();
    expect(run.log.filter((entry) => entry === 'write')).toHaveLength(2);
    run.kill();
  });

  test('after a failed sync nothing is shown and nothing is accepted', () => {
    const run = begin();
    run.syncFails = true;
    expect(() => run.order(1)).toThrow(JournalFailed);
    run.syncFails = false;
    expect(() => run.order(2)).toThrow(JournalFailed);
    expect(run.results).toEqual([]);
    run.kill();
  });

  test('a command never gets an earlier time than the one before it', () => {
    const run = begin();
    run.tick();
    run.now -= 500;
    run.order(1);
    expect(run.results.flatMap((result) => result.batches.map((batch) => Number(batch.time)))).toEqual([1_050, 1_050]);
    run.kill();
  });
});

describe('recovery', () => {
  test('EXC-07 the same commands give the same state, with a snapshot, with an older one, and without any', async () => {
    const run = begin();
    for (let at = 0; at < 10; at += 1) {
      run.tick();
      run.order(at);
    }
    await run.host.close();
    const second = begin(24);
    for (let at = 0; at < 5; at += 1) second.order(at);
    second.kill();
    const expected = [second.world.sum, second.world.count];
    for (const wipe of [false, true]) {
      if (wipe) rmSync(join(folder.path, 'snapshots'), { recursive: true });
      const again = begin(wipe ? 0 : 24);
      expect([again.world.sum, again.world.count]).toEqual(expected);
      again.kill();
    }
  });

  test('OPS-03 EXC-07 a journal that other rules wrote is refused, whichever snapshot is left', async () => {
    const run = begin();
    run.order(1);
    const { sequence, hash } = await run.host.close();
    const written = new Map<number, string>();
    Journal.open(join(folder.path, 'journal'), ({ sequence: at, kind, payload }) => {
      if (kind === RECORD_STATE_HASH) written.set(at, Buffer.from(payload).toString('hex'));
    }).journal.close();
    expect([...written]).toEqual([[sequence, hash]]);
    rmSync(join(folder.path, 'snapshots'), { recursive: true });
    begin().kill();
    const { journal } = Journal.open(join(folder.path, 'journal'), () => undefined);
    journal.append(RECORD_STATE_HASH, 2_000, Buffer.from(hash, 'hex').reverse());
    journal.commit();
    journal.close();
    expect(() => begin()).toThrow(JournalOfOtherRules);
    expect(() => begin()).toThrow(`record ${sequence + 1} of the journal states another state`);
  });

  test('a new journal begins with its genesis and a funded account, once', () => {
    const first = begin();
    expect([first.world.count, first.recovered.genesis]).toEqual([BEGUN, GENESIS]);
    first.kill();
    const second = begin();
    expect(second.world.count).toBe(BEGUN);
    second.kill();
  });

  test('the history gets again what it had not confirmed, with the same places, and nothing twice', () => {
    const run = begin();
    for (let at = 0; at < 4; at += 1) run.order(at);
    run.kill();
    const sent = run.toHistory;
    expect(sent.map((batch) => batch.sequence)).toEqual([2, 3, 4, 5].map((place) => BEGUN + place));
    const again = begin(BEGUN + 3);
    expect(again.toHistory).toEqual(sent.slice(2));
    again.kill();
    const complete = begin(BEGUN + 5);
    expect(complete.toHistory).toEqual([]);
    complete.kill();
  });

  test('a journal that ends before what a snapshot or the history knows is refused', async () => {
    const run = begin();
    run.order(1);
    await run.host.close();
    expect(() => begin(50)).toThrow(JournalDamaged);
    rmSync(join(folder.path, 'journal', segmentName(1)));
    expect(() => begin()).toThrow('ends before record 1');
  });
});

describe('snapshots', () => {
  test('OPS-06 one is written for the work that a start would have to do again, however much time passes', async () => {
    const run = begin();
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
    const run = begin();
    // Or one kill after the other would make starts ever longer.
    run.work = RECOVERY_WORK_MS;
    run.tick();
    await expect.poll(() => run.snapshots.sequences().length).toBe(1);
    run.kill();
  });

  test('they do not wait for the history, and the one that the history has caught up with stays', async () => {
    const run = begin();
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
    const run = begin();
    run.order(1);
    rmSync(join(folder.path, 'snapshots'), { recursive: true });
    await run.host.close();
    expect(run.log.at(-1)).toContain('ENOENT');
    expect(begin().world.count).toBe(run.world.count);
  });
});

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EventBatch } from '@tapedeck/venue';
import { recoverWorld } from '../engine-worker/recover-world.ts';
import type { Tape } from '../engine-worker/replay-tape.ts';
import { createWorld } from '../engine-worker/world.ts';
import { SnapshotStore, worldHash } from '../snapshots/snapshots.ts';

export interface CopyState {
  readonly hash: string;
  readonly sequence: number;
  readonly events: readonly EventBatch[];
}

/** Recovers a copy of a data folder, from its newest snapshot or from the first record, and returns its state. */
export function recoverCopy(data: string, copy: string, from: 'snapshot' | 'genesis', tape?: Tape): CopyState {
  rmSync(copy, { recursive: true, force: true });
  for (const part of ['journal', ...(from === 'snapshot' ? ['snapshots'] : [])])
    cpSync(join(data, part), join(copy, part), { recursive: true });
  const snapshots = new SnapshotStore(join(copy, 'snapshots'));
  const events: EventBatch[] = [];
  const { world, journal } = recoverWorld({
    folder: join(copy, 'journal'),
    snapshots,
    historyApplied: snapshots.sequences()[0] ?? 0,
    createWorld,
    tape,
    newGenesis: () => {
      throw new Error('there is no journal');
    },
    onHistory: (batches) => events.push(...batches),
  });
  const sequence = journal.nextSequence - 1;
  journal.close();
  return { hash: worldHash(world.write()), sequence, events };
}

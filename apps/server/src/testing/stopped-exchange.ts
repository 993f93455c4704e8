import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EngineHost } from '../engine-worker/engine-host.ts';
import { recoverWorld } from '../engine-worker/recover-world.ts';
import { createWorld } from '../engine-worker/world.ts';
import { HistoryDatabase } from '../history/history-database.ts';
import { openPglite } from '../history/pglite-database.ts';
import { SnapshotStore } from '../snapshots/snapshots.ts';

const BEGIN = Date.UTC(2026, 4, 6, 14, 0, 0);
const STEP_MS = 1_000;

/** One run on the exchange of a data folder: a step of the clock, and the end. */
export async function runExchange(
  data: string,
  end: 'stop' | 'kill',
): Promise<{
  /** The last record, and the state after it if the exchange was stopped. */
  readonly sequence: number;
  readonly hash: string;
  /** Notes of the start. */
  readonly notes: readonly string[];
}> {
  const snapshots = new SnapshotStore(join(data, 'snapshots'));
  const { world, journal, notes } = recoverWorld({
    folder: join(data, 'journal'),
    snapshots,
    historyApplied: snapshots.sequences()[0] ?? 0,
    createWorld,
    newGenesis: () => ({ source: 'simulated', seed: 5, time: BEGIN, label: '5', coins: ['BTC'] }),
    onHistory: () => undefined,
  });
  let now = Number(world.now);
  const host = new EngineHost({
    world,
    journal,
    snapshots,
    clock: { now: () => now, take: (_step, tick) => (tick ? [(now += STEP_MS)] : []), wait: () => 0 },
    steadyNow: () => 0,
    work: () => 0,
    historyApplied: 0,
    publish: () => undefined,
    history: { sent: 0, send: () => undefined, confirm: () => undefined },
    onSnapshotFailed: (error) => {
      throw error;
    },
  });
  host.turn([], true);
  if (end === 'stop') return { ...(await host.close()), notes };
  journal.close();
  return { sequence: journal.nextSequence - 1, hash: '', notes };
}

/** A history that holds everything up to a record. */
export async function writeHistory(data: string, sequence: number): Promise<void> {
  mkdirSync(data, { recursive: true });
  const database = await openPglite(join(data, 'history'));
  const history = await HistoryDatabase.open(database);
  await history.apply([], [], sequence);
  await history.close();
}

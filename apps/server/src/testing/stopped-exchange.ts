import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EngineHost } from '../engine-worker/engine-host.ts';
import type { MainToEngine } from '../engine-worker/engine-messages.ts';
import { recoverWorld } from '../engine-worker/recover-world.ts';
import { createWorld } from '../engine-worker/world.ts';
import { HistoryDatabase } from '../history/history-database.ts';
import { openPglite } from '../history/pglite-database.ts';
import { SnapshotStore } from '../snapshots/snapshots.ts';

const BEGIN = Date.UTC(2026, 4, 6, 14, 0, 0);
const STEP_MS = 1_000;

/** Steps and commands of one run on the exchange of a data folder, which ends as told. Returns the last record and its state. */
export async function runExchange(
  data: string,
  end: 'stop' | 'kill',
  messages: readonly MainToEngine[] = [],
): Promise<{ readonly sequence: number; readonly hash: string }> {
  const snapshots = new SnapshotStore(join(data, 'snapshots'));
  const { world, journal } = recoverWorld({
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
  host.turn(messages, true);
  if (end === 'stop') return host.close();
  journal.close();
  return { sequence: journal.nextSequence - 1, hash: '' };
}

/** A history that holds everything up to a record. */
export async function writeHistory(data: string, sequence: number): Promise<void> {
  mkdirSync(data, { recursive: true });
  const database = await openPglite(join(data, 'history'));
  const history = await HistoryDatabase.open(database);
  await history.apply([], [], sequence);
  await history.close();
}

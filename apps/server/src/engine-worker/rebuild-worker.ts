import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { readRunning } from '../journal/recover.ts';
import { HistoryFeed } from './history-feed.ts';
import type { RebuildUpTo, RebuildWorkerData, RebuiltUpTo } from './rebuild-messages.ts';
import { Replay } from './recover-world.ts';
import { loadTape } from './replay-tape.ts';
import { createWorld } from './world.ts';

/** Closed minutes are sent after so many records, so that few wait in memory. */
const RECORDS_PER_SEND = 10_000;
/** The work yields to trading, and to the history. Only on Linux does this set the priority of a thread rather than of the process. */
const PRIORITY = 10;
if (process.platform === 'linux') setPriority(PRIORITY);

const { folder, replay, applied, port } = workerData as RebuildWorkerData;
const feed = new HistoryFeed(port, applied, (sequence) => confirmed(sequence));
const journal = join(folder, 'journal');
const past = new Replay({
  folder: journal,
  createWorld,
  historyApplied: applied,
  tape: replay === undefined ? undefined : await loadTape(replay),
  onHistory: (batches) => feed.send(batches, []),
});
/** Absent at the beginning of the journal, which need not be record 1. */
let next: number | undefined;
/** The end of the current pass. */
let reached: number | undefined;

function confirmed(sequence: number): void {
  if (reached === undefined || sequence < reached) return;
  parentPort?.postMessage({ reached } satisfies RebuiltUpTo);
  reached = undefined;
}

function sendMinutes(): void {
  const bars = past.world?.publish().minuteBars.filter((bar) => bar.closed) ?? [];
  if (bars.length > 0) feed.send([], bars);
}

parentPort?.on('message', ({ upTo }: RebuildUpTo) => {
  let records = 0;
  next = readRunning(journal, { from: next, upTo }, (record) => {
    past.take(record);
    records += 1;
    if (records % RECORDS_PER_SEND === 0) sendMinutes();
  });
  past.finish();
  sendMinutes();
  reached = next - 1;
  if (reached <= applied) confirmed(applied);
  else feed.confirm(reached);
});

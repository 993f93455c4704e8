import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandEncoder, type Exchange } from '@tapedeck/exchange';
import { encodeGenesis, type Genesis } from '../apps/server/src/engine-worker/genesis.ts';
import { recoverWorld } from '../apps/server/src/engine-worker/recover-world.ts';
import type { World } from '../apps/server/src/engine-worker/world.ts';
import { RECORD_COMMAND, RECORD_GENESIS } from '../apps/server/src/files/record-kinds.ts';
import { Journal } from '../apps/server/src/journal/journal.ts';
import { SnapshotStore } from '../apps/server/src/snapshots/snapshots.ts';
import { makeEngineFlow, newExchange, readExchange, type EngineFlow } from './engine-flow.ts';
import { inEngineThread } from './engine-thread.ts';
import { elapsed, median, mustEqual, perSecond, report } from './measure.ts';

const RECORDS = 1_000_000;
const SEED = 11;
const BATCH = 1_000;
const ROUNDS = 2;
/** For a million records, however they are recovered. */
const GOAL_S = 3;

const GENESIS: Genesis = { source: 'simulated', seed: SEED, time: 0, label: 'bench' };

/** Roughly the number of records in `RECOVERY_BYTES` of a journal. */
const TAIL_RECORDS = 250_000;
/** Records that a restart applies after its snapshot at worst, or all of them from the genesis. */
const STARTS = [
  { name: `a start, snapshot and ${TAIL_RECORDS} records behind it`, tail: TAIL_RECORDS },
  { name: 'a start without any snapshot', tail: RECORDS * 2 },
] as const;

function writeJournal(folder: string, flow: EngineFlow): number {
  const encoder = new CommandEncoder();
  const { journal } = Journal.open(folder, () => undefined);
  journal.append(RECORD_GENESIS, GENESIS.time, encodeGenesis(GENESIS));
  let left = BATCH;
  for (const command of [...flow.opening, ...flow.commands]) {
    journal.append(RECORD_COMMAND, Number(command.time), encoder.encode(command));
    left -= 1;
    if (left > 0) continue;
    journal.commit();
    left = BATCH;
  }
  const { bytes } = journal;
  journal.close();
  return bytes;
}

/** The state into which the server replays, without the simulated market: only the commands of the flow apply. */
function worldOf(exchange: Exchange): World {
  const world: Pick<World, 'apply' | 'takeEvents' | 'write'> = {
    apply: (command) => exchange.apply(command),
    takeEvents: () => exchange.events.splice(0),
    write: () => exchange.write(),
  };
  return world as World;
}

/** The state after all records but the last `tail`, as the running server would have saved it. */
async function writeSnapshot(snapshots: SnapshotStore, flow: EngineFlow, tail: number): Promise<void> {
  const commands = [...flow.opening, ...flow.commands];
  const { exchange } = newExchange();
  const until = commands.length - tail;
  for (const command of commands.slice(0, until)) {
    exchange.apply(command);
    exchange.events.length = 0;
  }
  await snapshots.write(until + 1, exchange.write());
}

/** Everything that the server does between opening its journal and being ready, by its own function. */
function start(folder: string, snapshots: SnapshotStore, records: number): { readonly world: World; readonly milliseconds: number } {
  const worlds: World[] = [];
  const milliseconds = elapsed(() => {
    const recovered = recoverWorld({
      folder,
      snapshots,
      historyApplied: records,
      createWorld: (_genesis, bytes) => worldOf(bytes === undefined ? newExchange().exchange : readExchange(bytes)),
      newGenesis: () => GENESIS,
      onHistory: () => undefined,
    });
    recovered.journal.close();
    worlds.push(recovered.world);
  });
  const [world] = worlds;
  if (world === undefined) throw new Error('nothing was recovered');
  return { world, milliseconds };
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tapedeck-bench-'));
  try {
    const flow = makeEngineFlow({ length: RECORDS, seed: SEED });
    const count = 1 + flow.opening.length + flow.commands.length;
    let bytes = 0;
    const writing = elapsed(() => {
      bytes = writeJournal(folder, flow);
    });
    console.log(
      `journal: ${count} records of seed ${SEED}, ${(bytes / count).toFixed(0)} bytes each, written at ${perSecond(count, writing)} in batches of ${BATCH}, each made durable`,
    );
    const reading: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      let read = 0;
      reading.push(elapsed(() => Journal.open(folder, () => (read += 1)).journal.close()));
      mustEqual('records written and read', read, count);
    }
    console.log(
      `journal: ${count} records read and verified in ${(median(reading) / 1000).toFixed(2)} s, ${perSecond(count, median(reading))}`,
    );
    report(`journal, times faster than ${GOAL_S} s for a million records read and verified`, GOAL_S / (Math.min(...reading) / 1000), 1);
    for (const { name, tail } of STARTS) {
      const snapshots = new SnapshotStore(path.join(folder, `snapshots-${tail}`));
      if (tail < count) await writeSnapshot(snapshots, flow, tail);
      const starting: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { world, milliseconds } = start(folder, snapshots, count);
        mustEqual('states before and after', Buffer.compare(world.write(), flow.state), 0);
        starting.push(milliseconds);
      }
      console.log(`journal: ${name}: the same state in ${(Math.min(...starting) / 1000).toFixed(2)} s, the faster of ${ROUNDS} rounds`);
      report(`journal, times faster than ${GOAL_S} s for a million records, ${name}`, GOAL_S / (Math.min(...starting) / 1000), 1);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

inEngineThread(import.meta.url, measure);

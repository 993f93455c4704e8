import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandEncoder, decodeCommand } from '@tapedeck/exchange';
import { Journal } from '../apps/server/src/journal/journal.ts';
import { makeEngineFlow, newExchange, type EngineFlow } from './engine-flow.ts';
import { elapsed, finish, median, mustEqual, perSecond, report } from './measure.ts';

const RECORDS = 1_000_000;
const SEED = 11;
const BATCH = 1_000;
const ROUNDS = 2;
const COMMAND = 2;
/** A million records, with and without the engine's part. */
const GOAL_S = 3;

function writeJournal(folder: string, flow: EngineFlow): number {
  const encoder = new CommandEncoder();
  const { journal } = Journal.open(folder, () => undefined);
  let left = BATCH;
  for (const command of [...flow.opening, ...flow.commands]) {
    journal.append(COMMAND, Number(command.time), encoder.encode(command));
    left -= 1;
    if (left > 0) continue;
    journal.commit(true);
    left = BATCH;
  }
  const { bytes } = journal;
  journal.close();
  return bytes;
}

const folder = mkdtempSync(path.join(tmpdir(), 'tapedeck-bench-'));
try {
  const flow = makeEngineFlow(RECORDS, SEED);
  const count = flow.opening.length + flow.commands.length;
  let bytes = 0;
  const writing = elapsed(() => {
    bytes = writeJournal(folder, flow);
  });
  console.log(
    `journal: ${count} records of seed ${SEED}, ${(bytes / count).toFixed(0)} bytes each, written at ${perSecond(count, writing)} in batches of ${BATCH}, each made durable`,
  );
  const reading: number[] = [];
  const recovering: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let read = 0;
    reading.push(elapsed(() => Journal.open(folder, () => (read += 1)).journal.close()));
    mustEqual('records written and read', read, count);
    const { exchange } = newExchange();
    recovering.push(
      elapsed(() =>
        Journal.open(folder, (record) => {
          exchange.apply(decodeCommand(record.payload));
          exchange.events.length = 0;
        }).journal.close(),
      ),
    );
    mustEqual('states before and after', Buffer.compare(exchange.write(), flow.state), 0);
  }
  console.log(
    `journal: ${count} records read and verified in ${(median(reading) / 1000).toFixed(2)} s, ${perSecond(count, median(reading))}`,
  );
  console.log(`journal: ${count} records recovered to the same state in ${(median(recovering) / 1000).toFixed(2)} s`);
  report(`journal, times faster than ${GOAL_S} s for a million records read and verified`, GOAL_S / (median(reading) / 1000), 1);
  report(`journal, times faster than ${GOAL_S} s for a million records applied`, GOAL_S / (median(recovering) / 1000), 1);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
finish();

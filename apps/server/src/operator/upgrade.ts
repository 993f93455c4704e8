import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeGenesis, type Genesis, type Opening } from '../engine-worker/genesis.ts';
import { readOpening } from '../engine-worker/opening.ts';
import { createWorld } from '../engine-worker/world.ts';
import { makeFolder } from '../files/data-folder.ts';
import { ARCHIVE, NEXT_JOURNAL, finishUpgrade } from '../files/finish-upgrade.ts';
import { closePath } from '../files/owner-only.ts';
import { RECORD_GENESIS } from '../files/record-kinds.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { OPENING_HISTORY } from '../history/opening-history.ts';
import { schemaOf } from '../history/schema-name.ts';
import { encodeSegmentHeader, recordBuffer, RECORD_HEADER_BYTES, segmentName, writeRecord } from '../journal/segment.ts';
import { failPoint } from '../operation/fail-point.ts';
import { SnapshotStore, worldHash } from '../snapshots/snapshots.ts';
import { OperatorWrong } from './operator-request.ts';
import { planUpgrade, type UpgradePlan } from './upgrade-plan.ts';

/** The new journal while it is written: incomplete, and written from its beginning by the next attempt. */
const WRITING = 'journal.writing';

export interface UpgradeOptions {
  /** Address of the PostgreSQL server that has the history. */
  readonly databaseUrl: string | undefined;
  /** Without it, nothing changes. */
  readonly confirmed: boolean;
  readonly now: number;
}

/**
 * Makes the last snapshot of `data`, which the caller has locked, the beginning of a new journal, so that nothing before
 * it is computed again by the rules of this version. Returns the report for the operator. Throws `OperatorWrong`, or as
 * reading a journal does; then the folder is as before.
 */
export async function upgrade(data: string, { databaseUrl, confirmed, now }: UpgradeOptions): Promise<object> {
  const finished = finishUpgrade(data);
  if (finished !== undefined) return { upgraded: true, note: finished };
  const plan = planUpgrade(data, now);
  const { opening } = plan.genesis;
  await historyMustEndWith(data, opening.sequence, databaseUrl);
  const report = {
    record: opening.sequence,
    state: opening.hash,
    ...plan.holdings,
    archive: join(data, ARCHIVE, opening.archive),
    archivedJournalBytes: plan.journalBytes,
  };
  if (!confirmed) {
    return {
      upgraded: false,
      ...report,
      note: 'Nothing has changed. Copy the folder to be able to go back, and run the command again with --yes to upgrade.',
    };
  }
  const history = join(data, 'history');
  await writeNext(data, plan, databaseUrl === undefined && existsSync(history) ? history : undefined);
  finishUpgrade(data);
  return { upgraded: true, ...report };
}

/** Only the version that wrote the records can compute the missing rows. */
async function historyMustEndWith(data: string, sequence: number, databaseUrl: string | undefined): Promise<void> {
  const position = await positionOf(data, databaseUrl).catch((error: unknown) => {
    throw new OperatorWrong(
      `The history of ${data} cannot be opened: ${(error as Error).message}. The version that wrote it can build it again.`,
    );
  });
  if (position === sequence) return;
  const hint =
    databaseUrl === undefined && existsSync(join(data, 'history-schema')) ? ' Set DATABASE_URL if that database has the history.' : '';
  throw new OperatorWrong(
    `The history of ${data} ends with record ${position}, and the exchange with record ${sequence}. Start the version that wrote them once with that history, let it run for a minute, stop it, and upgrade then.${hint}`,
  );
}

async function positionOf(data: string, databaseUrl: string | undefined): Promise<number> {
  // The embedded database is large, and nothing else in this process needs it.
  const { historyPosition } = await import('../history/history-position.ts');
  if (databaseUrl === undefined) return historyPosition(join(data, 'history'), undefined);
  return existsSync(join(data, 'history-schema')) ? historyPosition('', { url: databaseUrl, schema: schemaOf(data) }) : 0;
}

/** Writes the new journal beside the old one. Its last name makes it the journal, whole at once. */
async function writeNext(data: string, { genesis, world, time }: UpgradePlan, history: string | undefined): Promise<void> {
  const writing = join(data, WRITING);
  rmSync(writing, { recursive: true, force: true });
  makeFolder(writing);
  failPoint('upgrade begun');
  const { opening } = genesis;
  await new SnapshotStore(writing).write(opening.sequence, world);
  failPoint('opening written');
  writeFirstRecord(writing, genesis, time);
  failPoint('first record written');
  if (history !== undefined) await copyHistory(history, join(writing, OPENING_HISTORY));
  failPoint('history copied');
  mustReadAs(writing, genesis);
  syncFolder(writing);
  renameSync(writing, join(data, NEXT_JOURNAL));
  syncFolder(data);
  failPoint('upgrade complete');
}

function writeFirstRecord(journal: string, genesis: Genesis & { readonly opening: Opening }, time: number): void {
  const sequence = genesis.opening.sequence + 1;
  const payload = encodeGenesis(genesis);
  const buffer = recordBuffer(RECORD_HEADER_BYTES + payload.length);
  writeRecord(buffer, 0, { sequence, count: 1, time, kind: RECORD_GENESIS, payload }, sequence - 1);
  writeFileSync(join(journal, segmentName(sequence)), Buffer.concat([encodeSegmentHeader(sequence), buffer.bytes]), { flush: true });
}

/** The database is closed: its files belong together. */
async function copyHistory(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  closePath(to);
  for (const entry of readdirSync(to, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) syncFolder(path);
    else syncFile(path);
  }
  syncFolder(to);
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The files on the disk must lead to the state of before, or the old journal stays. */
function mustReadAs(journal: string, genesis: Genesis & { readonly opening: Opening }): void {
  const { world } = readOpening(journal, genesis.opening);
  if (worldHash(createWorld(genesis, world).write()) === genesis.opening.hash) return;
  throw new OperatorWrong(`The new journal in ${journal} does not lead to the state of the old one. Nothing has changed; try again.`);
}

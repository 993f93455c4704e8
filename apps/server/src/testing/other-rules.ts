import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { money } from '@tapedeck/domain';
import { CommandDecoder, CommandEncoder } from '../engine-worker/world.ts';
import { RECORD_COMMAND, RECORD_GENESIS, RECORD_STATE_HASH } from '../files/record-kinds.ts';
import { Journal } from '../journal/journal.ts';
import type { JournalRecord } from '../journal/segment.ts';
import { SnapshotStore, worldHash } from '../snapshots/snapshots.ts';

const MORE = 1_000_000_000n;

/** Writes the journal of a data folder again, with other payloads. */
function rewriteJournal(data: string, payloadOf: (record: JournalRecord) => Uint8Array): void {
  const [from, to] = [join(data, 'journal'), join(data, 'journal.other')];
  const { journal } = Journal.open(to, () => undefined);
  Journal.open(from, (record) => journal.append(record.kind, record.time, payloadOf(record), record.count)).journal.close();
  journal.close();
  rmSync(from, { recursive: true });
  renameSync(to, from);
}

/**
 * Makes the journal of a data folder one of a version with other rules: the commands before its hashes of the state lead
 * to another state here, because this version pays out more than that one.
 */
export function writtenByOtherRules(data: string): void {
  const decoder = new CommandDecoder();
  const encoder = new CommandEncoder();
  let changed = false;
  rewriteJournal(data, ({ kind, payload }) => {
    const command = kind === RECORD_COMMAND && !changed ? decoder.decode(payload) : undefined;
    if (command?.type !== 'CreditAccount') return payload;
    changed = true;
    return encoder.encode({ ...command, amount: money(MORE) });
  });
}

/** A first record with other fields. */
function changedGenesis(payload: Uint8Array, change: object): Uint8Array {
  const genesis = JSON.parse(new TextDecoder().decode(payload)) as object;
  return new TextEncoder().encode(JSON.stringify({ ...genesis, ...change }));
}

/** Makes the journal of a data folder one that names other rules, or none. */
export function namedRules(data: string, rules: string | undefined): void {
  rewriteJournal(data, ({ kind, payload }) => (kind === RECORD_GENESIS ? changedGenesis(payload, { rules }) : payload));
}

/** The bytes of a world begin with the version of its state. */
export function withVersion(world: Uint8Array, version: number): Uint8Array {
  const bytes = world.slice();
  new DataView(bytes.buffer).setFloat64(0, version, true);
  return bytes;
}

/** Makes a stopped exchange one whose state is of another version. */
export async function writtenByVersion(data: string, version: number): Promise<void> {
  const snapshots = new SnapshotStore(join(data, 'snapshots'));
  const last = snapshots.newest(Infinity);
  if (last === undefined) throw new Error('the exchange was not stopped');
  const world = withVersion(last.world, version);
  rewriteJournal(data, ({ kind, payload, sequence }) => {
    if (kind === RECORD_STATE_HASH && sequence === last.sequence) return Buffer.from(worldHash(world), 'hex');
    return kind === RECORD_GENESIS ? changedGenesis(payload, { state: version }) : payload;
  });
  await snapshots.write(last.sequence, world);
}

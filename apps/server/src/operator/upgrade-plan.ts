import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { milliseconds } from '@tapedeck/domain';
import { STATE_VERSION, StateOfAnotherVersion, upgradeState, type StateUpgrade } from '@tapedeck/venue-paper';
import { readGenesis, type Genesis, type Opening, type WrittenGenesis } from '../engine-worker/genesis.ts';
import { isOpening } from '../engine-worker/opening.ts';
import { createWorld, type World } from '../engine-worker/world.ts';
import { RECORD_GENESIS, RECORD_RECORDED_ENTRIES, RECORD_STATE_HASH } from '../files/record-kinds.ts';
import { readJournal } from '../journal/recover.ts';
import { SnapshotStore, worldHash } from '../snapshots/snapshots.ts';
import { VERSION } from '../version.ts';
import { OperatorWrong } from './operator-request.ts';

/** Sizes of what an upgrade keeps. */
export interface Holdings {
  readonly accounts: number;
  /** Coins in all wallets. */
  readonly balances: number;
  readonly positions: number;
  readonly orders: number;
}

export interface UpgradePlan {
  /** First record of the new journal. */
  readonly genesis: Genesis & { readonly opening: Opening };
  /** The state that the journal begins with. */
  readonly world: Uint8Array;
  /** Time of the state, ms. */
  readonly time: number;
  readonly holdings: Holdings;
  /** Size of the journal that goes into the archive. */
  readonly journalBytes: number;
}

interface JournalEnd {
  readonly written: WrittenGenesis;
  /** The last record. */
  readonly sequence: number;
  /** Hash of the state, if the last record states it. */
  readonly hash: string | undefined;
  readonly entries: number;
  readonly bytes: number;
  /** The last bytes are no whole record. */
  readonly torn: boolean;
}

/** Reads everything that an upgrade of `data` needs, without a change to the folder. Throws `OperatorWrong`, or as reading a journal does. */
export function planUpgrade(data: string, now: number, steps?: ReadonlyMap<number, StateUpgrade>): UpgradePlan {
  const end = readEnd(data);
  const { genesis, state } = end.written;
  const snapshots = new SnapshotStore(join(data, 'snapshots'));
  const snapshot = snapshots.newest(end.sequence);
  if (end.torn || snapshots.sequences()[0] !== end.sequence || snapshot?.sequence !== end.sequence) throw notStopped(data, end);
  if (end.hash !== undefined && end.hash !== worldHash(snapshot.world)) throw notStopped(data, end);
  const world = carriedOver(data, end.written, () => upgradeState(snapshot.world, steps));
  const restored = carriedOver(data, end.written, () => createWorld(genesis, world));
  const hash = worldHash(world);
  if (worldHash(restored.write()) !== hash) throw unreadable(data, end.written, 'it would change the state by reading it');
  const archive = `state-${state}-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}`;
  const opening = { sequence: end.sequence, hash, entries: end.entries, archive };
  return {
    genesis: { ...genesis, opening },
    world,
    time: milliseconds(restored.now),
    holdings: holdingsOf(restored),
    journalBytes: end.bytes,
  };
}

function readEnd(data: string): JournalEnd {
  const journal = join(data, 'journal');
  if (!existsSync(journal)) throw new OperatorWrong(`${data} is not a data folder: it has no journal. Name the folder with --data.`);
  let written: WrittenGenesis | undefined;
  let hash: string | undefined;
  let entries = 0;
  const { nextSequence, cut, totalBytes } = readJournal(
    journal,
    ({ kind, count, payload }) => {
      if (kind === RECORD_GENESIS) {
        written = readGenesis(payload);
        entries = written.genesis.opening?.entries ?? 0;
      }
      if (kind === RECORD_RECORDED_ENTRIES) entries += count;
      hash = kind === RECORD_STATE_HASH ? Buffer.from(payload).toString('hex') : undefined;
    },
    isOpening,
  );
  if (written === undefined) throw new OperatorWrong(`${data} holds no exchange yet: there is nothing to upgrade.`);
  return { written, sequence: nextSequence - 1, hash, entries, bytes: totalBytes, torn: cut !== undefined };
}

const nameOf = ({ version, state }: Pick<WrittenGenesis, 'version' | 'state'>): string =>
  version === undefined ? `state ${state}` : `Tapedeck ${version}, state ${state}`;

const THIS = `this one is ${nameOf({ version: VERSION, state: STATE_VERSION })}`;

const notStopped = (data: string, { written, sequence }: JournalEnd): OperatorWrong =>
  new OperatorWrong(
    `The exchange in ${data} was not stopped properly: there is no whole snapshot of its last record (${sequence}). Start the version that wrote it (${nameOf(written)}; ${THIS}) once, stop it, and upgrade then.`,
  );

/** The way forward leads to the version that wrote the data: it can read them. */
const unreadable = (data: string, written: WrittenGenesis, reason: string): OperatorWrong =>
  new OperatorWrong(
    `This version cannot carry over the exchange in ${data} (${nameOf(written)}; ${THIS}): ${reason}. Upgrade it with a version in between, if there is one. ` +
      'Otherwise go on with the version that wrote it, or print the data of its users there ("npm run operator -- export NAME") and begin a new exchange in another folder.',
  );

function carriedOver<Result>(data: string, written: WrittenGenesis, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof StateOfAnotherVersion ? 'it knows no way from that state to its own' : (error as Error).message;
    throw unreadable(data, written, reason);
  }
}

function holdingsOf(world: World): Holdings {
  const states = world.accounts().flatMap((account) => world.account(account) ?? []);
  const sum = (count: (state: (typeof states)[number]) => number): number => states.reduce((total, state) => total + count(state), 0);
  return {
    accounts: states.length,
    balances: sum(({ cash, wallets }) => cash.length + wallets.length),
    positions: sum(({ positions }) => positions.length),
    orders: sum(({ orders }) => orders.length),
  };
}

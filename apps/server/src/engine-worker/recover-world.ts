import { money, timestamp, type Timestamp } from '@tapedeck/domain';
import type { EventBatch } from '@tapedeck/venue';
import { RECORD_COMMAND, RECORD_GENESIS, RECORD_RECORDED_TRADE } from '../files/record-kinds.ts';
import { Journal, type JournalOptions } from '../journal/journal.ts';
import { JournalDamaged, type JournalRecord } from '../journal/segment.ts';
import { worldHash, type Snapshot, type SnapshotStore } from '../snapshots/snapshots.ts';
import { historyBatches } from './turn-batches.ts';
import { decodeGenesis, encodeGenesis, type Genesis } from './genesis.ts';
import { OPENING_FUNDS } from './opening-funds.ts';
import { stateLine } from './state-line.ts';
import { CommandDecoder, CommandEncoder, type Command, type World } from './world.ts';

export const FIRST_ACCOUNT = 100;
const HISTORY_BATCHES_MAX = 5_000;

export interface RecoverOptions {
  readonly folder: string;
  readonly snapshots: SnapshotStore;
  readonly historyApplied: number;
  /** Makes the world of a genesis, empty or as a snapshot left it. */
  readonly createWorld: (genesis: Genesis, snapshot: Uint8Array | undefined) => World;
  /** What a new journal begins with. */
  readonly newGenesis: () => Genesis;
  /** What makes the leaders that a new simulated market has; none without it. */
  readonly houseLeaders?: (time: Timestamp) => readonly Command[];
  /** User events that the history has not seen. */
  readonly onHistory: (batches: readonly EventBatch[]) => void;
  readonly journal?: JournalOptions;
}

export interface RecoveredWorld {
  readonly journal: Journal;
  readonly world: World;
  readonly genesis: Genesis;
  /** Recorded trades that the journal holds: where its tape stands. */
  readonly recordedTrades: number;
  /** What an operator should know. */
  readonly notes: readonly string[];
}

/** Newest snapshot that the history has caught up with, then the journal's tail: the state as it was when the last record was written. */
export function recoverWorld(options: RecoverOptions): RecoveredWorld {
  const notes: string[] = [];
  const snapshot = options.snapshots.newest(options.historyApplied, (file) =>
    notes.push(`snapshot ${file} is damaged and was passed over`),
  );
  const replay = new Replay(options, snapshot);
  const { journal, recovered } = Journal.open(options.folder, (record) => replay.take(record), options.journal);
  if (recovered.torn !== undefined) {
    const { file, offset, bytes, savedAs } = recovered.torn;
    notes.push(`an unfinished batch (${bytes} bytes) was cut from ${file} at byte ${offset} and saved as ${savedAs}`);
  }
  const newest = options.snapshots.sequences()[0] ?? 0;
  if (Math.max(newest, options.historyApplied) >= recovered.nextSequence) {
    throw new JournalDamaged(recovered.lastFile ?? options.folder, recovered.lastFileBytes, endsTooEarly(recovered.nextSequence, newest));
  }
  replay.finish();
  if (replay.world === undefined) begin(options, journal, replay);
  const { world, genesis } = replay;
  if (world === undefined || genesis === undefined) throw new Error('the journal holds records but no beginning');
  notes.push(`${replay.applied} records applied after snapshot ${snapshot?.sequence ?? 'none'}`);
  notes.push(`recovered ${stateLine({ sequence: journal.nextSequence - 1, hash: worldHash(world.write()) })}`);
  return { journal, world, genesis, recordedTrades: replay.recordedTrades, notes };
}

const endsTooEarly = (next: number, snapshot: number): string =>
  `it ends before record ${next}, but a snapshot (${snapshot}) or the history knows later ones`;

/** The first records of a new journal: what the world is made from, and an account with money in it. */
function begin(options: RecoverOptions, journal: Journal, replay: Replay): void {
  const genesis = options.newGenesis();
  const time = timestamp(genesis.time);
  const encoder = new CommandEncoder();
  const commands: readonly Command[] = [
    { type: 'AdvanceClock', time },
    { type: 'OpenAccount', account: FIRST_ACCOUNT, kind: 'UTA2', time },
    ...OPENING_FUNDS.map(({ coin, units }) => ({
      type: 'CreditAccount' as const,
      account: FIRST_ACCOUNT,
      coin,
      amount: money(units),
      time,
    })),
    // They have nothing to go by in a market that is a recording.
    ...(genesis.source === 'simulated' ? (options.houseLeaders?.(time) ?? []) : []),
  ];
  const records = [
    { kind: RECORD_GENESIS, payload: encodeGenesis(genesis) },
    ...commands.map((command) => ({ kind: RECORD_COMMAND, payload: encoder.encode(command).slice() })),
  ];
  for (const { kind, payload } of records) journal.append(kind, genesis.time, payload);
  journal.commit(true);
  for (const [at, { kind, payload }] of records.entries()) replay.take({ sequence: at + 1, time: genesis.time, kind, payload });
  replay.finish();
}

/** Feeds records into a world, from the snapshot on. */
class Replay {
  readonly #options: RecoverOptions;
  readonly #snapshot: Snapshot | undefined;
  readonly #decoder = new CommandDecoder();
  #batches: EventBatch[] = [];
  world: World | undefined;
  genesis: Genesis | undefined;
  applied = 0;
  recordedTrades = 0;

  constructor(options: RecoverOptions, snapshot: Snapshot | undefined) {
    this.#options = options;
    this.#snapshot = snapshot;
  }

  take(record: JournalRecord): void {
    if (record.kind === RECORD_GENESIS) {
      this.genesis = decodeGenesis(record.payload);
      this.world = this.#options.createWorld(this.genesis, this.#snapshot?.world);
      return;
    }
    if (record.kind === RECORD_RECORDED_TRADE) this.recordedTrades += 1;
    if (this.world === undefined) throw new Error('the journal does not begin with what its world is made from');
    if (record.sequence <= (this.#snapshot?.sequence ?? 0)) return;
    this.#apply(this.world, record);
  }

  finish(): void {
    if (this.#batches.length > 0) this.#options.onHistory(this.#batches);
    this.#batches = [];
  }

  #apply(world: World, record: JournalRecord): void {
    try {
      world.apply(this.#decoder.decode(record.payload));
    } catch (error) {
      throw new Error(`record ${record.sequence} of the journal stops the engine: ${(error as Error).message}`, { cause: error });
    }
    this.applied += 1;
    const events = world.takeEvents();
    if (events.length === 0 || record.sequence <= this.#options.historyApplied) return;
    const batch = { sequence: record.sequence, time: timestamp(record.time), events };
    for (const kept of historyBatches([batch])) this.#batches.push(kept);
    if (this.#batches.length >= HISTORY_BATCHES_MAX) this.finish();
  }
}

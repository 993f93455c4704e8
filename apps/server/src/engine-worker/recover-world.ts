import { money, timestamp, type Timestamp } from '@tapedeck/domain';
import type { EventBatch } from '@tapedeck/venue';
import { RECORD_CLOCK_STEPS, RECORD_COMMAND, RECORD_GENESIS, RECORD_RECORDED_ENTRIES, RECORD_STATE_HASH } from '../files/record-kinds.ts';
import { Journal, type JournalOptions } from '../journal/journal.ts';
import { tornNote } from '../journal/recover.ts';
import { JournalDamaged, type JournalRecord } from '../journal/segment.ts';
import { worldHash, type Snapshot, type SnapshotStore } from '../snapshots/snapshots.ts';
import { historyBatches } from './turn-batches.ts';
import { decodeGenesis, encodeGenesis, type Genesis } from './genesis.ts';
import { ClockRun } from './clock-run.ts';
import { isOpening, mustBegin, readOpening } from './opening.ts';
import { OPENING_FUNDS } from './opening-funds.ts';
import { RecordingsCheck } from './recordings-check.ts';
import type { Tape } from './replay-tape.ts';
import { stateLine } from './state-line.ts';
import { CommandDecoder, CommandEncoder, type Command, type World } from './world.ts';

export const FIRST_ACCOUNT = 100;
const HISTORY_BATCHES_MAX = 5_000;

export interface RecoverOptions {
  readonly folder: string;
  readonly snapshots: SnapshotStore;
  readonly historyApplied: number;
  /** Creates the world of a genesis, empty or from a snapshot. */
  readonly createWorld: (genesis: Genesis, snapshot: Uint8Array | undefined) => World;
  /** First record of a new journal. */
  readonly newGenesis: () => Genesis;
  /** Recordings of a replay; absent otherwise. */
  readonly tape?: Pick<Tape, 'entries' | 'recordings'> | undefined;
  /** Creates the leaders of a new simulated market; absent otherwise. */
  readonly houseLeaders?: (time: Timestamp) => readonly Command[];
  /** User events that the history has not received. */
  readonly onHistory: (batches: readonly EventBatch[]) => void;
  readonly journal?: JournalOptions;
}

type ReplayOptions = Pick<RecoverOptions, 'folder' | 'historyApplied' | 'createWorld' | 'tape' | 'onHistory'>;

export interface RecoveredWorld {
  readonly journal: Journal;
  readonly world: World;
  readonly genesis: Genesis;
  /** Number of recorded entries in the journal: the position in the tape. */
  readonly recordedEntries: number;
  /** Notes for the operator. */
  readonly notes: readonly string[];
}

/**
 * Newest snapshot that the history has caught up with, or the state that the journal begins with, then the journal's
 * tail: the state as it was when the last record was written.
 */
export function recoverWorld(options: RecoverOptions): RecoveredWorld {
  const notes: string[] = [];
  const snapshot = options.snapshots.newest(options.historyApplied, (file) => notes.push(`snapshot ${file} is damaged and was skipped`));
  mustBegin(options.folder);
  const replay = new Replay(options, snapshot);
  const { journal, recovered } = Journal.open(options.folder, (record) => replay.take(record), { ...options.journal, opens: isOpening });
  if (recovered.torn !== undefined) notes.push(tornNote(recovered.torn));
  const newest = options.snapshots.sequences()[0] ?? 0;
  if (Math.max(newest, options.historyApplied) >= recovered.nextSequence) {
    throw new JournalDamaged(recovered.lastFile ?? options.folder, recovered.lastFileBytes, endsTooEarly(recovered.nextSequence, newest));
  }
  replay.finish();
  if (replay.world === undefined) begin(options, journal, replay);
  const { world, genesis } = replay;
  if (world === undefined || genesis === undefined) throw new Error('the journal holds records but no genesis record');
  const { opening } = genesis;
  if (opening !== undefined && options.historyApplied < opening.sequence) {
    notes.push(
      `the history lacks its rows of records ${options.historyApplied + 1} to ${opening.sequence}: this version cannot compute them from the journal in archive/${opening.archive}`,
    );
  }
  notes.push(`${replay.applied} records applied after snapshot ${replay.from ?? 'none'}`);
  notes.push(`recovered ${stateLine({ sequence: journal.nextSequence - 1, hash: worldHash(world.write()) })}`);
  return { journal, world, genesis, recordedEntries: replay.recordedEntries, notes };
}

const endsTooEarly = (next: number, snapshot: number): string =>
  `it ends before record ${next}, but a snapshot (${snapshot}) or the history knows later ones`;

/** The first records of a new journal: the genesis, and a funded account. */
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
    // Leaders need the simulated market's path, which a recording lacks.
    ...(genesis.source === 'simulated' ? (options.houseLeaders?.(time) ?? []) : []),
  ];
  const records = [
    { kind: RECORD_GENESIS, payload: encodeGenesis(genesis) },
    ...commands.map((command) => ({ kind: RECORD_COMMAND, payload: encoder.encode(command).slice() })),
  ];
  for (const { kind, payload } of records) journal.append(kind, genesis.time, payload);
  journal.commit();
  for (const [at, { kind, payload }] of records.entries()) replay.take({ sequence: at + 1, count: 1, time: genesis.time, kind, payload });
  replay.finish();
}

/** The records of a journal lead to another state here than in the server that wrote them. */
export class JournalOfOtherRules extends Error {
  override readonly name = 'JournalOfOtherRules';
}

/** Throws `JournalOfOtherRules` if a world is not the one whose hash the writer of the journal recorded. */
function mustBe(world: World, { sequence, payload }: JournalRecord): void {
  if (worldHash(world.write()) === Buffer.from(payload).toString('hex')) return;
  throw new JournalOfOtherRules(
    `record ${sequence} of the journal states another state than the one that this server computes from the records before it: ` +
      'a server with other rules wrote them. To keep the exchange, start the version that wrote this data once, stop it, and run ' +
      '"npm run operator -- upgrade" of this version. Or choose a new data folder with --data.',
  );
}

/** Applies records to a world, from the snapshot on. */
export class Replay {
  readonly #options: ReplayOptions;
  /** The state to begin with, if it is not an empty one. */
  #snapshot: Snapshot | undefined;
  readonly #decoder = new CommandDecoder();
  readonly #check: RecordingsCheck;
  #batches: EventBatch[] = [];
  world: World | undefined;
  genesis: Genesis | undefined;
  applied = 0;

  constructor(options: ReplayOptions, snapshot?: Snapshot) {
    this.#options = options;
    this.#check = new RecordingsCheck(options.tape);
    this.#snapshot = snapshot;
  }

  /** The last record that the state contained at first. */
  get from(): number | undefined {
    return this.#snapshot?.sequence;
  }

  get recordedEntries(): number {
    return this.#check.position;
  }

  take(record: JournalRecord): void {
    if (record.kind === RECORD_GENESIS) {
      this.genesis = decodeGenesis(record.payload);
      this.#check.begin(this.genesis);
      this.#open(this.genesis);
      this.world = this.#options.createWorld(this.genesis, this.#snapshot?.world);
      return;
    }
    if (this.world === undefined) throw new Error('the journal does not begin with a genesis record');
    if (record.sequence > (this.#snapshot?.sequence ?? 0)) {
      if (record.kind === RECORD_STATE_HASH) mustBe(this.world, record);
      else for (const [at, command] of this.#commands(record).entries()) this.#apply(this.world, command, record.sequence + at);
    } else if (record.kind === RECORD_RECORDED_ENTRIES) this.#check.pass(record);
  }

  /** A journal may begin with a state; snapshots from before it belong to another journal. */
  #open({ opening }: Genesis): void {
    if (opening === undefined) return;
    const state = readOpening(this.#options.folder, opening);
    if (this.#snapshot === undefined || this.#snapshot.sequence <= opening.sequence) this.#snapshot = state;
  }

  #commands(record: JournalRecord): readonly Command[] {
    if (record.kind === RECORD_RECORDED_ENTRIES) return this.#check.take(record);
    return record.kind === RECORD_CLOCK_STEPS ? ClockRun.read(record) : [this.#decoder.decode(record.payload)];
  }

  finish(): void {
    this.#check.end();
    if (this.#batches.length > 0) this.#options.onHistory(this.#batches);
    this.#batches = [];
  }

  #apply(world: World, command: Command, sequence: number): void {
    try {
      world.apply(command);
    } catch (error) {
      throw new Error(`the engine cannot apply record ${sequence} of the journal: ${(error as Error).message}`, { cause: error });
    }
    this.applied += 1;
    const events = world.takeEvents();
    if (events.length === 0 || sequence <= this.#options.historyApplied) return;
    const batch = { sequence, time: command.time, events };
    for (const kept of historyBatches([batch])) this.#batches.push(kept);
    if (this.#batches.length >= HISTORY_BATCHES_MAX) this.finish();
  }
}

import { join } from 'node:path';
import { milliseconds } from '@tapedeck/domain';
import { IDLE_STEP_MS, StateOfAnotherVersion } from '@tapedeck/venue-paper';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { CommitThread } from '../journal/commit-thread.ts';
import { systemRefusal } from '../files/folder-unusable.ts';
import { JournalFailed } from '../journal/journal.ts';
import { JournalDamaged, JournalTooNew } from '../journal/segment.ts';
import { failPoint } from '../operation/fail-point.ts';
import { SnapshotStore } from '../snapshots/snapshots.ts';
import type { EngineClock } from './engine-clock.ts';
import { EngineHost } from './engine-host.ts';
import type { EngineBegin, EngineToMain, EngineWorkerData, MainToEngine } from './engine-messages.ts';
import { GenesisUnreadable, type Genesis } from './genesis.ts';
import { HistoryFeed } from './history-feed.ts';
import { JournalOfOtherRules, recoverWorld, type RecoveredWorld } from './recover-world.ts';
import { processorTime } from './processor-time.ts';
import { printPast } from './print-past.ts';
import { OpeningDamaged, openingSequence } from './opening.ts';
import { ReplayClock } from './replay-clock.ts';
import { RecordingRefused } from './recording-refused.ts';
import { loadTape, replayPosition, type Tape } from './replay-tape.ts';
import { StepClock } from './step-clock.ts';
import { WallClock } from './wall-clock.ts';
import { createWorld, leadersBegin, PAPER_CAPABILITIES } from './world.ts';

const DEFAULT_SEED = 1;
/** Default start of a simulated market in stepped time: two runs of a program see the same market. */
const STEPS_BEGIN = Date.UTC(2026, 0, 1);

/** The folder holds another market than the options ask for. */
class MarketMismatch extends Error {
  override readonly name = 'MarketMismatch';
}

const data = workerData as EngineWorkerData;
const port = parentPort;
if (port === null) throw new Error('the engine runs in a worker thread');

const post = (message: EngineToMain): void => port.postMessage(message);
const steady = (): number => performance.now();

let onProgress = (): void => undefined;
const committer = new CommitThread(data.commit, () => onProgress());
let onConfirmed: (sequence: number) => void = () => undefined;

function start(begin: EngineBegin, tape: Tape | undefined): void {
  const snapshots = new SnapshotStore(join(data.folder, 'snapshots'));
  const journalFolder = join(data.folder, 'journal');
  // A history that is built again beside the exchange gets the rows of the past from there.
  const historyApplied = begin.historyApplied ?? Math.max(snapshots.sequences()[0] ?? 0, openingSequence(journalFolder));
  const history = new HistoryFeed(data.historyPort, historyApplied, (sequence) => onConfirmed(sequence));
  const recovered = recoverWorld({
    houseLeaders: leadersBegin,
    folder: journalFolder,
    snapshots,
    historyApplied,
    createWorld,
    newGenesis: () => newGenesis(tape),
    tape,
    onHistory: (batches) => history.send(batches, []),
    journal: { committer },
  });
  failPoint('journal read');
  refuseOtherMarket(recovered.genesis);
  const { world, journal } = recovered;
  // Minutes that closed during recovery: the history may lack them, and nothing else needs them.
  history.send(
    [],
    world.publish().minuteBars.filter((bar) => bar.closed),
  );
  if (tape !== undefined) printPast(recovered, tape, history);
  const clock = clockOf(recovered, tape);
  const host = new EngineHost({
    world,
    journal,
    snapshots,
    clock,
    steps: clock instanceof StepClock ? clock : undefined,
    steadyNow: steady,
    work: processorTime,
    historyApplied,
    publish: post,
    history,
    onSnapshotFailed: (error) => post({ kind: 'note', text: `a snapshot could not be written: ${(error as Error).message}` }),
  });
  onConfirmed = (sequence) => host.historyHolds(sequence);
  // Nothing is watched yet, whatever was watched in the last run; one step crosses the downtime.
  host.turn([{ kind: 'watch', instruments: [] }], true);
  host.commit();
  post({
    kind: 'ready',
    historySequence: history.sent,
    instruments: world.instruments,
    capabilities: PAPER_CAPABILITIES,
    markets: world.instruments.flatMap((instrument) => world.market(instrument.id) ?? []),
    label: recovered.genesis.label,
    symbol: tape?.symbol,
    gaps: tape?.gaps ?? [],
    notes: [...recovered.notes, ...(tape?.notes ?? [])],
  });
  run(host, clock, history);
}

function newGenesis(tape: Tape | undefined): Genesis {
  if (tape !== undefined)
    return {
      source: 'replay',
      seed: DEFAULT_SEED,
      time: tape.genesis,
      label: tape.label,
      recordings: tape.recordings,
      ...(tape.listed.length === 0 ? {} : { listed: tape.listed }),
    };
  const seed = data.seed ?? DEFAULT_SEED;
  // On a whole step, like everything that the market does from then on.
  const begin = data.begin ?? (data.steps ? STEPS_BEGIN : Date.now());
  const time = Math.floor(begin / IDLE_STEP_MS) * IDLE_STEP_MS;
  return {
    source: 'simulated',
    seed,
    time,
    label: String(seed),
    ...(data.coins === undefined ? {} : { coins: data.coins }),
    ...(data.steps && { steps: true }),
  };
}

function refuseOtherMarket({ source, seed, coins, steps = false }: Genesis): void {
  if (source === 'replay') return;
  if (steps && !data.steps)
    throw new MarketMismatch(
      'this data folder holds a market in stepped time, which would leap to the time of this machine; start it with --clock steps, or use another folder (--data)',
    );
  if (data.seed !== undefined && seed !== data.seed)
    throw new MarketMismatch(`this data folder holds the market of seed ${seed}; use another folder (--data) for seed ${data.seed}`);
  const held = coins?.join(',') ?? 'all coins';
  const wanted = data.coins?.join(',') ?? held;
  if (held !== wanted)
    throw new MarketMismatch(`this data folder holds the market of ${held}; use another folder (--data) for that of ${wanted}`);
}

function clockOf(recovered: RecoveredWorld, tape: Tape | undefined): EngineClock {
  const now = milliseconds(recovered.world.now);
  if (tape === undefined || data.replay === undefined) {
    return data.steps ? new StepClock({ time: now, next: 0 }) : new WallClock({ wall: Date.now, steady }, now);
  }
  const position = replayPosition(tape, now, recovered.recordedEntries);
  return data.steps ? new StepClock(position, tape.entries) : new ReplayClock(tape.entries, position, data.replay.speed, steady);
}

function run(host: EngineHost, clock: EngineClock, history: HistoryFeed): void {
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  let nextTick = steady() + clock.wait(host.step);
  let ended = false;
  const cancel = (): void => {
    clearTimeout(timer);
    clearImmediate(soon);
  };
  const plan = (): void => {
    cancel();
    if (ended) return;
    const wait = nextTick - steady();
    // The shortest timer takes a millisecond, in which stepped time can advance by minutes.
    if (wait <= 0 && clock instanceof StepClock) soon = setImmediate(() => turn([]));
    else timer = setTimeout(() => turn([]), Math.ceil(Math.max(0, wait)));
  };
  const stopOnFailure = (work: () => void): void => {
    if (ended) return;
    try {
      work();
    } catch (error) {
      ended = true;
      cancel();
      fail(error);
    }
  };
  const turn = (messages: readonly MainToEngine[]): void => {
    stopOnFailure(() => {
      host.turn(messages, steady() >= nextTick);
      nextTick = steady() + clock.wait(host.step);
      plan();
    });
  };
  onProgress = () => stopOnFailure(() => host.release());
  const end = async (): Promise<void> => {
    ended = true;
    cancel();
    const state = await host.close();
    history.close();
    post({ kind: 'closed', state });
    port?.close();
  };
  port?.on('message', (first: readonly MainToEngine[]) => {
    const messages = [...first, ...waitingMessages()];
    for (const message of messages) if (message.kind === 'history') history.resume(message.port, message.applied);
    turn(messages.filter(({ kind }) => kind !== 'close' && kind !== 'history'));
    if (!ended && messages.some((message) => message.kind === 'close')) void end().catch(fail);
  });
  plan();
}

function waitingMessages(): readonly MainToEngine[] {
  const messages: MainToEngine[] = [];
  if (port === null) return messages;
  for (;;) {
    const next: { readonly message: readonly MainToEngine[] } | undefined = receiveMessageOnPort(port);
    if (next === undefined) return messages;
    messages.push(...next.message);
  }
}

/** Errors that the operator can resolve, as opposed to bugs. */
const EXPECTED = [
  JournalDamaged,
  JournalFailed,
  JournalOfOtherRules,
  JournalTooNew,
  GenesisUnreadable,
  StateOfAnotherVersion,
  MarketMismatch,
  OpeningDamaged,
  RecordingRefused,
];

function fail(error: unknown): void {
  const expected = EXPECTED.some((kind) => error instanceof kind);
  const { message, stack } = error as Error;
  post({ kind: 'failed', message: expected ? message : (systemRefusal(error) ?? stack ?? message), expected });
}

try {
  // The history opens meanwhile. Messages wait until something listens.
  const tape = data.replay === undefined ? undefined : await loadTape(data.replay);
  port.once('message', (begin: EngineBegin) => {
    try {
      start(begin, tape);
    } catch (error) {
      fail(error);
    }
  });
} catch (error) {
  fail(error);
}

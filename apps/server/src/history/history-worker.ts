import { setPriority } from 'node:os';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { CursorUnknown, type EventBatch, type MinuteBar } from '@tapedeck/venue';
import { failPoint } from '../operation/fail-point.ts';
import { HistoryDatabase } from './history-database.ts';
import { openPglite } from './pglite-database.ts';
import { openPostgres } from './postgres-database.ts';
import type { SqlDatabase } from './sql-database.ts';
import type {
  EngineToHistory,
  HistoryRequest,
  HistoryToEngine,
  HistoryToMain,
  HistoryWorkerData,
  MainToHistory,
} from './history-messages.ts';

/** Rows that come within this time go in together. */
const GATHER_MS = 100;

/** The view of the past gives way to those who trade. Only on Linux is this the priority of a thread and not of the process. */
const PRIORITY = 5;
if (process.platform === 'linux') setPriority(PRIORITY);

const { folder, server, keepDays } = workerData as HistoryWorkerData;
const tell = (message: HistoryToMain): void => parentPort?.postMessage(message);

/** Gathers what the engine sends and writes it in batches, one at a time. */
class Intake {
  readonly #database: HistoryDatabase;
  readonly #engine: MessagePort;
  #batches: EventBatch[] = [];
  #bars: MinuteBar[] = [];
  #upTo = 0;
  #running: Promise<void> | undefined;
  /** The batch that is being gathered and written now. */
  #round = Promise.resolve();
  #failed = false;

  constructor(database: HistoryDatabase, engine: MessagePort) {
    this.#database = database;
    this.#engine = engine;
    engine.on('message', (message: EngineToHistory) => this.#take(message));
  }

  /** Resolves when everything taken so far is written. */
  async settle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** Resolves when what was taken before the call is written: a reader finds what the stream has told it already. */
  async caughtUp(): Promise<void> {
    // What waits in the engine's port is taken when the event loop polls next: after the immediates of this turn, before those of the next.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const upTo = this.#upTo;
    while (this.#running !== undefined && this.#database.applied < upTo) await this.#round;
  }

  #take(message: EngineToHistory): void {
    if (this.#failed) return;
    if (message.kind === 'batches') {
      for (const batch of message.batches) this.#batches.push(batch);
      for (const bar of message.bars) this.#bars.push(bar);
      this.#upTo = Math.max(this.#upTo, message.batches.at(-1)?.sequence ?? 0);
    } else {
      this.#upTo = Math.max(this.#upTo, message.sequence);
    }
    this.#running ??= this.#write().catch((error: unknown) => {
      // What failed must not be passed over. The engine goes on, keeps its older snapshots, and the next start writes what is missing.
      this.#failed = true;
      this.#running = undefined;
      tell({ kind: 'failed', message: `history could not be written: ${(error as Error).message}` });
    });
  }

  async #write(): Promise<void> {
    do {
      this.#round = this.#writeRound();
      await this.#round;
    } while (this.#batches.length > 0 || this.#bars.length > 0 || this.#upTo > this.#database.applied);
    this.#running = undefined;
  }

  async #writeRound(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    const [batches, bars, upTo] = [this.#batches, this.#bars, this.#upTo];
    this.#batches = [];
    this.#bars = [];
    failPoint('history gathered');
    await this.#database.apply(batches, bars, upTo);
    failPoint('history kept');
    const confirmed: HistoryToEngine = { kind: 'applied', sequence: this.#database.applied };
    this.#engine.postMessage(confirmed);
  }
}

async function answer(database: HistoryDatabase, intake: Intake | undefined, request: HistoryRequest): Promise<void> {
  try {
    if (request.kind !== 'minuteBars') await intake?.caughtUp();
    tell({ kind: 'answer', id: request.id, result: await read(database, request) });
  } catch (error) {
    tell({ kind: 'refused', id: request.id, cursorUnknown: error instanceof CursorUnknown, message: (error as Error).message });
  }
}

function read(database: HistoryDatabase, request: HistoryRequest): Promise<unknown> {
  switch (request.kind) {
    case 'orders':
      return database.orders(request.query);
    case 'executions':
      return database.executions(request.query);
    case 'closings':
      return database.closings(request.query);
    case 'transactions':
      return database.transactions(request.query);
    case 'minuteBars':
      return database.minuteBars(request.query);
  }
}

function openDatabase(): Promise<SqlDatabase> {
  if (server === undefined) return openPglite(folder);
  return openPostgres(server, (error) => tell({ kind: 'failed', message: `the history's database is gone: ${error.message}` }));
}

function serve(database: HistoryDatabase): void {
  let intake: Intake | undefined;
  parentPort?.on('message', (message: MainToHistory) => {
    if (message.kind === 'engine') intake = new Intake(database, message.port);
    else if (message.kind === 'close') {
      void (intake?.settle() ?? Promise.resolve()).then(() => database.close()).finally(() => tell({ kind: 'closed' }));
    } else void answer(database, intake, message);
  });
  tell({ kind: 'ready', applied: database.applied });
}

try {
  serve(await HistoryDatabase.open(await openDatabase(), keepDays === undefined ? {} : { keepDays }));
} catch (error) {
  tell({ kind: 'failed', message: (error as Error).message });
}

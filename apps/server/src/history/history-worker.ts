import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { CursorUnknown } from '@tapedeck/venue';
import { closePath } from '../files/owner-only.ts';
import { HistoryConnection } from './history-connection.ts';
import { HistoryDatabase } from './history-database.ts';
import { Intake } from './history-intake.ts';
import { OverflowFile } from './overflow-file.ts';
import { openPglite } from './pglite-database.ts';
import { openPostgres } from './postgres-database.ts';
import { hasRoom } from './history-folder.ts';
import { isDamage, type SqlDatabase } from './sql-database.ts';
import type {
  EngineToHistory,
  HistoryRequest,
  HistoryState,
  HistoryToEngine,
  HistoryToMain,
  HistoryWorkerData,
  MainToHistory,
} from './history-messages.ts';

/** Maximum wait of a stop for unwritten rows; the next start writes the rest. */
const SETTLE_MS_MAX = 5_000;

/** A database that fails to open so many times in a row counts as damaged. */
const OPENINGS_MAX = 3;

/** History yields to trading. Only on Linux does this set the priority of a thread rather than of the process. */
const PRIORITY = 5;
if (process.platform === 'linux') setPriority(PRIORITY);

const { folder, server, keepDays } = workerData as HistoryWorkerData;
const tell = (message: HistoryToMain): void => parentPort?.postMessage(message);

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function answer(connection: HistoryConnection, intake: Intake | undefined, request: HistoryRequest): Promise<void> {
  try {
    if (request.kind !== 'minuteBars') await intake?.caughtUp(request.after);
    tell({ kind: 'answer', id: request.id, result: await read(connection.database, request) });
  } catch (error) {
    tell({ kind: 'refused', id: request.id, because: reasonOf(connection, error), message: (error as Error).message });
  }
}

function reasonOf(connection: HistoryConnection, error: unknown): 'cursorUnknown' | 'unavailable' | 'fault' {
  if (error instanceof CursorUnknown) return 'cursorUnknown';
  return connection.isAway || isDamage(error) ? 'unavailable' : 'fault';
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
    case 'settlements':
      return database.settlements(request.query);
    case 'minuteBars':
      return database.minuteBars(request.query);
  }
}

const onDamaged = ({ message }: Error): void => tell({ kind: 'damaged', message });
let failedOpenings = 0;

async function openFolder(onLost: (error: Error) => void): Promise<SqlDatabase> {
  try {
    const database = await openPglite(folder, { onLost, onDamaged });
    failedOpenings = 0;
    return database;
  } catch (error) {
    failedOpenings += 1;
    if (failedOpenings >= OPENINGS_MAX && hasRoom(folder)) onDamaged(error as Error);
    throw error;
  }
}

async function open(onLost: (error: Error) => void): Promise<HistoryDatabase> {
  const database = await (server === undefined ? openFolder(onLost) : openPostgres(server, { onLost, onDamaged }));
  // The embedded database gives some of its files permissions of its own when it opens.
  if (server === undefined) closePath(folder);
  return HistoryDatabase.open(database, keepDays === undefined ? {} : { keepDays });
}

function serve(connection: HistoryConnection): void {
  const overflow = new OverflowFile<Exclude<EngineToHistory, { readonly kind: 'hole' }>>(`${folder}.overflow`);
  const { applied } = connection.database;
  let intake: Intake | undefined;
  const takeFrom = ({ port: engine, behindSince, isRebuild }: Extract<MainToHistory, { readonly kind: 'engine' }>): void => {
    const onApplied = (sequence: number): void => engine.postMessage({ kind: 'applied', sequence } satisfies HistoryToEngine);
    const onState = (state: HistoryState): void => tell({ kind: 'state', state });
    const held = connection.isAway ? applied : connection.database.applied;
    const taking = new Intake({ connection, overflow, applied: held, behindSince, isRebuild, onApplied, onState, wait, now: Date.now });
    engine.on('message', (message: EngineToHistory) => taking.take(message));
    engine.on('close', () => taking.engineEnded());
    intake = taking;
  };
  onChange = (away) => intake?.connectionChanged(away);
  const end = async (): Promise<void> => {
    await Promise.race([intake?.settle(), wait(SETTLE_MS_MAX)]);
    await connection.close();
    overflow.close();
  };
  parentPort?.on('message', (message: MainToHistory) => {
    if (message.kind === 'engine') takeFrom(message);
    else if (message.kind === 'close') void end().finally(() => tell({ kind: 'closed' }));
    else void answer(connection, intake, message);
  });
  tell({ kind: 'ready', applied });
}

let onChange: (away: string | undefined) => void = () => undefined;
try {
  serve(await HistoryConnection.start({ open, wait, onChange: (away) => onChange(away) }));
} catch (error) {
  tell({ kind: 'failed', message: (error as Error).message });
}

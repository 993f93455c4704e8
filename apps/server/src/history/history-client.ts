import { existsSync } from 'node:fs';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type {
  Candle,
  ClosingRow,
  ExecutionQuery,
  ExecutionRow,
  HistoryReader,
  OrderQuery,
  Page,
  SettlementQuery,
  SettlementRow,
  TransactionQuery,
  TransactionRow,
} from '@tapedeck/venue';
import { HistoryUnavailable } from '@tapedeck/venue';
import type { OrderRecord } from '@tapedeck/domain';
import type { Rebuild, StartRebuild } from '../engine-worker/rebuild.ts';
import type { BarsQuery } from './bar-store.ts';
import { backoffMs } from './history-connection.ts';
import type { HistoryQuestion, HistoryState, HistoryToMain, HistoryWorkerData, MainToHistory } from './history-messages.ts';
import { HistoryDamage } from './history-damage.ts';
import { createFolder, hasRoom } from './history-folder.ts';
import { WaitingReads } from './waiting-reads.ts';
import { firstMessage } from './worker-messages.ts';

/** An embedded database that fails to open so many times in a row counts as damaged. */
const OPENINGS_MAX = 3;

export interface HistoryClientOptions {
  readonly folder: string;
  /** An empty database, copied into a folder without one. */
  readonly emptyHistory: URL;
  /** Copied in its place, if the journal begins with a state: the history up to that state. */
  readonly openingHistory?: URL | undefined;
  /** A PostgreSQL server instead of a database in the folder. */
  readonly server: HistoryWorkerData['server'];
  /** Retention of rows in days; unlimited if absent. */
  readonly keepDays: number | undefined;
  readonly workerFile: URL;
  /** Begins to build the history again from the journal of the running exchange. */
  readonly rebuild: StartRebuild;
  /** Time of the first record of the journal; `undefined` before there is one. */
  readonly journalBegins: () => number | undefined;
  /** Called with a failure, and when it is resolved. */
  readonly onTrouble: (message: string, is: 'begun' | 'over') => void;
  readonly now: () => number;
}

/** The history behind its worker. */
export class HistoryClient implements HistoryReader {
  readonly #options: HistoryClientOptions;
  readonly #reads = new WaitingReads();
  readonly #damage: HistoryDamage;
  /** Resolves once the exchange runs: before, nobody may read its journal beside it. */
  readonly #exchangeRuns: Promise<void>;
  #runExchange: () => void = () => undefined;
  /** The first start of the worker, whatever its result. */
  readonly #opened: Promise<unknown>;
  /** The current worker, ready or not. */
  #current: Worker | undefined;
  /** The worker that answers. */
  #serving: Worker | undefined;
  #closing = false;
  #isReopening = false;
  #rebuild: Rebuild | undefined;
  /** Ends the wait before the next start. */
  #wake: () => void = () => undefined;
  /** Starts of the worker since the history was last complete. */
  #starts = 0;
  #state: HistoryState = { behindSince: undefined, reason: undefined };

  /** The history's position, which the engine needs before it replays; rejects for a history that cannot be opened yet. */
  readonly applied: Promise<number>;
  /** The engine worker's end of the channel for its events. */
  readonly enginePort: MessagePort;
  /** Called on each restart with the engine worker's end of a new channel and the history's position. */
  onReopened: (enginePort: MessagePort, applied: number) => void = () => undefined;

  constructor(options: HistoryClientOptions) {
    this.#options = options;
    this.#damage = new HistoryDamage(options);
    this.#exchangeRuns = new Promise((resolve) => (this.#runExchange = resolve));
    const { port1, port2 } = new MessageChannel();
    this.enginePort = port2;
    const fresh = options.server === undefined && !existsSync(options.folder);
    const opened = this.#open(port1);
    this.#opened = opened.catch((error: unknown) => {
      port1.close();
      void this.#reopen(`it could not be opened: ${(error as Error).message}`);
    });
    // A new history is empty, which is known before its database exists.
    this.applied = fresh && options.openingHistory === undefined ? Promise.resolve(0) : opened;
    this.applied.catch(() => undefined);
  }

  get behindSince(): number | undefined {
    return this.#state.behindSince;
  }

  /** Why it is behind, for operators. */
  get trouble(): string | undefined {
    return this.#state.reason;
  }

  /** State of a damaged database and its repair, without details; `undefined` for a sound one. */
  get damage(): string | undefined {
    return this.#damage.state;
  }

  /** Rows up to this sequence have been published: reads from now on contain them, unless the history is behind. */
  published(sequence: number): void {
    this.#reads.published = sequence;
    this.#runExchange();
  }

  orders(query: OrderQuery): Promise<Page<OrderRecord>> {
    return this.#ask({ kind: 'orders', query });
  }

  executions(query: ExecutionQuery): Promise<Page<ExecutionRow>> {
    return this.#ask({ kind: 'executions', query });
  }

  closings(query: ExecutionQuery): Promise<Page<ClosingRow>> {
    return this.#ask({ kind: 'closings', query });
  }

  transactions(query: TransactionQuery): Promise<Page<TransactionRow>> {
    return this.#ask({ kind: 'transactions', query });
  }

  settlements(query: SettlementQuery): Promise<Page<SettlementRow>> {
    return this.#ask({ kind: 'settlements', query });
  }

  minuteBars(query: BarsQuery): Promise<readonly Candle[]> {
    return this.#ask({ kind: 'minuteBars', query });
  }

  /** Writes all received events, then ends the worker; a worker that is not ready has received nothing and just ends. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#wake();
    void this.#rebuild?.end();
    const worker = this.#serving;
    if (worker === undefined) {
      await this.#current?.terminate();
      return;
    }
    await new Promise<void>((resolve) => {
      worker.on('message', (message: HistoryToMain) => {
        if (message.kind === 'closed') resolve();
      });
      worker.once('exit', () => resolve());
      worker.postMessage({ kind: 'close' });
    });
    await worker.terminate();
  }

  async #ask<Result>(question: HistoryQuestion): Promise<Result> {
    if (this.#starts === 0) await this.#opened;
    const worker = this.#serving;
    if (worker === undefined) throw new HistoryUnavailable();
    return this.#reads.ask(worker, question);
  }

  /** Position of the history. */
  async #open(enginePort: MessagePort): Promise<number> {
    const { folder, server } = this.#options;
    if (server === undefined && !existsSync(folder)) await this.#create();
    try {
      return await this.#start(enginePort);
    } catch (error) {
      // The exchange starts without it, and it is built again beside the exchange. A server's database is not ours to replace.
      if (!this.#closing && server === undefined && hasRoom(folder)) this.#damage.note(`could not be opened: ${(error as Error).message}`);
      throw error;
    }
  }

  #create(): Promise<void> {
    const { folder, emptyHistory, openingHistory = emptyHistory } = this.#options;
    return createFolder(folder, openingHistory, () => this.#closing);
  }

  /** `port` receives the events of the exchange, or with `isRebuild` those of the journal. */
  async #start(port: MessagePort, isRebuild = false): Promise<number> {
    const worker = this.#spawn();
    const { applied } = await firstMessage(worker, 'ready');
    this.#serving = worker;
    worker.on('message', (message: HistoryToMain) => this.#receive(message));
    let reason = 'its thread has ended';
    worker.on('error', (error) => (reason = `its thread failed: ${error.message}`));
    worker.on('exit', () => {
      this.#current = undefined;
      this.#serving = undefined;
      this.#reads.drop();
      const { found } = this.#damage;
      void this.#reopen(found === undefined ? reason : `its database ${found}`);
    });
    this.#connect(worker, port, isRebuild);
    return applied;
  }

  #connect(worker: Worker, port: MessagePort, isRebuild: boolean): void {
    const { behindSince } = this.#state;
    worker.postMessage({ kind: 'engine', port, behindSince, isRebuild } satisfies MainToHistory, [port]);
  }

  /** Restarts the worker with growing pauses until it is complete; the engine keeps the missing events meanwhile. */
  async #reopen(reason: string): Promise<void> {
    if (this.#isReopening) return;
    this.#isReopening = true;
    let trouble: string | undefined = reason;
    while (trouble !== undefined && !this.#closing) {
      this.#setState({ behindSince: this.#state.behindSince ?? this.#options.now(), reason: trouble });
      await this.#pause(this.#damage.waitMs ?? backoffMs(this.#starts));
      this.#starts += 1;
      trouble = await this.#startAgain();
    }
    this.#isReopening = false;
  }

  /** Reason of a failed start; `undefined` after success, or if the wait was abandoned. */
  async #startAgain(): Promise<string | undefined> {
    if (this.#closing) return undefined;
    const { port1, port2 } = new MessageChannel();
    try {
      if (this.#damage.found !== undefined) await this.#replace(this.#damage.found);
      if (this.#damage.lacksPast) await this.#buildAgain(port1, port2);
      else this.onReopened(port2, await this.#start(port1));
      return undefined;
    } catch (error) {
      port1.close();
      const { message } = error as Error;
      const { folder, server } = this.#options;
      if (server === undefined && this.#starts >= OPENINGS_MAX && this.#serving === undefined && hasRoom(folder))
        this.#damage.note(`could not be opened: ${message}`);
      return this.#damage.lacksPast ? this.#damage.failed(message) : `it could not be opened: ${message}`;
    }
  }

  /** Puts an empty database in the place of a damaged one. */
  async #replace(damage: string): Promise<void> {
    this.#damage.moveAside(damage);
    if (!existsSync(this.#options.folder)) await this.#create();
    this.#damage.replaced();
  }

  /** Writes the rows of the journal while the exchange runs, then continues with its events. */
  async #buildAgain(port1: MessagePort, port2: MessagePort): Promise<void> {
    const { rebuild, journalBegins, now } = this.#options;
    await new Promise<void>((go) => {
      this.#wake = go;
      void this.#exchangeRuns.then(go);
    });
    if (this.#closing) throw new Error('the history was closed before it was open');
    // An attempt before may have left a thread that serves its rows.
    await this.#current?.terminate();
    this.#setState({ behindSince: journalBegins() ?? now(), reason: 'it is built again from the journal' });
    const past = new MessageChannel();
    const applied = await this.#start(past.port1, true);
    const worker = this.#serving;
    if (worker === undefined) throw new Error('its thread has ended');
    const lost = new Promise<never>((_resolve, reject) => worker.once('exit', () => reject(new Error('its thread has ended'))));
    lost.catch(() => undefined);
    this.#rebuild = rebuild(applied, past.port2);
    try {
      const reached = await Promise.race([this.#rebuild.run(() => this.#reads.published), lost]);
      this.#damage.lacksPast = false;
      this.#connect(worker, port1, false);
      this.onReopened(port2, reached);
    } finally {
      void this.#rebuild.end();
      this.#rebuild = undefined;
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #spawn(): Worker {
    const { folder, server, keepDays } = this.#options;
    const workerData: HistoryWorkerData = { folder, server, keepDays };
    this.#current = new Worker(this.#options.workerFile, { workerData });
    return this.#current;
  }

  #receive(message: HistoryToMain): void {
    if (message.kind === 'state') this.#setState(message.state);
    if (message.kind === 'damaged') this.#damaged(message.message);
    if (message.kind === 'answer' || message.kind === 'refused') this.#reads.receive(message);
  }

  #damaged(message: string): void {
    if (!this.#damage.note(`is damaged: ${message}`) || this.#closing) return;
    this.#reads.drop();
    this.#serving = undefined;
    void this.#current?.terminate();
  }

  #setState(state: HistoryState): void {
    this.#state = state;
    const { reason } = state;
    if (reason === undefined) {
      this.#starts = 0;
      this.#damage.over();
      this.#options.onTrouble('the history has caught up', 'over');
    } else if (!this.#damage.isReported) this.#options.onTrouble(`the history is behind: ${reason}`, 'begun');
  }
}

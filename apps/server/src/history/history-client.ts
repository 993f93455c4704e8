import { existsSync, rmSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
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
import { CursorUnknown, HistoryUnavailable } from '@tapedeck/venue';
import type { OrderRecord } from '@tapedeck/domain';
import type { BarsQuery } from './bar-store.ts';
import { closePath } from '../files/owner-only.ts';
import { backoffMs } from './history-connection.ts';
import type { HistoryQuestion, HistoryRequest, HistoryState, HistoryToMain, HistoryWorkerData, MainToHistory } from './history-messages.ts';

export interface HistoryClientOptions {
  readonly folder: string;
  /** An empty database, copied into a folder without one. */
  readonly emptyHistory: URL;
  /** A PostgreSQL server instead of a database in the folder. */
  readonly server: HistoryWorkerData['server'];
  /** Retention of rows in days; unlimited if absent. */
  readonly keepDays: number | undefined;
  readonly workerFile: URL;
  /** Called with a failure, and when it is resolved. */
  readonly onTrouble: (message: string, is: 'begun' | 'over') => void;
  readonly now: () => number;
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** The history behind its worker. */
export class HistoryClient implements HistoryReader {
  readonly #options: HistoryClientOptions;
  readonly #waiting = new Map<number, Waiting>();
  /** The first start of the worker, whatever its result. */
  readonly #opened: Promise<unknown>;
  /** The current worker, ready or not. */
  #current: Worker | undefined;
  /** The worker that answers. */
  #serving: Worker | undefined;
  #closing = false;
  /** Ends the wait before the next start. */
  #wake: () => void = () => undefined;
  /** Starts of the worker since the history was last complete. */
  #starts = 0;
  #requests = 0;
  #published = 0;
  #state: HistoryState = { behindSince: undefined, reason: undefined };

  /** The history's position, which the engine needs before it replays. */
  readonly applied: Promise<number>;
  /** The engine worker's end of the channel for its events. */
  readonly enginePort: MessagePort;
  /** Called on each restart with the engine worker's end of a new channel and the history's position. */
  onReopened: (enginePort: MessagePort, applied: number) => void = () => undefined;

  constructor(options: HistoryClientOptions) {
    this.#options = options;
    const { port1, port2 } = new MessageChannel();
    this.enginePort = port2;
    const fresh = options.server === undefined && !existsSync(options.folder);
    const opened = this.#open(port1);
    this.#opened = opened.catch((error: unknown) => {
      port1.close();
      void this.#reopen(`it could not be opened: ${(error as Error).message}`);
    });
    // A new history is empty, which is known before its database exists.
    this.applied = fresh ? Promise.resolve(0) : opened;
    this.applied.catch(() => undefined);
  }

  get behindSince(): number | undefined {
    return this.#state.behindSince;
  }

  /** Why it is behind, for operators. */
  get trouble(): string | undefined {
    return this.#state.reason;
  }

  /** Rows up to this sequence have been published: reads from now on contain them, unless the history is behind. */
  published(sequence: number): void {
    this.#published = sequence;
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
    this.#requests += 1;
    const request: HistoryRequest = { ...question, id: this.#requests, after: this.#published };
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });
  }

  /** Position of the history. */
  async #open(enginePort: MessagePort): Promise<number> {
    const { folder, server } = this.#options;
    if (server === undefined && !existsSync(folder)) await this.#create();
    try {
      return await this.#start(enginePort);
    } catch (error) {
      // A server's database is not ours to delete.
      if (this.#closing || server !== undefined) throw error;
      // The history is derived: rebuild it rather than stop trading.
      this.#options.onTrouble(`history could not be opened and is built again: ${(error as Error).message}`, 'begun');
      rmSync(folder, { recursive: true, force: true });
      await this.#create();
      return await this.#start(enginePort);
    }
  }

  /** Copied under another name first, so that a partial copy is never taken for a complete one. */
  async #create(): Promise<void> {
    const { folder, emptyHistory } = this.#options;
    const beside = `${folder}.creating`;
    rmSync(beside, { recursive: true, force: true });
    await cp(emptyHistory, beside, { recursive: true });
    // Copies keep the permissions of their originals.
    closePath(beside);
    if (this.#closing) throw new Error('the history was closed before it was open');
    await rename(beside, folder);
  }

  async #start(enginePort: MessagePort): Promise<number> {
    const worker = this.#spawn();
    const { applied } = await firstMessage(worker, 'ready');
    this.#serving = worker;
    worker.on('message', (message: HistoryToMain) => this.#receive(message));
    let reason = 'its thread has ended';
    worker.on('error', (error) => (reason = `its thread failed: ${error.message}`));
    worker.on('exit', () => {
      this.#current = undefined;
      this.#serving = undefined;
      this.#dropWaiting();
      void this.#reopen(reason);
    });
    worker.postMessage({ kind: 'engine', port: enginePort, behindSince: this.#state.behindSince } satisfies MainToHistory, [enginePort]);
    return applied;
  }

  /** Restarts the worker with growing pauses until it is complete; the engine keeps the missing events meanwhile. */
  async #reopen(reason: string): Promise<void> {
    let trouble: string | undefined = reason;
    while (trouble !== undefined && !this.#closing) {
      this.#setState({ behindSince: this.#state.behindSince ?? this.#options.now(), reason: trouble });
      await this.#pause(backoffMs(this.#starts));
      this.#starts += 1;
      trouble = await this.#startAgain();
    }
  }

  /** Reason of a failed start; `undefined` after success, or if the wait was abandoned. */
  async #startAgain(): Promise<string | undefined> {
    if (this.#closing) return undefined;
    const { port1, port2 } = new MessageChannel();
    try {
      this.onReopened(port2, await this.#start(port1));
      return undefined;
    } catch (error) {
      port1.close();
      return `it could not be opened: ${(error as Error).message}`;
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
    if (message.kind !== 'answer' && message.kind !== 'refused') return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.result as never);
    else waiting?.reject(errorOf(message));
  }

  #setState(state: HistoryState): void {
    this.#state = state;
    const { reason } = state;
    if (reason === undefined) {
      this.#starts = 0;
      this.#options.onTrouble('the history has caught up', 'over');
    } else this.#options.onTrouble(`the history is behind: ${reason}`, 'begun');
  }

  #dropWaiting(): void {
    for (const waiting of this.#waiting.values()) waiting.reject(new HistoryUnavailable());
    this.#waiting.clear();
  }
}

function errorOf({ because, message }: Extract<HistoryToMain, { kind: 'refused' }>): Error {
  if (because === 'cursorUnknown') return new CursorUnknown(message);
  return because === 'unavailable' ? new HistoryUnavailable() : new Error(message);
}

type MessageOf<Kind extends HistoryToMain['kind']> = Extract<HistoryToMain, { kind: Kind }>;

function firstMessage<Kind extends HistoryToMain['kind']>(worker: Worker, kind: Kind): Promise<MessageOf<Kind>> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      finish();
    };
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (): void => settle(() => reject(new Error('the history worker ended before it was ready')));
    const onMessage = (message: HistoryToMain): void => {
      if (message.kind === kind) settle(() => resolve(message as MessageOf<Kind>));
      else if (message.kind === 'failed') settle(() => reject(new Error(message.message)));
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
  });
}

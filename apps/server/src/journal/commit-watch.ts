import { Worker } from 'node:worker_threads';
import type { CommitThreadData } from './commit-thread.ts';
import { DURABLE, ENDED, FAILED, REQUESTED, commitWords, writeFailure } from './commit-words.ts';

/** State of the commits. */
export interface Commits {
  /** The last record requested to be made durable; negative once the journal is closed. */
  readonly requested: number;
  /** The last durable record. */
  readonly durable: number;
}

/** Informs the publisher of turns of what the disk has confirmed. */
export interface Durability {
  /** The last durable record. */
  readonly durable: number;
  /** Called when more records are durable. */
  onProgress(listener: () => void): void;
}

/**
 * Starts the commit thread and receives its confirmations. Runs on the main thread, which never blocks: an engine that
 * waits for the disk receives no event, so it could not learn that the thread has ended. After a failed sync, nothing
 * more becomes durable.
 */
export class CommitWatch implements Durability, Commits {
  readonly #words: BigInt64Array;
  readonly #worker: Worker;
  #durable = 0;
  /** Resolves if the thread could not start, or ended without a request. The engine sees the same failure. */
  readonly failed: Promise<Error>;

  constructor(file: URL, data: CommitThreadData) {
    const shared = commitWords(data.memory);
    const { words } = shared;
    this.#words = words;
    this.#worker = new Worker(file, { workerData: data, transferList: [data.port] });
    // The engine keeps the process alive.
    this.#worker.unref();
    this.failed = new Promise((resolve) => {
      const ended = (reason: string): void => {
        if (Atomics.load(words, DURABLE) === FAILED || Atomics.load(words, REQUESTED) === ENDED) return;
        const error = new Error(`the commit thread has ended: ${reason}`);
        writeFailure(shared, error.message);
        Atomics.store(words, DURABLE, FAILED);
        Atomics.notify(words, DURABLE);
        resolve(error);
      };
      this.#worker.on('error', ({ message }: Error) => ended(message));
      this.#worker.on('exit', (code) => ended(`exit code ${code}`));
    });
  }

  get durable(): number {
    this.#durable = Math.max(this.#durable, Number(Atomics.load(this.#words, DURABLE)));
    return this.#durable;
  }

  get requested(): number {
    return Number(Atomics.load(this.#words, REQUESTED));
  }

  onProgress(listener: () => void): void {
    this.#worker.on('message', listener);
  }

  /** Ends the thread after the sync in progress. The engine, which uses it, has ended before. */
  async end(): Promise<void> {
    Atomics.store(this.#words, REQUESTED, ENDED);
    await this.#worker.terminate();
  }
}

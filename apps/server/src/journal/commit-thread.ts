import type { MessagePort } from 'node:worker_threads';
import { DURABLE, ENDED, FAILED, FILE, REQUESTED, commitWords, readFailure, type CommitWords } from './commit-words.ts';
import type { Committer } from './committer.ts';

/** One end of the connection between the engine and the commit thread. */
export interface CommitThreadData {
  readonly memory: SharedArrayBuffer;
  readonly port: MessagePort;
}

/** Syncs on a separate thread while the engine applies the next turns. The main thread starts that thread, and reports its end. */
export class CommitThread implements Committer {
  readonly #shared: CommitWords;
  #durable = 0;

  /** `onProgress` is called when more records are durable, and after a failed sync. */
  constructor({ memory, port }: CommitThreadData, onProgress: () => void) {
    this.#shared = commitWords(memory);
    port.on('message', onProgress);
    // An engine that could not start ends by itself.
    port.unref();
  }

  get durable(): number {
    const durable = Atomics.load(this.#shared.words, DURABLE);
    if (durable !== FAILED) this.#durable = Number(durable);
    return this.#durable;
  }

  get failure(): Error | undefined {
    return Atomics.load(this.#shared.words, DURABLE) === FAILED ? new Error(readFailure(this.#shared)) : undefined;
  }

  start(file: number, sequence: number): void {
    const { words } = this.#shared;
    Atomics.store(words, FILE, BigInt(file));
    Atomics.store(words, REQUESTED, BigInt(sequence));
    Atomics.notify(words, REQUESTED);
  }

  /** A slow disk may take any time. The wait also ends with the thread: the main thread then writes `FAILED`. */
  wait(sequence: number): void {
    const { words } = this.#shared;
    for (;;) {
      const durable = Atomics.load(words, DURABLE);
      if (durable === FAILED || durable >= sequence) return;
      Atomics.wait(words, DURABLE, durable);
    }
  }

  close(): void {
    Atomics.store(this.#shared.words, REQUESTED, ENDED);
    Atomics.notify(this.#shared.words, REQUESTED);
  }
}

import type { JournalFiles } from './journal-files.ts';

/** Makes written records durable, synchronously or while the writer continues. Only a committer syncs a journal file with records. */
export interface Committer {
  /** The last record that the disk has confirmed; 0 before the first. */
  readonly durable: number;
  /** Failure of a sync: nothing more becomes durable. */
  readonly failure: Error | undefined;
  /** Requests that the written records of `file` up to `sequence` be made durable. */
  start(file: number, sequence: number): void;
  /** Returns once the requested `sequence` is durable or a sync has failed. */
  wait(sequence: number): void;
  close(): void;
}

/** Syncs on the thread of the writer: for logs without waiting clients, and for tools. */
export class PromptCommitter implements Committer {
  readonly #files: JournalFiles;
  durable = 0;
  failure: Error | undefined;

  constructor(files: JournalFiles) {
    this.#files = files;
  }

  start(file: number, sequence: number): void {
    if (this.failure !== undefined) return;
    try {
      this.#files.sync(file);
      this.durable = sequence;
    } catch (error) {
      this.failure = error as Error;
    }
  }

  /** `start` has waited. */
  wait(): void {}

  close(): void {}
}

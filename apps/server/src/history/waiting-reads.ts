import type { Worker } from 'node:worker_threads';
import { HistoryUnavailable } from '@tapedeck/venue';
import type { HistoryQuestion, HistoryRequest, HistoryToMain } from './history-messages.ts';
import { errorOf } from './worker-messages.ts';

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** Reads that wait for the answer of the history's worker. */
export class WaitingReads {
  readonly #waiting = new Map<number, Waiting>();
  #requests = 0;
  /** Answers contain the rows up to this sequence. */
  published = 0;

  ask<Result>(worker: Worker, question: HistoryQuestion): Promise<Result> {
    this.#requests += 1;
    const request: HistoryRequest = { ...question, id: this.#requests, after: this.published };
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });
  }

  receive(message: Extract<HistoryToMain, { readonly kind: 'answer' | 'refused' }>): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.result as never);
    else waiting?.reject(errorOf(message));
  }

  /** Their worker is gone. */
  drop(): void {
    for (const waiting of this.#waiting.values()) waiting.reject(new HistoryUnavailable());
    this.#waiting.clear();
  }
}

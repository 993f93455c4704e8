import { Worker } from 'node:worker_threads';
import { PasswordQueue } from './password-queue.ts';

export type PasswordQuestion =
  | { readonly kind: 'hash'; readonly id: number; readonly password: string }
  | { readonly kind: 'verify'; readonly id: number; readonly password: string; readonly hash: string };
export type PasswordAnswer = { readonly id: number; readonly result: string | boolean } | { readonly id: number; readonly fault: string };

/** Hashes and verifies passwords; slow on purpose. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `knownAs`: the name by which the client of this log-in has logged in before. */
  verify(password: string, hash: string, knownAs?: string): Promise<boolean>;
}

/** More log-ins wait than can be processed soon. */
export class HasherBusy extends Error {
  override readonly name = 'HasherBusy';
}

/** Idle time after which a worker is ended: it holds 20 MiB. */
const IDLE_MS = 30_000;

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** Hashes in a worker thread that lives while there is work. */
export class WorkerHasher implements PasswordHasher {
  readonly #file: URL;
  readonly #onTrouble: (message: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #queue = new PasswordQueue<PasswordQuestion>();
  #isBusy = false;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #questions = 0;

  constructor(file: URL, onTrouble: (message: string) => void) {
    this.#file = file;
    this.#onTrouble = onTrouble;
  }

  hash(password: string): Promise<string> {
    return this.#ask((id) => ({ kind: 'hash', id, password }), undefined);
  }

  verify(password: string, hash: string, knownAs?: string): Promise<boolean> {
    return this.#ask((id) => ({ kind: 'verify', id, password, hash }), knownAs);
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#end(new Error('the server stops'));
    await worker?.terminate();
  }

  #ask<Result>(build: (id: number) => PasswordQuestion, knownAs: string | undefined): Promise<Result> {
    this.#questions += 1;
    const question = build(this.#questions);
    if (!this.#queue.add(question, knownAs)) return Promise.reject(new HasherBusy('too many log-ins at once'));
    clearTimeout(this.#idle);
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(question.id, { resolve, reject });
      this.#next();
    });
  }

  /** One at a time, so that the next is chosen as late as possible. */
  #next(): void {
    const question = this.#isBusy ? undefined : this.#queue.take();
    if (question === undefined) return;
    this.#isBusy = true;
    this.#started().postMessage(question);
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(this.#file);
    worker.unref();
    worker.on('message', (message: PasswordAnswer) => this.#receive(message));
    const ended = (error: Error): void => {
      if (this.#worker !== worker) return;
      this.#onTrouble(`the password worker failed: ${error.message}`);
      this.#end(error);
    };
    worker.on('error', ended);
    worker.on('exit', () => ended(new Error('the password worker has ended')));
    this.#worker = worker;
    return worker;
  }

  #receive(message: PasswordAnswer): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('fault' in message) waiting?.reject(new Error(message.fault));
    else waiting?.resolve(message.result as never);
    this.#isBusy = false;
    this.#next();
    if (this.#waiting.size > 0) return;
    this.#idle = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = undefined;
      worker?.terminate().catch((error: unknown) => this.#onTrouble(`the password worker did not end: ${String(error)}`));
    }, IDLE_MS).unref();
  }

  #end(error: Error): void {
    this.#worker = undefined;
    this.#isBusy = false;
    this.#queue.clear();
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}

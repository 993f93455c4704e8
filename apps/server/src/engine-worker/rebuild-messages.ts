import type { MessagePort } from 'node:worker_threads';
import type { ReplayOptions } from './replay-tape.ts';

/** Start data of the thread that builds a history again. */
export interface RebuildWorkerData {
  readonly folder: string;
  readonly replay: ReplayOptions | undefined;
  /** The last record that the history has. */
  readonly applied: number;
  /** The connection to the history. */
  readonly port: MessagePort;
}

/** To the thread: the last record that is durable. */
export interface RebuildUpTo {
  readonly upTo: number;
}

/** From the thread: the history holds all records up to this one. */
export interface RebuiltUpTo {
  readonly reached: number;
}

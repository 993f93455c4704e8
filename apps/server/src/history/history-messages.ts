import type { MessagePort } from 'node:worker_threads';
import type { EventBatch, HistoryQuery, MinuteBar } from '@tapedeck/venue';
import type { BarsQuery } from './history-database.ts';

/** What the history worker is started with. */
export interface HistoryWorkerData {
  readonly folder: string;
  /** Only make the empty database, then end: making it takes far more memory than using it, and a worker's memory ends with it. */
  readonly onlyCreate: boolean;
}

/** From the engine worker, over a channel of its own. */
export type EngineToHistory =
  | { readonly kind: 'batches'; readonly batches: readonly EventBatch[]; readonly bars: readonly MinuteBar[] }
  /** Every batch up to this sequence was sent: say when all of it is durable. */
  | { readonly kind: 'upTo'; readonly sequence: number };

export interface HistoryToEngine {
  readonly kind: 'applied';
  readonly sequence: number;
}

export type HistoryRequest =
  | { readonly kind: 'orders' | 'executions' | 'transactions'; readonly id: number; readonly query: HistoryQuery }
  | { readonly kind: 'minuteBars'; readonly id: number; readonly query: BarsQuery };

export type MainToHistory = HistoryRequest | { readonly kind: 'engine'; readonly port: MessagePort } | { readonly kind: 'close' };

export type HistoryToMain =
  | { readonly kind: 'ready'; readonly applied: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly cursorUnknown: boolean; readonly message: string }
  | { readonly kind: 'closed' };

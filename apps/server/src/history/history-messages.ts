import type { MessagePort } from 'node:worker_threads';
import type { EventBatch, ExecutionQuery, MinuteBar, OrderQuery, SettlementQuery, TransactionQuery } from '@tapedeck/venue';
import type { BarsQuery } from './bar-store.ts';

/** What the history worker is started with. */
export interface HistoryWorkerData {
  /** Of the database inside the process. */
  readonly folder: string;
  /** In its place a PostgreSQL server, and the schema that belongs to this data folder. */
  readonly server: { readonly url: string; readonly schema: string } | undefined;
  readonly keepDays: number | undefined;
}

/** From the engine worker, over a channel of its own. */
export type EngineToHistory =
  | { readonly kind: 'batches'; readonly batches: readonly EventBatch[]; readonly bars: readonly MinuteBar[] }
  /** Every batch up to this sequence was sent: say when all of it is durable. */
  | { readonly kind: 'upTo'; readonly sequence: number }
  /** Something that the history lacks is only in the journal. */
  | { readonly kind: 'hole' };

export interface HistoryToEngine {
  readonly kind: 'applied';
  readonly sequence: number;
}

export type HistoryRequest =
  | { readonly kind: 'orders'; readonly id: number; readonly query: OrderQuery }
  | { readonly kind: 'executions'; readonly id: number; readonly query: ExecutionQuery }
  | { readonly kind: 'closings'; readonly id: number; readonly query: ExecutionQuery }
  | { readonly kind: 'transactions'; readonly id: number; readonly query: TransactionQuery }
  | { readonly kind: 'settlements'; readonly id: number; readonly query: SettlementQuery }
  | { readonly kind: 'minuteBars'; readonly id: number; readonly query: BarsQuery };

export type MainToHistory =
  | HistoryRequest
  /** `behindSince`: when the thread before this one was lost. */
  | { readonly kind: 'engine'; readonly port: MessagePort; readonly behindSince: number | undefined }
  | { readonly kind: 'close' };

/** Whether it has all that happened. */
export interface HistoryState {
  /** Since when something is missing, ms; `undefined` when nothing is. */
  readonly behindSince: number | undefined;
  /** Why, for operators. */
  readonly reason: string | undefined;
}

export type HistoryToMain =
  | { readonly kind: 'ready'; readonly applied: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly because: 'cursorUnknown' | 'unavailable' | 'fault'; readonly message: string }
  | { readonly kind: 'state'; readonly state: HistoryState }
  | { readonly kind: 'closed' };

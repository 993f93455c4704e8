import type { MessagePort } from 'node:worker_threads';
import type { EventBatch, ExecutionQuery, MinuteBar, OrderQuery, SettlementQuery, TransactionQuery } from '@tapedeck/venue';
import type { BarsQuery } from './bar-store.ts';

/** Start parameters of the history worker. */
export interface HistoryWorkerData {
  /** An in-memory database. */
  readonly folder: string;
  /** A PostgreSQL server instead, and the schema of this data folder. */
  readonly server: { readonly url: string; readonly schema: string } | undefined;
  readonly keepDays: number | undefined;
}

/** From the engine worker, over a separate channel. */
export type EngineToHistory =
  | { readonly kind: 'batches'; readonly batches: readonly EventBatch[]; readonly bars: readonly MinuteBar[] }
  /** Every batch up to this sequence was sent: confirm once all of it is durable. */
  | { readonly kind: 'upTo'; readonly sequence: number }
  /** The history lacks rows that only the journal has. */
  | { readonly kind: 'hole' };

export interface HistoryToEngine {
  readonly kind: 'applied';
  readonly sequence: number;
}

export type HistoryQuestion =
  | { readonly kind: 'orders'; readonly query: OrderQuery }
  | { readonly kind: 'executions'; readonly query: ExecutionQuery }
  | { readonly kind: 'closings'; readonly query: ExecutionQuery }
  | { readonly kind: 'transactions'; readonly query: TransactionQuery }
  | { readonly kind: 'settlements'; readonly query: SettlementQuery }
  | { readonly kind: 'minuteBars'; readonly query: BarsQuery };

/** `after`: sequence of the last published rows, which the answer must contain. */
export type HistoryRequest = HistoryQuestion & { readonly id: number; readonly after: number };

export type MainToHistory =
  | HistoryRequest
  /** `behindSince`: when the thread before this one was lost. `isRebuild`: the events come from the journal, and end before the present. */
  | { readonly kind: 'engine'; readonly port: MessagePort; readonly behindSince: number | undefined; readonly isRebuild: boolean }
  | { readonly kind: 'close' };

/** Whether it is complete. */
export interface HistoryState {
  /** Start of the period with missing rows, ms; `undefined` if complete. */
  readonly behindSince: number | undefined;
  /** Reason, for operators. */
  readonly reason: string | undefined;
}

export type HistoryToMain =
  | { readonly kind: 'ready'; readonly applied: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly because: 'cursorUnknown' | 'unavailable' | 'fault'; readonly message: string }
  /** The database holds bytes that are not what it wrote. */
  | { readonly kind: 'damaged'; readonly message: string }
  | { readonly kind: 'state'; readonly state: HistoryState }
  | { readonly kind: 'closed' };

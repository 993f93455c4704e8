import type { MessagePort } from 'node:worker_threads';
import type {
  AccountId,
  Instrument,
  InstrumentId,
  InsuranceFund,
  LeaderRecord,
  MarketState,
  Outcome,
  TraderCommand,
  Untimed,
  OrderSelection,
} from '@tapedeck/domain';
import type {
  AccountSnapshot,
  BookSnapshot,
  BookUpdate,
  Candle,
  CandleQuery,
  DayStatistics,
  EventBatch,
  MinuteBar,
  VenueCapabilities,
} from '@tapedeck/venue';
import type { Span } from '@tapedeck/venue-paper';
import type { CommitThreadData } from '../journal/commit-thread.ts';
import type { ReplayOptions } from './replay-tape.ts';
import type { OperatorCommand } from './world.ts';

/** Start data of the engine worker. */
export interface EngineWorkerData {
  readonly folder: string;
  /** Seed of the simulated market; undefined selects the folder's own, or the default in a new one. */
  readonly seed: number | undefined;
  /** Coins of a new simulated market; undefined selects the folder's own, or all coins in a new one. */
  readonly coins: readonly string[] | undefined;
  readonly replay: ReplayOptions | undefined;
  /** Time advances by steps that a program requests. */
  readonly steps: boolean;
  /** Start of a new simulated market, ms; undefined for now, or for a fixed day in stepped time. */
  readonly begin: number | undefined;
  readonly historyPort: MessagePort;
  /** The connection to the commit thread. */
  readonly commit: CommitThreadData;
}

/** The first message to the engine worker, which loads its modules while the history opens. */
export interface EngineBegin {
  /**
   * The last sequence in the history; later snapshots must not be used, or it would never receive the records between.
   * `undefined` for a history that cannot be opened yet: the start does not wait for it.
   */
  readonly historyApplied: number | undefined;
}

export interface MarketNow {
  readonly state: MarketState;
  readonly day: DayStatistics;
}

/** Queries, which change nothing. */
export type EngineQuestion =
  | { readonly kind: 'account'; readonly id: number; readonly account: AccountId; readonly orders?: OrderSelection | undefined }
  | { readonly kind: 'leaders'; readonly id: number }
  | { readonly kind: 'insurance'; readonly id: number }
  | { readonly kind: 'book'; readonly id: number; readonly instrument: InstrumentId }
  /** `stored` holds the minutes that a first answer named as missing. */
  | { readonly kind: 'candles'; readonly id: number; readonly query: CandleQuery; readonly stored?: readonly Candle[] };

export type MainToEngine =
  | { readonly kind: 'submit'; readonly id: number; readonly command: Untimed<TraderCommand> | OperatorCommand }
  | { readonly kind: 'watch'; readonly instruments: readonly InstrumentId[] }
  /** Advances stepped time; answered once it has advanced and all events are on their way. */
  | { readonly kind: 'step'; readonly id: number; readonly milliseconds: number }
  /** Whether an account has subscribers to its events; events of other accounts stay in the engine. */
  | { readonly kind: 'follow'; readonly account: AccountId; readonly followed: boolean }
  /** The history has restarted, and holds everything up to `applied`. */
  | { readonly kind: 'history'; readonly port: MessagePort; readonly applied: number }
  | { readonly kind: 'close' }
  | EngineQuestion;

/** Hash of the state after the command of that sequence. */
export interface StateHash {
  readonly sequence: number;
  readonly hash: string;
}
export interface CandlesAnswer {
  readonly candles: readonly Candle[];
  readonly complete: boolean;
}
/** The engine no longer holds these minutes; the history has them. */
export interface CandlesNeed {
  readonly needs: Span;
}
/** Result of a step. */
export interface StepAnswer {
  /** Market time, ms. */
  readonly time: number;
  /** Whether the recording has ended. */
  readonly ended: boolean;
}
export type EngineAnswer =
  | StepAnswer
  | AccountSnapshot
  | BookSnapshot
  | CandlesAnswer
  | CandlesNeed
  | readonly LeaderRecord[]
  | readonly InsuranceFund[]
  | undefined;

/** The results of one turn of the engine, in the order in which the main thread must pass them on. */
export interface TurnResult {
  readonly kind: 'turn';
  /** The record that must be durable before the turn is published; 0 for public market data, which may run ahead. */
  readonly shownAfter: number;
  /** Sequence of the last command that had events, here or in an earlier turn. */
  readonly sequence: number;
  /** Sequence of the last events for the history, here or in an earlier turn. */
  readonly historySequence: number;
  readonly batches: readonly EventBatch[];
  readonly books: readonly BookUpdate[];
  readonly markets: readonly MarketNow[];
  readonly bars: readonly MinuteBar[];
  readonly outcomes: readonly { readonly id: number; readonly outcome: Outcome }[];
  readonly answers: readonly { readonly id: number; readonly answer: EngineAnswer }[];
  /** Requests that failed because of a bug. */
  readonly faults: readonly { readonly id: number; readonly message: string }[];
}

export interface EngineReady {
  readonly kind: 'ready';
  /** Sequence of the last events passed on to the history. */
  readonly historySequence: number;
  readonly instruments: readonly Instrument[];
  readonly capabilities: VenueCapabilities;
  readonly markets: readonly MarketNow[];
  /** Origin of the market: its seed or its files. */
  readonly label: string;
  /** Symbol for pages that name none, in a replay. */
  readonly symbol: string | undefined;
  /** Gaps in the recording, which a replay skips. */
  readonly gaps: readonly Span[];
  /** Log lines about the recovery. */
  readonly notes: readonly string[];
}

export type EngineToMain =
  | TurnResult
  | EngineReady
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'closed'; readonly state: StateHash }
  /** The engine has stopped; `expected` if the reason concerns the operator (damaged journal), not a bug. */
  | { readonly kind: 'failed'; readonly message: string; readonly expected: boolean };

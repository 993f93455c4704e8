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
import type { ReplayOptions } from './replay-tape.ts';
import type { OperatorCommand } from './world.ts';

/** What the engine worker is started with. */
export interface EngineWorkerData {
  readonly folder: string;
  /** Of the simulated market; undefined takes the folder's own, or the default in a new one. */
  readonly seed: number | undefined;
  readonly replay: ReplayOptions | undefined;
  /** Time goes on by steps that a program asks for. */
  readonly steps: boolean;
  /** When a new simulated market begins, ms; undefined for now, by a clock of steps for a day that is always the same. */
  readonly begin: number | undefined;
  /** What the history holds; snapshots beyond it must not be used, or it would never learn what lies between. */
  readonly historyApplied: number;
  readonly historyPort: MessagePort;
}

export interface MarketNow {
  readonly state: MarketState;
  readonly day: DayStatistics;
}

/** Questions that do not change anything. */
export type EngineQuestion =
  | { readonly kind: 'account'; readonly id: number; readonly account: AccountId }
  | { readonly kind: 'leaders'; readonly id: number }
  | { readonly kind: 'insurance'; readonly id: number }
  | { readonly kind: 'book'; readonly id: number; readonly instrument: InstrumentId }
  /** `stored` holds the minutes that an answer without it named. */
  | { readonly kind: 'candles'; readonly id: number; readonly query: CandleQuery; readonly stored?: readonly Candle[] };

export type MainToEngine =
  | { readonly kind: 'submit'; readonly id: number; readonly command: Untimed<TraderCommand> | OperatorCommand }
  | { readonly kind: 'watch'; readonly instruments: readonly InstrumentId[] }
  /** Of a clock of steps: lets time go on; answered once it has, and everything that happened is on its way. */
  | { readonly kind: 'step'; readonly id: number; readonly milliseconds: number }
  /** Whether somebody waits for the events of an account; those of others stay in the engine. */
  | { readonly kind: 'follow'; readonly account: AccountId; readonly followed: boolean }
  /** The history has started again, and holds everything up to `applied`. */
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
/** The engine has forgotten these minutes; the history has them. */
export interface CandlesNeed {
  readonly needs: Span;
}
/** Where a step has led. */
export interface StepAnswer {
  /** Of the market, ms. */
  readonly time: number;
  /** Whether the recording has no more trades. */
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

/** What one turn of the engine brought, in the order in which the main thread must hand it on. */
export interface TurnResult {
  readonly kind: 'turn';
  /** Of the last command that had events, here or in an earlier turn. */
  readonly sequence: number;
  readonly batches: readonly EventBatch[];
  readonly books: readonly BookUpdate[];
  readonly markets: readonly MarketNow[];
  readonly bars: readonly MinuteBar[];
  readonly outcomes: readonly { readonly id: number; readonly outcome: Outcome }[];
  readonly answers: readonly { readonly id: number; readonly answer: EngineAnswer }[];
  /** Requests that failed by a fault of ours. */
  readonly faults: readonly { readonly id: number; readonly message: string }[];
}

export interface EngineReady {
  readonly kind: 'ready';
  readonly instruments: readonly Instrument[];
  readonly capabilities: VenueCapabilities;
  readonly markets: readonly MarketNow[];
  /** What the market is: its seed or its files. */
  readonly label: string;
  /** Spans in which nothing was recorded, which a replay skips. */
  readonly gaps: readonly Span[];
  /** Lines for the log: what recovery found. */
  readonly notes: readonly string[];
}

export type EngineToMain =
  | TurnResult
  | EngineReady
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'closed'; readonly state: StateHash }
  /** The engine has stopped for good; `expected` when the reason is for the operator (damaged journal), not a bug. */
  | { readonly kind: 'failed'; readonly message: string; readonly expected: boolean };

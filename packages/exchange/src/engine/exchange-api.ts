import type {
  AccountId,
  AccountState,
  BookState,
  Event,
  Instrument,
  InstrumentId,
  LeaderRecord,
  MarketState,
  Outcome,
  Timestamp,
} from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';

/** The exchange as its host sees it. `Exchange` implements it. */
export interface ExchangeApi {
  /** All that were ever listed, by id. */
  readonly instruments: readonly Instrument[];
  readonly now: Timestamp;
  /** Applies one command; what happened is appended to `events`, which the host empties or takes. */
  apply(command: Command): Outcome;
  readonly events: Event[];
  /** The events since the last call, in order; they are the caller's. */
  takeEvents(): Event[];
  /** Whether an instrument has not ended. */
  isListed(instrument: InstrumentId): boolean;
  /** Of an instrument that has not ended. */
  market(instrument: InstrumentId): MarketState;
  /** Everybody who can be followed, by rising account. */
  leaders(): readonly LeaderRecord[];
  account(account: AccountId): AccountState | undefined;
  /** Empty once the instrument has ended. */
  book(instrument: InstrumentId, depth: number): BookState;
  /** Canonical bytes of everything that `apply` reads. */
  write(): Uint8Array;
  /** Throws `InvariantBroken` when a rule that must always hold does not. */
  audit(): void;
}

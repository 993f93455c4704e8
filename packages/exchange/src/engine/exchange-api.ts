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
  OrderSelection,
} from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';

/** The exchange as its host sees it. `Exchange` implements it. */
export interface ExchangeApi {
  /** All instruments ever listed, by id. */
  readonly instruments: readonly Instrument[];
  readonly now: Timestamp;
  /** Applies one command and appends its events to `events`, which the host empties or takes. */
  apply(command: Command): Outcome;
  readonly events: Event[];
  /** Events since the last call, in order; the caller owns them. */
  takeEvents(): Event[];
  /** Whether an instrument has not ended. */
  isListed(instrument: InstrumentId): boolean;
  /** The instrument must not have ended. */
  market(instrument: InstrumentId): MarketState;
  /** All leaders, by ascending account. */
  leaders(): readonly LeaderRecord[];
  /** With all open orders, or the selected ones. */
  account(account: AccountId, orders?: OrderSelection): AccountState | undefined;
  /** Empty after the instrument has ended. */
  book(instrument: InstrumentId, depth: number): BookState;
  /** Canonical bytes of all state that `apply` reads. */
  write(): Uint8Array;
  /** Throws `InvariantBroken` if an invariant is broken. */
  audit(): void;
}

import type { AccountId, AccountState, Event, Instrument, InstrumentId, Outcome, Timed, Timestamp, TraderCommand } from '@tapedeck/domain';
import type { BookSnapshot, BookUpdate, CandleQuery, MinuteBar, VenueCapabilities } from '@tapedeck/venue';
import type { CandlesAnswer, MarketNow } from './engine-messages.ts';

/** What changed for the public since the last call. */
export interface Publication {
  readonly books: readonly BookUpdate[];
  readonly markets: readonly MarketNow[];
  readonly bars: readonly MinuteBar[];
}

/** The exchange inside, as the engine worker runs it; `Command` is its own vocabulary, of which traders' commands are a part. */
export interface World<Command extends Timed = Timed> {
  readonly instruments: readonly Instrument[];
  readonly capabilities: VenueCapabilities;
  readonly now: Timestamp;
  apply(command: Command): Outcome;
  /** Events since the last call, in order. */
  drainEvents(): Event[];
  publish(): Publication;
  account(account: AccountId): AccountState | undefined;
  book(instrument: InstrumentId): BookSnapshot;
  candles(query: CandleQuery): CandlesAnswer;
  markets(): readonly MarketNow[];
  /** Canonical bytes of everything that `apply` reads. */
  write(): Uint8Array;
}

export interface CommandCodec<Command extends Timed> {
  encode(command: Command): Uint8Array;
  decode(bytes: Uint8Array): Command;
  withTime(command: Omit<TraderCommand, 'time'>, time: Timestamp): Command;
}

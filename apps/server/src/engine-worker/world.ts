import type { AccountId, AccountState, Event, Instrument, InstrumentId, Outcome, Timestamp } from '@tapedeck/domain';
import type { BookSnapshot, BookUpdate, CandleQuery, MinuteBar, VenueCapabilities } from '@tapedeck/venue';
import { CommandEncoder, decodeCommand, type Command } from '@tapedeck/venue-paper';
import type { CandlesAnswer, MarketNow } from './engine-messages.ts';
import type { Genesis } from './genesis.ts';
import type { Tape } from './replay-tape.ts';

export { CommandEncoder, decodeCommand, type Command };

/** What changed for the public since the last call. */
export interface Publication {
  readonly books: readonly BookUpdate[];
  readonly markets: readonly MarketNow[];
  readonly bars: readonly MinuteBar[];
}

/** The exchange inside, as the engine worker runs it. */
export interface World {
  readonly instruments: readonly Instrument[];
  readonly capabilities: VenueCapabilities;
  readonly now: Timestamp;
  apply(command: Command): Outcome;
  /** Events since the last call, in order. */
  drainEvents(): readonly Event[];
  publish(): Publication;
  account(account: AccountId): AccountState | undefined;
  book(instrument: InstrumentId): BookSnapshot;
  candles(query: CandleQuery): CandlesAnswer;
  markets(): readonly MarketNow[];
  /** Canonical bytes of everything that `apply` reads. */
  write(): Uint8Array;
}

export interface WorldOptions {
  readonly genesis: Genesis;
  readonly snapshot: Uint8Array | undefined;
  readonly tape: Tape | undefined;
}
export declare function createWorld(options: WorldOptions): World;

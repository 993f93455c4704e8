import {
  refusal,
  type AccountId,
  type Instrument,
  type InstrumentId,
  type InsuranceFund,
  type LeaderRecord,
  type Outcome,
  type Refusal,
  type TraderCommand,
  type Untimed,
  type OrderSelection,
} from '@tapedeck/domain';
import { isOffered, type AccountSnapshot, type BookSnapshot, type CandleQuery, type Venue, type VenueListener } from '@tapedeck/venue';
import type { TradingGate } from './trading-gate.ts';

/** Receives each outcome of a trader's command, and its duration in milliseconds. */
export type OutcomeObserver = (outcome: Outcome, milliseconds: number) => void;

/** The venue as the gateway sees it: commands pass only if the venue offers them and the gate is open for the account. */
export class ServedVenue implements Venue {
  readonly #venue: Venue;
  readonly #gate: TradingGate;
  onOutcome: OutcomeObserver | undefined;

  constructor(venue: Venue, gate: TradingGate) {
    this.#venue = venue;
    this.#gate = gate;
  }

  async submit(command: Untimed<TraderCommand>): Promise<Outcome> {
    const refused = this.#refusalOf(command);
    if (refused !== undefined) return { refusal: refused };
    const asked = performance.now();
    const outcome = await this.#venue.submit(command);
    this.onOutcome?.(outcome, performance.now() - asked);
    return outcome;
  }

  get capabilities(): Venue['capabilities'] {
    return this.#venue.capabilities;
  }

  get instruments(): readonly Instrument[] {
    return this.#venue.instruments;
  }

  account(account: AccountId, orders?: OrderSelection): Promise<AccountSnapshot | undefined> {
    return this.#venue.account(account, orders);
  }

  leaders(): Promise<readonly LeaderRecord[]> {
    return this.#venue.leaders();
  }

  insurance(): Promise<readonly InsuranceFund[]> {
    return this.#venue.insurance();
  }

  book(instrument: InstrumentId): Promise<BookSnapshot> {
    return this.#venue.book(instrument);
  }

  market(instrument: InstrumentId): ReturnType<Venue['market']> {
    return this.#venue.market(instrument);
  }

  candles(query: CandleQuery): ReturnType<Venue['candles']> {
    return this.#venue.candles(query);
  }

  watch(instruments: readonly InstrumentId[]): void {
    this.#venue.watch(instruments);
  }

  follow(account: AccountId, followed: boolean): void {
    this.#venue.follow(account, followed);
  }

  listen(listener: VenueListener): () => void {
    return this.#venue.listen(listener);
  }

  #refusalOf(command: Untimed<TraderCommand>): Refusal | undefined {
    return isOffered(this.#venue.capabilities, command) ? this.#gate.check(command) : refusal('notOffered');
  }
}

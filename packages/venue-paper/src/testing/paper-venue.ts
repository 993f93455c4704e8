import {
  milliseconds,
  money,
  timestamp,
  type AccountId,
  type Instrument,
  type InstrumentId,
  type InsuranceFund,
  type LeaderRecord,
  type MarketState,
  type Outcome,
  type TraderCommand,
  type Untimed,
  type OrderSelection,
} from '@tapedeck/domain';
import type { Command, MarketInside, ReplayTrade } from '@tapedeck/exchange';
import type { AccountSnapshot, BookSnapshot, Candle, CandleQuery, DayStatistics, Venue, VenueListener } from '@tapedeck/venue';
import { PAPER_CAPABILITIES } from '../capabilities.ts';
import { PaperWorld } from '../world.ts';

export interface PaperVenueOptions {
  readonly instruments: readonly Instrument[];
  readonly seed: number;
  /** The time in ms; it may stand still, and is taken to stand still while it goes back. */
  readonly now: () => number;
  readonly recorded?: boolean;
  /** The simulated market lists futures and options over time. */
  readonly derivatives?: boolean;
  /** Instead of the simulated or recorded market; a world with one of its own cannot be read back. */
  readonly market?: MarketInside;
}

type Untime<C> = C extends Command ? Omit<C, 'time'> : never;

/** The built-in exchange, in this process and without a journal. */
export class PaperVenue implements Venue {
  readonly capabilities = PAPER_CAPABILITIES;
  readonly world: PaperWorld;
  readonly #now: () => number;
  readonly #listeners = new Set<VenueListener>();
  #sequence = 0;

  constructor(options: PaperVenueOptions) {
    const { instruments, seed, now, recorded = false, derivatives = false, market } = options;
    this.#now = now;
    const genesis = timestamp(now());
    this.world = PaperWorld.create({ instruments, seed, recorded, derivatives, genesis, ...(market === undefined ? {} : { market }) });
  }

  get instruments(): readonly Instrument[] {
    return this.world.instruments;
  }

  /** Applies any command at the current time and sends its events to the listeners. */
  apply(command: Untime<Command>): Outcome {
    const time = timestamp(Math.max(this.#now(), milliseconds(this.world.now)));
    const outcome = this.world.apply({ ...command, time });
    this.#sequence += 1;
    const events = this.world.takeEvents();
    if (events.length > 0) for (const listener of this.#listeners) listener.onEvents({ sequence: this.#sequence, time, events });
    return outcome;
  }

  /** Moves the exchange's clock to the current time and publishes changes; the host calls it every 50 to 100 ms. */
  tick(): void {
    this.apply({ type: 'AdvanceClock' });
    this.publish();
  }

  /** One trade of a tape; the venue must be a recorded one. */
  replay(trade: Omit<ReplayTrade, 'time' | 'type'>): void {
    this.apply({ type: 'ReplayTrade', ...trade });
  }

  /** Hands out books, markets and minutes that changed. */
  publish(): void {
    const { books, markets, minuteBars } = this.world.publish();
    for (const listener of this.#listeners) {
      for (const book of books) listener.onBook(book);
      for (const { state, day } of markets) listener.onMarket(state, day);
      for (const bar of minuteBars) listener.onMinuteBar(bar);
    }
  }

  /** Opens a unified paper account with funds in units of 1e-8 USDT. */
  openAccount(account: AccountId, funds: bigint): Outcome {
    const opened = this.apply({ type: 'OpenAccount', account, kind: 'UTA2' });
    return opened.refusal === undefined ? this.apply({ type: 'CreditAccount', account, coin: 'USDT', amount: money(funds) }) : opened;
  }

  submit(command: Untimed<TraderCommand>): Promise<Outcome> {
    return Promise.resolve(this.apply(command));
  }

  account(account: AccountId, orders?: OrderSelection): Promise<AccountSnapshot | undefined> {
    const state = this.world.account(account, orders);
    return Promise.resolve(state === undefined ? undefined : { sequence: this.#sequence, state });
  }

  leaders(): Promise<readonly LeaderRecord[]> {
    return Promise.resolve(this.world.leaders());
  }

  insurance(): Promise<readonly InsuranceFund[]> {
    return Promise.resolve(this.world.insurance());
  }

  book(instrument: InstrumentId): Promise<BookSnapshot> {
    return Promise.resolve(this.world.book(instrument));
  }

  market(instrument: InstrumentId): { readonly state: MarketState; readonly day: DayStatistics } | undefined {
    return this.world.market(instrument);
  }

  candles(query: CandleQuery): Promise<{ readonly candles: readonly Candle[]; readonly complete: boolean }> {
    return Promise.resolve(this.world.candles(query));
  }

  watch(instruments: readonly InstrumentId[]): void {
    this.apply({ type: 'WatchMarkets', instruments });
  }

  /** Reports the events of all accounts: no thread boundary filters them. */
  follow(): void {}

  listen(listener: VenueListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

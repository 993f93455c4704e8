import { isOption, type Instrument, type MarketState } from '@tapedeck/domain';
import { encodeInstrumentInfo } from '@tapedeck/protocol';
import type { InstrumentInfoFrame } from '@tapedeck/protocol';
import type { DayStatistics, Venue } from '@tapedeck/venue';
import { Subscribers, type PublicTopic, type Subscriber } from './topic.ts';

/** Repetition interval of an unchanged market, so that quiet is not taken for lost. */
export const QUIET_MS = 1_500;

/** `instrument_info.{symbol}`: always complete. */
export class InstrumentInfoTopic implements PublicTopic {
  readonly name: string;
  readonly instrument: number;
  /** The selector follows every contract, which does not count as watching its book. Options are quoted only while watched. */
  readonly cost = 'light';
  readonly watches: boolean;
  readonly #instrument: Instrument;
  readonly #venue: Pick<Venue, 'market'>;
  readonly #now: () => number;
  readonly #subscribers = new Subscribers();
  #toldAt = 0;

  constructor(instrument: Instrument, venue: Pick<Venue, 'market'>, now: () => number) {
    this.#instrument = instrument;
    this.#venue = venue;
    this.#now = now;
    this.name = `instrument_info.${instrument.symbol}`;
    this.instrument = instrument.id;
    this.watches = isOption(instrument);
  }

  add(subscriber: Subscriber): void {
    if (this.#subscribers.size === 0) this.#toldAt = this.#now();
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.remove(subscriber);
  }

  catchUp(): readonly string[] {
    const market = this.#venue.market(this.instrument);
    return market === undefined ? [] : [this.#frame(market.state, market.day)];
  }

  onMarket(state: MarketState, day: DayStatistics): void {
    if (this.#subscribers.size === 0) return;
    this.#toldAt = this.#now();
    this.#subscribers.snapshot(this, [this.#frame(state, day)]);
  }

  /** It has no timer: this runs with every message of the venue. */
  sweep(): void {
    if (this.#subscribers.size === 0 || this.#now() - this.#toldAt < QUIET_MS) return;
    const market = this.#venue.market(this.instrument);
    if (market !== undefined) this.onMarket(market.state, market.day);
  }

  #frame(state: MarketState, day: DayStatistics): string {
    const data = encodeInstrumentInfo(state, day, this.#instrument);
    const frame: InstrumentInfoFrame = { topic: this.name, type: 'snapshot', ts: this.#now(), data };
    return JSON.stringify(frame);
  }
}

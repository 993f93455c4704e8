import { venueSymbol, type Instrument } from '@tapedeck/domain';
import type { Venue } from '@tapedeck/venue';
import { Subscribers, type PublicTopic, type Subscriber } from '../../streams/topic.ts';
import { priceLimits } from '../market/price-limits.ts';
import type { Stamps } from './stamps.ts';

/** `priceLimit.{symbol}`: the highest and lowest price of an order, when they change. */
export class LimitStream implements PublicTopic {
  readonly name: string;
  readonly instrument: number;
  readonly cost = 'light';
  readonly watches = false;
  readonly #instrument: Instrument;
  readonly #venue: Pick<Venue, 'market'>;
  readonly #stamps: Stamps;
  readonly #subscribers = new Subscribers();
  #told = '';

  constructor(instrument: Instrument, venue: Pick<Venue, 'market'>, stamps: Stamps) {
    this.#instrument = instrument;
    this.#venue = venue;
    this.#stamps = stamps;
    this.name = `priceLimit.${venueSymbol(instrument)}`;
    this.instrument = instrument.id;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.remove(subscriber);
  }

  catchUp(): readonly string[] {
    const data = this.#data();
    return data === undefined ? [] : [this.#frame(data)];
  }

  onMarket(): void {
    if (this.#subscribers.size === 0) return;
    const data = this.#data();
    if (data === undefined || data === this.#told) return;
    this.#told = data;
    this.#subscribers.snapshot(this, [this.#frame(data)]);
  }

  #data(): string | undefined {
    const market = this.#venue.market(this.instrument);
    if (market === undefined) return undefined;
    return JSON.stringify({ symbol: venueSymbol(this.#instrument), ...priceLimits(this.#instrument, market.state) });
  }

  #frame(data: string): string {
    return `{"topic":"${this.name}","ts":${this.#stamps.marketTime(this.instrument)},"data":${data}}`;
  }
}

import { lots, priceUnits, ticks, type AccountId, type Event, type Instrument, type Outcome, type PlaceOrder } from '@tapedeck/domain';
import type { BookUpdate, EventBatch, MinuteBar, Venue } from '../venue.ts';

/** The venue under test, with a funded account of its own. */
export interface VenueDesk {
  readonly venue: Venue;
  readonly account: AccountId;
  /** A contract that trades all the time. */
  readonly instrument: Instrument;
  /** Advances the market by some seconds, until the venue has reported every event. */
  pass(seconds: number): Promise<void>;
}

/** Everything that a venue tells, as it comes. */
export class Heard {
  readonly batches: EventBatch[] = [];
  readonly books: BookUpdate[] = [];
  readonly bars: MinuteBar[] = [];
  markets = 0;
  readonly leave: () => void;

  constructor(venue: Venue) {
    this.leave = venue.listen({
      onEvents: (batch) => this.batches.push(batch),
      onBook: (update) => this.books.push(update),
      onMarket: () => (this.markets += 1),
      onMinuteBar: (bar) => this.bars.push(bar),
    });
  }

  get events(): readonly Event[] {
    return this.batches.flatMap(({ events }) => events);
  }

  /** Number of reports of one kind about an order. */
  count(type: 'OrderAccepted' | 'OrderCancelled', orderId: number | undefined): number {
    return this.events.filter((event) => event.type === type && event.order.orderId === orderId).length;
  }

  get total(): number {
    return this.batches.length + this.books.length + this.bars.length + this.markets;
  }
}

/** Buys a little far below the market: it rests until it is cancelled. */
export async function bidFarBelow({ venue, account, instrument }: VenueDesk, changes: Partial<PlaceOrder> = {}): Promise<Outcome> {
  const market = venue.market(instrument.id);
  if (market === undefined) throw new Error('the contract of the desk has no market');
  const last = Number(priceUnits(market.state.last) / priceUnits(instrument.tickSize));
  return venue.submit({
    type: 'PlaceOrder',
    account,
    instrument: instrument.id,
    side: 'Buy',
    orderType: 'Limit',
    price: ticks(Math.floor(last * 0.97)),
    quantity: lots(10),
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    positionIndex: 0,
    clientOrderId: '',
    source: 'form',
    ...changes,
  });
}

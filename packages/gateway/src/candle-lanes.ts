import type { CandleQuery, Venue } from '@tapedeck/venue';

type Answer = Awaited<ReturnType<Venue['candles']>>;

/** Users share no lane; all strangers share one. */
export type Lane = number | 'strangers';

/**
 * Questions for candles, one at a time in each lane: the exchange answers them in the thread that takes the orders, so an order
 * waits for one of them and not for all that a lane has asked.
 */
export class CandleLanes {
  readonly #venue: Pick<Venue, 'candles'>;
  /** The last question of each lane with questions. */
  readonly #last = new Map<Lane, Promise<unknown>>();

  constructor(venue: Pick<Venue, 'candles'>) {
    this.#venue = venue;
  }

  async ask(lane: Lane, query: CandleQuery): Promise<Answer> {
    const before = this.#last.get(lane);
    const answer = before === undefined ? this.#venue.candles(query) : before.then(() => this.#venue.candles(query));
    const settled = answer.catch(() => undefined);
    this.#last.set(lane, settled);
    try {
      return await answer;
    } finally {
      if (this.#last.get(lane) === settled) this.#last.delete(lane);
    }
  }
}

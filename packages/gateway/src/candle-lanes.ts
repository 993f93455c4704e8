import type { CandleQuery, Venue } from '@tapedeck/venue';

type Answer = Awaited<ReturnType<Venue['candles']>>;

/** Users share no lane; all strangers share one. */
export type Lane = number | 'strangers';

/** A lane, and the client that asks in it; programs of the public v5 API count as one client. */
export interface Asker {
  readonly lane: Lane;
  readonly client: string;
}

/** Questions that wait in a lane, by client; the client whose turn is next comes first. */
type Waiting = Map<string, (() => void)[]>;

/**
 * Questions for candles, one at a time in each lane: the exchange answers them in the thread that takes the orders, so an order
 * waits for one of them and not for all that a lane has asked. Clients of a lane take turns, so that none waits for all the questions
 * of another one.
 */
export class CandleLanes {
  readonly #venue: Pick<Venue, 'candles'>;
  /** Lanes with a question under way. */
  readonly #lanes = new Map<Lane, Waiting>();

  constructor(venue: Pick<Venue, 'candles'>) {
    this.#venue = venue;
  }

  async ask({ lane, client }: Asker, query: CandleQuery): Promise<Answer> {
    const waiting = this.#lanes.get(lane);
    if (waiting === undefined) this.#lanes.set(lane, new Map());
    else {
      const own = waiting.get(client) ?? [];
      waiting.set(client, own);
      await new Promise<void>((go) => own.push(go));
    }
    try {
      return await this.#venue.candles(query);
    } finally {
      this.#next(lane);
    }
  }

  #next(lane: Lane): void {
    const waiting = this.#lanes.get(lane);
    const [first] = waiting ?? [];
    if (waiting === undefined || first === undefined) {
      this.#lanes.delete(lane);
      return;
    }
    const [client, questions] = first;
    const go = questions.shift();
    waiting.delete(client);
    if (questions.length > 0) waiting.set(client, questions);
    go?.();
  }
}

/** A visitor of the web API: a user, or a client without a session. */
export const askerOf = (session: { readonly user: number } | undefined, client: string): Asker => ({
  lane: session?.user ?? 'strangers',
  client,
});

import type { Lane } from './lanes.ts';

/** Bounds of the kept answers: a few hundred pages of market data. */
const BYTES_MAX = 16 << 20;
const ENTRIES_MAX = 256;

/** Longest age of a shared answer of market data, ms of market time: the exchange itself reports a market a few times a second. */
export const MARKET_SHARE_MS = 500;

interface Kept {
  readonly answer: Promise<unknown>;
  /** Time from which it is made again, ms. */
  readonly until: number;
  readonly bytes: number;
}

/** An answer that its first caller in turn makes. */
class Flight {
  /** Once it is being made. */
  until: number | undefined;
  land: (answer: unknown) => void = () => undefined;
  fail: (error: unknown) => void = () => undefined;
  readonly answer = new Promise<unknown>((land, fail) => {
    this.land = land;
    this.fail = fail;
  });
}

interface Making<Answer> {
  readonly lane: Lane;
  /** Does the work in the turn of this caller, and not at all if it is no longer needed by then. */
  readonly inTurn: (work: () => Promise<Answer>, isNeeded: () => boolean) => Promise<Answer>;
  readonly make: () => Promise<Answer>;
  readonly weigh: (answer: Answer) => number;
}

/**
 * Answers that are the same for all callers. Each is made once at a time in its lane, for all who ask meanwhile, and kept for
 * all who ask soon after. The first of them whose turn comes makes it, so nobody waits for the place of another. An answer is never
 * older than its route allows, counted from the moment at which its making began.
 */
export class AnswerCache {
  readonly #now: () => number;
  readonly #pace: number | undefined;
  /** Answers waited for, by lane and name: a user does not wait in the lane of the strangers. */
  readonly #flights = new Map<string, Flight>();
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** `pace`: seconds of the market per second of the clock; `undefined` where only steps move the market: nothing is shared. */
  constructor(now: () => number, pace: number | undefined) {
    this.#now = now;
    this.#pace = pace;
  }

  /**
   * The answer of this name, at most `ageMs` of market time old; `make` makes it, and `weigh` gives its bytes, 0 for one that
   * is not kept, such as a refusal. All answers of a name come from the same route.
   */
  async get<Answer>(name: string, ageMs: number, { lane, inTurn, make, weigh }: Making<Answer>): Promise<Answer> {
    if (this.#pace === undefined) return inTurn(make, () => true);
    const lifeMs = ageMs / Math.max(1, this.#pace);
    const flightName = `${lane} ${name}`;
    const kept = this.#fresh(name) ?? this.#underWay(flightName);
    if (kept !== undefined) return kept as Promise<Answer>;
    const flight = this.#flights.get(flightName) ?? new Flight();
    this.#flights.set(flightName, flight);
    const own = inTurn(
      async () => {
        const until = this.#now() + lifeMs;
        flight.until = until;
        try {
          const answer = await ((this.#fresh(name) as Promise<Answer> | undefined) ?? make());
          this.#keep(name, { answer: flight.answer, until, bytes: weigh(answer) });
          flight.land(answer);
          return answer;
        } catch (error) {
          flight.fail(error);
          throw error;
        } finally {
          if (this.#flights.get(flightName) === flight) this.#flights.delete(flightName);
        }
      },
      () => flight.until === undefined,
    );
    return Promise.race([own, flight.answer as Promise<Answer>]);
  }

  #fresh(name: string): Promise<unknown> | undefined {
    const known = this.#kept.get(name);
    return known !== undefined && this.#now() < known.until ? known.answer : undefined;
  }

  /** One that is being made. One that would be too old is forgotten, and another begins. */
  #underWay(flightName: string): Promise<unknown> | undefined {
    const flight = this.#flights.get(flightName);
    if (flight?.until === undefined) return undefined;
    if (this.#now() < flight.until) return flight.answer;
    this.#flights.delete(flightName);
    return undefined;
  }

  #keep(name: string, made: Kept): void {
    if (made.bytes === 0 || made.until <= (this.#kept.get(name)?.until ?? 0)) return;
    this.#drop(name);
    this.#kept.set(name, made);
    this.#bytes += made.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= BYTES_MAX && this.#kept.size <= ENTRIES_MAX) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#kept.get(name)?.bytes ?? 0;
    this.#kept.delete(name);
  }
}

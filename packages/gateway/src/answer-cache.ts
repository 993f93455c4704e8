import type { Lane } from './lanes.ts';

/** Bounds of the kept answers: a few hundred pages of market data. */
const BYTES_MAX = 16 << 20;
const ENTRIES_MAX = 256;

/** Longest age of a shared answer of market data, ms of market time: the exchange itself reports a market a few times a second. */
export const MARKET_SHARE_MS = 500;

interface Flight {
  readonly answer: Promise<unknown>;
  /** Time from which it is made again, ms. */
  readonly until: number;
}

interface Kept extends Flight {
  readonly bytes: number;
}

/**
 * Answers that are the same for all callers. Each is made once at a time in its lane, for all who ask meanwhile, and kept for
 * all who ask soon after. It is never older than its route allows, counted from the moment at which its making began.
 */
export class AnswerCache {
  readonly #now: () => number;
  readonly #pace: number | undefined;
  /** Answers being made, by lane and name: a user does not wait in the lane of the strangers. */
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
  async get<Answer>(name: string, ageMs: number, { lane, make, weigh }: Making<Answer>): Promise<Answer> {
    if (this.#pace === undefined) return make();
    const now = this.#now();
    const flightName = `${lane} ${name}`;
    for (const known of [this.#kept.get(name), this.#flights.get(flightName)])
      if (known !== undefined && now < known.until) return known.answer as Promise<Answer>;
    const flight: Flight = { answer: make(), until: now + ageMs / Math.max(1, this.#pace) };
    this.#flights.set(flightName, flight);
    try {
      const answer = (await flight.answer) as Answer;
      this.#keep(name, { ...flight, bytes: weigh(answer) });
      return answer;
    } finally {
      if (this.#flights.get(flightName) === flight) this.#flights.delete(flightName);
    }
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

interface Making<Answer> {
  readonly lane: Lane;
  readonly make: () => Promise<Answer>;
  readonly weigh: (answer: Answer) => number;
}

/** Bounds of the kept answers: a few hundred pages of market data. */
const BYTES_MAX = 16 << 20;
const ENTRIES_MAX = 256;

/** Longest age of a shared answer of market data, ms of market time: the exchange itself reports a market a few times a second. */
export const MARKET_SHARE_MS = 500;

interface Kept {
  readonly answer: Promise<unknown>;
  /** Time from which it is made again, ms. */
  readonly until: number;
  /** 0 while it is being made. */
  bytes: number;
}

/**
 * Answers that are the same for all callers. Each is made once at a time, for all who ask meanwhile, and kept for those who
 * ask soon after. It is never older than its route allows, counted from the moment at which its making began.
 */
export class AnswerCache {
  readonly #now: () => number;
  readonly #pace: number | undefined;
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
   * is not kept, such as a refusal.
   */
  async get<Answer>(name: string, ageMs: number, { make, weigh }: Making<Answer>): Promise<Answer> {
    if (this.#pace === undefined) return make();
    const now = this.#now();
    const known = this.#kept.get(name);
    // All answers of a name come from the same route.
    if (known !== undefined && now < known.until) return known.answer as Promise<Answer>;
    this.#drop(name);
    const answer = make();
    const kept: Kept = { answer, until: now + ageMs / Math.max(1, this.#pace), bytes: 0 };
    this.#kept.set(name, kept);
    try {
      this.#weigh(name, kept, weigh(await answer));
    } catch (error) {
      this.#weigh(name, kept, 0);
      throw error;
    }
    return answer;
  }

  #weigh(name: string, kept: Kept, bytes: number): void {
    if (this.#kept.get(name) !== kept) return;
    if (bytes === 0) this.#drop(name);
    kept.bytes = bytes;
    this.#bytes += bytes;
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
  readonly make: () => Promise<Answer>;
  readonly weigh: (answer: Answer) => number;
}

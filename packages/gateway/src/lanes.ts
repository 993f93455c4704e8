/**
 * Dear work, one piece at a time in each lane: an order waits for one piece of a lane, and not for all that its callers asked
 * for. Users share no lane; all strangers share one for each kind of work.
 */
export class Lanes {
  readonly #pause: () => Promise<void>;
  /** The last piece of each lane with work. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** `pause`: lets everything else that waits go first. */
  constructor(pause: () => Promise<void>) {
    this.#pause = pause;
  }

  async run<Answer>(lane: string, work: () => Promise<Answer>): Promise<Answer> {
    const before = this.#last.get(lane);
    const answer = before === undefined ? work() : before.then(this.#pause).then(work);
    const settled = answer.catch(() => undefined);
    this.#last.set(lane, settled);
    try {
      return await answer;
    } finally {
      if (this.#last.get(lane) === settled) this.#last.delete(lane);
    }
  }
}

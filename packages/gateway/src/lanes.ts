/** Callers that share a lane for each kind of work. */
export type Lane = 'strangers' | 'users';

/** Pieces that wait in a lane, by client; the client whose turn is next comes first. */
type Waiting = Map<string, (() => void)[]>;

/**
 * Dear work, one piece at a time in each lane: an order waits for one piece of a lane, and not for all that its callers asked
 * for. All users share one for each kind of work, in which they take turns, and so do all strangers.
 */
export class Lanes {
  readonly #pause: () => Promise<void>;
  /** Lanes with a piece under way. */
  readonly #lanes = new Map<string, Waiting>();

  /** `pause`: lets everything else that waits go first. */
  constructor(pause: () => Promise<void>) {
    this.#pause = pause;
  }

  async run<Answer>(lane: string, client: string, work: () => Promise<Answer>): Promise<Answer> {
    const waiting = this.#lanes.get(lane);
    if (waiting === undefined) this.#lanes.set(lane, new Map());
    else {
      const own = waiting.get(client) ?? [];
      waiting.set(client, own);
      await new Promise<void>((go) => own.push(go));
      await this.#pause();
    }
    try {
      return await work();
    } finally {
      this.#next(lane);
    }
  }

  #next(lane: string): void {
    const waiting = this.#lanes.get(lane);
    const [first] = waiting ?? [];
    if (waiting === undefined || first === undefined) {
      this.#lanes.delete(lane);
      return;
    }
    const [client, pieces] = first;
    const go = pieces.shift();
    waiting.delete(client);
    if (pieces.length > 0) waiting.set(client, pieces);
    go?.();
  }
}

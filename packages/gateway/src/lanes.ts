/** Callers that share a lane for each kind of work. */
export type Lane = 'strangers' | 'users';

interface Piece {
  readonly go: () => void;
  readonly isNeeded: () => boolean;
}

/** Pieces that wait in a lane, by client; the client whose turn is next comes first. */
type Waiting = Map<string, Piece[]>;

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

  /** A piece that is no longer needed when its turn comes is left out: its promise never settles. */
  async run<Answer>(lane: string, client: string, work: () => Promise<Answer>, isNeeded: () => boolean = () => true): Promise<Answer> {
    const waiting = this.#lanes.get(lane);
    if (waiting === undefined) this.#lanes.set(lane, new Map());
    else {
      const own = waiting.get(client) ?? [];
      waiting.set(client, own);
      await new Promise<void>((go) => own.push({ go, isNeeded }));
      await this.#pause();
    }
    try {
      return await work();
    } finally {
      this.#next(lane);
    }
  }

  #next(lane: string): void {
    for (const [client, pieces] of this.#lanes.get(lane) ?? []) {
      const at = pieces.findIndex(({ isNeeded }) => isNeeded());
      const [piece] = at < 0 ? [] : pieces.splice(0, at + 1).slice(at);
      this.#lanes.get(lane)?.delete(client);
      if (piece === undefined) continue;
      if (pieces.length > 0) this.#lanes.get(lane)?.set(client, pieces);
      piece.go();
      return;
    }
    this.#lanes.delete(lane);
  }
}

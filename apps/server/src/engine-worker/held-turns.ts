/** Output of a turn that others will see. */
interface Shown {
  /** The record that must be durable first; 0 for none. */
  readonly shownAfter: number;
}

/** Parts of turns, held in order until the disk has confirmed them. Later ones never overtake. */
export class HeldTurns<Part extends Shown> {
  #turns: Part[] = [];

  add(turn: Part): void {
    this.#turns.push(turn);
  }

  get size(): number {
    return this.#turns.length;
  }

  get first(): Part | undefined {
    return this.#turns[0];
  }

  /** Takes the parts that may be shown once `durable` is on the disk. */
  take(durable: number): readonly Part[] {
    const first = this.#turns.findIndex(({ shownAfter }) => shownAfter > durable);
    return this.#turns.splice(0, first < 0 ? this.#turns.length : first);
  }
}

import type { FrameVerdict } from '@tapedeck/client';

/** Assembles the frames of a topic. */
interface FrameKeeper {
  receive(text: string): FrameVerdict;
  expectSnapshot(): void;
  lost(): void;
}

/** The place where scenes find the keeper. */
interface SharedPlace<Keeper> {
  keeper: Keeper | undefined;
  changed(): void;
}

export interface WorkerLineTerms<Keeper> {
  readonly keeper: Keeper;
  readonly shared: SharedPlace<Keeper>;
  /** Interval of the reports to the page. */
  readonly tellMs: number;
  tell(epoch: number, keeper: Keeper): void;
  onBroken(epoch: number): void;
}

/** One topic of the page in the worker: receives its frames and reports to the page at reading pace. */
export class WorkerLine<Keeper extends FrameKeeper> {
  readonly #terms: WorkerLineTerms<Keeper>;
  #epoch = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isTold = false;

  constructor(terms: WorkerLineTerms<Keeper>) {
    this.#terms = terms;
    terms.shared.keeper = terms.keeper;
  }

  receive(text: string): void {
    const { keeper, shared, onBroken } = this.#terms;
    const verdict = keeper.receive(text);
    if (verdict === 'ignored') return;
    if (verdict === 'right') this.#tellSoon();
    else {
      this.#forgetTelling();
      onBroken(this.#epoch);
    }
    shared.changed();
  }

  expectSnapshot(epoch: number): void {
    this.#begin(epoch);
    this.#terms.keeper.expectSnapshot();
    this.#terms.shared.changed();
  }

  lost(epoch: number): void {
    this.#begin(epoch);
    this.#terms.keeper.lost();
  }

  close(): void {
    const { keeper, shared } = this.#terms;
    this.#forgetTelling();
    // Another line may bring the same symbol meanwhile.
    if (shared.keeper === keeper) shared.keeper = undefined;
    shared.changed();
  }

  #begin(epoch: number): void {
    this.#epoch = epoch;
    this.#forgetTelling();
  }

  #forgetTelling(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isTold = false;
  }

  /** The first correct state is reported at once, further ones together. */
  #tellSoon(): void {
    if (this.#isTold) this.#timer ??= setTimeout(() => this.#tell(), this.#terms.tellMs);
    else this.#tell();
  }

  #tell(): void {
    this.#timer = undefined;
    this.#isTold = true;
    this.#terms.tell(this.#epoch, this.#terms.keeper);
  }
}

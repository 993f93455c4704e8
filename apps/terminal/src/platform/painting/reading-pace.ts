/** Copies of painted parts for assistive technology follow this often: often enough to read, rarely enough to cost nothing. */
export const READING_MS = 1_000;
/** The first change waits this long for others. */
const GATHERING_MS = 350;

/** Runs a task soon after it was asked for, and at most once in a reading's time. */
export class ReadingPace {
  readonly #task: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ranAt = Number.NEGATIVE_INFINITY;

  constructor(task: () => void) {
    this.#task = task;
  }

  ask(): void {
    const wait = Math.max(GATHERING_MS, this.#ranAt + READING_MS - performance.now());
    this.#timer ??= setTimeout(() => this.#run(), wait);
  }

  end(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    this.#timer = undefined;
    this.#ranAt = performance.now();
    this.#task();
  }
}

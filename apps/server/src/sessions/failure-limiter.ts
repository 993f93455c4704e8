const FAILURES_MAX = 10;
const WINDOW_MS = 60_000;
const KEYS_MAX = 10_000;

/** Counts failed log-ins by address or by name, so that secrets cannot be tried out. */
export class FailureLimiter {
  readonly #now: () => number;
  readonly #failures = new Map<string, { count: number; since: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  exhausted(key: string): boolean {
    const entry = this.#failures.get(key);
    if (entry === undefined) return false;
    if (this.#now() - entry.since < WINDOW_MS) return entry.count >= FAILURES_MAX;
    this.#failures.delete(key);
    return false;
  }

  note(key: string, succeeded: boolean): void {
    if (succeeded) {
      this.#failures.delete(key);
      return;
    }
    if (this.#failures.size >= KEYS_MAX) this.#failures.clear();
    const entry = this.#failures.get(key) ?? { count: 0, since: this.#now() };
    entry.count += 1;
    this.#failures.set(key, entry);
  }
}

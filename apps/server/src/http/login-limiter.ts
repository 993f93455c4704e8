const FAILURES_MAX = 10;
const WINDOW_MS = 60_000;
const ADDRESSES_MAX = 10_000;

/** Counts failed log-ins by address, so that a passphrase cannot be tried out. */
export class LoginLimiter {
  readonly #now: () => number;
  readonly #failures = new Map<string, { count: number; since: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  exhausted(address: string): boolean {
    const entry = this.#failures.get(address);
    if (entry === undefined) return false;
    if (this.#now() - entry.since < WINDOW_MS) return entry.count >= FAILURES_MAX;
    this.#failures.delete(address);
    return false;
  }

  note(address: string, succeeded: boolean): void {
    if (succeeded) {
      this.#failures.delete(address);
      return;
    }
    if (this.#failures.size >= ADDRESSES_MAX) this.#failures.clear();
    const entry = this.#failures.get(address) ?? { count: 0, since: this.#now() };
    entry.count += 1;
    this.#failures.set(address, entry);
  }
}

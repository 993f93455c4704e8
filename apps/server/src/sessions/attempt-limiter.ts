import type { ComeBackLater } from '@tapedeck/gateway';

const WINDOW_MS = 60_000;
const KEYS_MAX = 10_000;

/** An attempt, which counts from its start. */
export interface Attempt {
  /** It was not a guess after all: it does not count. */
  free(): void;
}

/**
 * Counts attempts by key (a client, a name), so that secrets cannot be guessed. An attempt counts before the secret is
 * compared, so that concurrent guesses are limited like sequential ones.
 */
export class AttemptLimiter {
  readonly #now: () => number;
  /** Attempts of one key in a minute. */
  readonly #most: number;
  /** Oldest window first. */
  readonly #windows = new Map<string, { count: number; readonly since: number }>();

  constructor(now: () => number, most: number) {
    this.#now = now;
    this.#most = most;
  }

  /** Time to wait if the key has used up its attempts of this minute. */
  reserve(key: string): Attempt | ComeBackLater {
    const now = this.#now();
    let window = this.#windows.get(key);
    if (window === undefined || now - window.since >= WINDOW_MS) {
      this.#windows.delete(key);
      this.#makeRoom(now);
      window = { count: 0, since: now };
      this.#windows.set(key, window);
    }
    if (window.count >= this.#most) return { retryAfterMs: window.since + WINDOW_MS - now };
    const counted = window;
    counted.count += 1;
    return { free: () => void (counted.count -= 1) };
  }

  /** Drops expired windows; then the oldest one if there are still too many: a flood of keys must not release all the others. */
  #makeRoom(now: number): void {
    if (this.#windows.size < KEYS_MAX) return;
    for (const [key, { since }] of this.#windows) if (now - since >= WINDOW_MS) this.#windows.delete(key);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size >= KEYS_MAX && oldest !== undefined) this.#windows.delete(oldest);
  }
}

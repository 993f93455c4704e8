import type { ComeBackLater } from './ports.ts';

const WINDOW_MS = 1_000;
const WEBHOOKS_MAX = 10_000;

/** Limits the signals of each webhook per rolling second: a runaway program must not trade the account away. */
export class SignalBudget {
  readonly #most: number;
  readonly #now: () => number;
  /** Times of the signals of the last second by token; the least recently used webhook comes first. */
  readonly #heard = new Map<string, readonly number[]>();

  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  /** Time to wait if this one exceeds the limit; `undefined` if accepted. */
  take(token: string): ComeBackLater | undefined {
    const now = this.#now();
    const recent = (this.#heard.get(token) ?? []).filter((at) => at > now - WINDOW_MS);
    const granted = recent.length < this.#most;
    this.#heard.delete(token);
    this.#heard.set(token, granted ? [...recent, now] : recent);
    // Invented tokens cannot displace a webhook in use: they soon become the older ones.
    const [oldest] = this.#heard.keys();
    if (this.#heard.size > WEBHOOKS_MAX && oldest !== undefined) this.#heard.delete(oldest);
    return granted ? undefined : { retryAfterMs: (recent[0] ?? now) + WINDOW_MS - now };
  }
}

import type { ComeBackLater } from './ports.ts';

const WINDOW_MS = 1_000;
const WEBHOOKS_MAX = 10_000;

/** How many signals each webhook may send in any rolling second: a program that runs wild must not trade the account away. */
export class SignalBudget {
  readonly #most: number;
  readonly #now: () => number;
  /** Times of the signals of the last second by token; the webhook that was heard least lately comes first. */
  readonly #heard = new Map<string, readonly number[]>();

  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  /** How long to wait when this one is too many; `undefined` when it is heard. */
  take(token: string): ComeBackLater | undefined {
    const now = this.#now();
    const recent = (this.#heard.get(token) ?? []).filter((at) => at > now - WINDOW_MS);
    const granted = recent.length < this.#most;
    this.#heard.delete(token);
    this.#heard.set(token, granted ? [...recent, now] : recent);
    // Tokens that nobody was given cannot push out a webhook that is in use: they are the older ones soon.
    const [oldest] = this.#heard.keys();
    if (this.#heard.size > WEBHOOKS_MAX && oldest !== undefined) this.#heard.delete(oldest);
    return granted ? undefined : { retryAfterMs: (recent[0] ?? now) + WINDOW_MS - now };
  }
}

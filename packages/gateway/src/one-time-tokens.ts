export const TOKEN_LIFETIME_MS = 30_000;
const TOKEN_BYTES = 32;
/** A session that requests more loses its oldest. */
const TOKENS_PER_SESSION_MAX = 8;

interface Issued {
  readonly sessionId: string;
  readonly expiresAt: number;
}

/** One-time tokens of the private stream: single use, short-lived, bound to the session that requested them. */
export class OneTimeTokens {
  /** By token, oldest first. */
  readonly #issued = new Map<string, Issued>();
  readonly #random: (bytes: number) => string;

  constructor(random: (bytes: number) => string) {
    this.#random = random;
  }

  issue(sessionId: string, now: number): string {
    this.#forget((issued) => issued.expiresAt <= now);
    const mine = [...this.#issued].filter(([, issued]) => issued.sessionId === sessionId);
    for (const [token] of mine.slice(0, Math.max(0, mine.length - TOKENS_PER_SESSION_MAX + 1))) this.#issued.delete(token);
    const token = this.#random(TOKEN_BYTES);
    this.#issued.set(token, { sessionId, expiresAt: now + TOKEN_LIFETIME_MS });
    return token;
  }

  /** Uses a token up, whichever session sends it; `true` if it is the session's own and still valid. */
  redeem(token: string, sessionId: string, now: number): boolean {
    const issued = this.#issued.get(token);
    if (issued === undefined) return false;
    this.#issued.delete(token);
    return issued.sessionId === sessionId && now < issued.expiresAt;
  }

  revoke(sessionId: string): void {
    this.#forget((issued) => issued.sessionId === sessionId);
  }

  #forget(which: (issued: Issued) => boolean): void {
    for (const [token, issued] of this.#issued) if (which(issued)) this.#issued.delete(token);
  }
}

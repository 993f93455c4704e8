import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;
/** Beyond this number of unused addresses, the oldest stop working. */
const OPEN_MAX = 16;

interface OpenToken {
  readonly hash: Buffer;
  readonly until: number;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Tokens that each log the owner in once. They live in memory: a restart ends them all. */
export class EntryTokens {
  readonly #now: () => number;
  #open: readonly OpenToken[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A new one-time token with an optional lifetime. */
  issue(lifetimeMs = Number.POSITIVE_INFINITY): string {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    this.#open = [...this.#live(), { hash: hashOf(token), until: this.#now() + lifetimeMs }].slice(-OPEN_MAX);
    return token;
  }

  /** Whether the token is valid; it is then used up. Every open token is compared, each in constant time. */
  redeem(token: string): boolean {
    const hash = hashOf(token);
    const left = this.#live().filter((open) => !timingSafeEqual(open.hash, hash));
    const found = left.length < this.#live().length;
    this.#open = left;
    return found;
  }

  #live(): readonly OpenToken[] {
    const now = this.#now();
    return this.#open.filter(({ until }) => now < until);
  }
}

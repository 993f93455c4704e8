import type { ComeBackLater } from '@tapedeck/gateway';
import { AttemptLimiter, type Attempt } from './attempt-limiter.ts';

/** Wrong passwords a minute from one client for one name. */
export const GUESSES_PER_CLIENT_AND_NAME = 10;
/** All clients together, for one name: limits guesses from many addresses. A few clients cannot use it up. */
export const GUESSES_PER_NAME = 100;
/** Maximum number of clients remembered for one name; the one with the oldest log-in makes room. */
const KNOWN_PER_NAME_MAX = 8;

/**
 * Limits password guesses. A client is only blocked by its own guesses, except while a name is guessed from many
 * addresses: then its owner can still log in from known clients.
 */
export class LoginLimits {
  readonly #byClientAndName: AttemptLimiter;
  readonly #byName: AttemptLimiter;
  /** Clients that have logged in by each name during this run, the latest one last. */
  readonly #known = new Map<string, Set<string>>();

  constructor(now: () => number) {
    this.#byClientAndName = new AttemptLimiter(now, GUESSES_PER_CLIENT_AND_NAME);
    this.#byName = new AttemptLimiter(now, GUESSES_PER_NAME);
  }

  reserve(name: string, client: string): Attempt | ComeBackLater {
    const own = this.#byClientAndName.reserve(`${client} ${name}`);
    if ('retryAfterMs' in own || this.knows(name, client)) return own;
    const shared = this.#byName.reserve(name);
    if ('retryAfterMs' in shared) {
      own.free();
      return shared;
    }
    return {
      free: () => {
        own.free();
        shared.free();
      },
    };
  }

  /** Whether the client has logged in by this name. */
  knows(name: string, client: string): boolean {
    return this.#known.get(name)?.has(client) === true;
  }

  /** The client knew the password of this name. */
  loggedIn(name: string, client: string): void {
    const clients = this.#known.get(name) ?? new Set();
    this.#known.set(name, clients);
    clients.delete(client);
    clients.add(client);
    const [oldest] = clients;
    if (clients.size > KNOWN_PER_NAME_MAX && oldest !== undefined) clients.delete(oldest);
  }
}

import type { ComeBackLater } from '@tapedeck/gateway';
import { AttemptLimiter, type Attempt } from './attempt-limiter.ts';

/** Wrong passwords a minute that one client may try for one name. */
export const GUESSES_PER_CLIENT_AND_NAME = 10;
/** Of all clients together for one name: against guesses from many addresses. One client, or a few, cannot use it up. */
export const GUESSES_PER_NAME = 100;
/** Clients that are remembered for one name; the one that logged in least lately makes room. */
const KNOWN_PER_NAME_MAX = 8;

/**
 * How often passwords may be guessed. A client is only held back by its own guesses, except while a name is guessed from everywhere: then
 * its owner still gets in from where they have logged in before.
 */
export class LoginLimits {
  readonly #byClientAndName: AttemptLimiter;
  readonly #byName: AttemptLimiter;
  /** Clients from which each name has logged in during this run, the latest one last. */
  readonly #known = new Map<string, Set<string>>();

  constructor(now: () => number) {
    this.#byClientAndName = new AttemptLimiter(now, GUESSES_PER_CLIENT_AND_NAME);
    this.#byName = new AttemptLimiter(now, GUESSES_PER_NAME);
  }

  reserve(name: string, client: string): Attempt | ComeBackLater {
    const own = this.#byClientAndName.reserve(`${client} ${name}`);
    if ('retryAfterMs' in own || this.#known.get(name)?.has(client) === true) return own;
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

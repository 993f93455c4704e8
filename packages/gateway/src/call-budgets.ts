import type { AccountId } from '@tapedeck/domain';
import type { Session } from './ports.ts';
import { ROUTES } from './routes/table.ts';
import { V5_ROUTES } from './v5/table.ts';

const WINDOW_MS = 1_000;
const HOUR_MS = 60 * 60_000;
/** In the long run, a user gets this many seconds' worth of the limit per hour. */
export const FULL_SECONDS_PER_HOUR = 600;
const SWEEP_MS = 60_000;

const TRADING: ReadonlySet<string> = new Set([
  ...ROUTES.filter(({ effect }) => effect === 'trade').map(({ path }) => path),
  ...V5_ROUTES.filter(({ access }) => access === 'trade').map(({ path }) => path),
]);
/** Cancellations have a separate budget, so that a user who sent too many orders can still cancel. */
const isCancel = (path: string): boolean => /\/order\/(cancel|close)/.test(path);
/** The exchange repeats the orders of a leader for each follower. */
const isCopied = (path: string): boolean => !isCancel(path) && /\/(order|strategy)\//.test(path);

export interface BudgetState {
  readonly granted: boolean;
  readonly limit: number;
  /** Calls left at this moment. */
  readonly left: number;
  /** Time of the next free call if none is left; otherwise now. */
  readonly resetAt: number;
}

/** The calls of one user. */
class Window {
  /** Times of the calls granted within the last second, oldest first. */
  readonly #times: number[] = [];
  /** Calls that count for the hour at the time of the newest: each second takes off the share of a second. */
  #counted = 0;
  #newest = 0;

  /** `copies`: further commands, which may use up the second and the hour, but keep no call from a second without another. */
  take(calls: number, copies: number, limit: number, now: number): BudgetState {
    const count = calls + copies;
    const counted = this.#countedAt(now, limit);
    const over = counted + count - limit * FULL_SECONDS_PER_HOUR;
    if (over > 0) {
      const wait = Math.ceil((over * HOUR_MS) / (limit * FULL_SECONDS_PER_HOUR));
      return { granted: false, limit, left: 0, resetAt: now + wait };
    }
    const state = this.#ofSecond(Math.max(calls, Math.min(count, limit)), limit, now);
    if (state.granted) {
      this.#counted = counted + count;
      this.#newest = now;
    }
    return state;
  }

  count(count: number, limit: number, now: number): void {
    this.#counted = this.#countedAt(now, limit) + count;
    this.#newest = now;
  }

  #countedAt(now: number, limit: number): number {
    return Math.max(0, this.#counted - ((now - this.#newest) * limit * FULL_SECONDS_PER_HOUR) / HOUR_MS);
  }

  #ofSecond(count: number, limit: number, now: number): BudgetState {
    let over = 0;
    while (over < this.#times.length && (this.#times[over] ?? now) <= now - WINDOW_MS) over += 1;
    this.#times.splice(0, over);
    const granted = this.#times.length + count <= limit;
    for (let call = 0; granted && call < count; call += 1) this.#times.push(now);
    const left = limit - this.#times.length;
    // Time at which the requested number has left the window.
    const blocking = granted ? undefined : this.#times[Math.max(0, this.#times.length + count - limit) - 1];
    return { granted, limit, left, resetAt: blocking === undefined ? now : blocking + WINDOW_MS };
  }

  get newest(): number {
    return this.#newest;
  }
}

/**
 * Limits the trading calls of each user per rolling second, and per hour to ten minutes of that, over all sessions and API
 * keys: the journal keeps each command for ever. Orders of a batch count one by one, and those of a leader once more for each follower.
 * Cancellations are counted separately.
 */
export class CallBudgets {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #followers: (account: AccountId) => number;
  readonly #windows = new Map<string, Window>();
  #sweptAt = 0;

  /** `followers`: those of a leader; 0 for other accounts. */
  constructor(limit: number, now: () => number, followers: (account: AccountId) => number) {
    this.#limit = limit;
    this.#now = now;
    this.#followers = followers;
  }

  /** `undefined` for calls without a limit. */
  take(path: string, body: unknown, session: Session | undefined): BudgetState | undefined {
    if (session === undefined || !TRADING.has(path)) return undefined;
    const now = this.#now();
    this.#sweep(now);
    const window = this.#window(isCancel(path) ? 'cancel' : 'order', session.user);
    const calls = countOf(body);
    return window.take(calls, calls * this.#copies(path, session.account), this.#limit, now);
  }

  /** Takes an order that a user places by other means than a call. */
  order(user: number, account: AccountId): BudgetState {
    return this.#window('order', user).take(1, this.#followers(account), this.#limit, this.#now());
  }

  /**
   * Counts commands that a granted call sends beyond its first, such as the cancels of a cancel-all: for the hour, because the
   * journal keeps each of them.
   */
  count(path: string, { user, account }: Pick<Session, 'user' | 'account'>, commands: number): void {
    if (commands <= 0) return;
    const all = commands * (1 + this.#copies(path, account));
    this.#window(isCancel(path) ? 'cancel' : 'order', user).count(all, this.#limit, this.#now());
  }

  #copies(path: string, account: AccountId): number {
    return isCopied(path) ? this.#followers(account) : 0;
  }

  #window(kind: 'order' | 'cancel', user: number): Window {
    const name = `${kind} ${user}`;
    const window = this.#windows.get(name) ?? new Window();
    this.#windows.set(name, window);
    return window;
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    for (const [name, window] of this.#windows) if (window.newest <= now - HOUR_MS) this.#windows.delete(name);
  }
}

/** Number of orders in a batch, or one. */
function countOf(body: unknown): number {
  const rows: unknown = typeof body === 'object' && body !== null && 'request' in body ? body.request : undefined;
  return Array.isArray(rows) ? Math.max(1, rows.length) : 1;
}

/** Names of the public v5 API. */
export const budgetHeaders = ({ limit, left, resetAt }: BudgetState): Readonly<Record<string, string>> => ({
  'x-bapi-limit': String(limit),
  'x-bapi-limit-status': String(left),
  'x-bapi-limit-reset-timestamp': String(resetAt),
});

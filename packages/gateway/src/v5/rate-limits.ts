import { CATEGORIES, type Category } from '@tapedeck/protocol/v5';
import type { CallLimit } from './v5-route.ts';

const WINDOW_MS = 1_000;
/** Idle time after which a user is forgotten. */
const FORGET_MS = 60_000;

/** Remaining budget of a limit after a call. */
export interface LimitState {
  /** Number of the calls, or of their orders, that may proceed: the first ones. */
  readonly granted: number;
  readonly limit: number;
  readonly left: number;
  /** Time of the next free place if none is left, otherwise now; ms. */
  readonly resetAt: number;
}

/** Calls allowed per user and route in a rolling second. */
export class RateLimits {
  /** Times of the granted calls, oldest first, by user, route and category. */
  readonly #windows = new Map<string, number[]>();
  readonly #now: () => number;
  #sweptAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes up to `count` places. */
  take(user: number, path: string, category: string | undefined, limits: CallLimit, count: number): LimitState {
    const now = this.#now();
    this.#sweep(now);
    const { limit, counted } = limitOf(limits, category);
    const name = `${user} ${path} ${counted}`;
    const times = this.#windows.get(name) ?? [];
    this.#windows.set(name, times);
    while ((times[0] ?? now) <= now - WINDOW_MS) times.shift();
    const granted = Math.min(count, Math.max(0, limit - times.length));
    for (let call = 0; call < granted; call += 1) times.push(now);
    const left = limit - times.length;
    return { granted, limit, left, resetAt: left > 0 ? now : (times[0] ?? now) + WINDOW_MS };
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < FORGET_MS) return;
    this.#sweptAt = now;
    for (const [name, times] of this.#windows) if ((times.at(-1) ?? 0) <= now - FORGET_MS) this.#windows.delete(name);
  }
}

const isCategory = (text: string | undefined): text is Category => CATEGORIES.some((category) => category === text);

/**
 * Calls with an unknown category share the smallest limit. Parameters are validated afterwards, so invented names must
 * neither bypass the limit nor fill memory.
 */
function limitOf(limits: CallLimit, category: string | undefined): { readonly limit: number; readonly counted: Category | '' } {
  if (typeof limits === 'number') return { limit: limits, counted: '' };
  const limit = isCategory(category) ? limits[category] : undefined;
  if (!isCategory(category) || limit === undefined) return { limit: Math.min(...Object.values(limits)), counted: '' };
  return { limit, counted: category };
}

/** The headers of every signed answer. */
export const limitHeaders = ({ limit, left, resetAt }: Omit<LimitState, 'granted'>): Readonly<Record<string, string>> => ({
  'X-Bapi-Limit': String(limit),
  'X-Bapi-Limit-Status': String(left),
  'X-Bapi-Limit-Reset-Timestamp': String(resetAt),
});

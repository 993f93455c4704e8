import { CATEGORIES, type Category } from '@tapedeck/protocol';
import type { CallLimit } from './v5-route.ts';

const WINDOW_MS = 1_000;
/** Of a user that sends nothing for so long, nothing is remembered. */
const FORGET_MS = 60_000;

/** What is left of a limit after a call. */
export interface LimitState {
  /** How many of the calls, or of the orders in one, may go on: the first ones. */
  readonly granted: number;
  readonly limit: number;
  readonly left: number;
  /** When a place is free again if none is, otherwise now; ms. */
  readonly resetAt: number;
}

/** Calls that each user may make of each route in any rolling second (reference, section 1.7). */
export class RateLimits {
  /** The times of the calls that were granted, oldest first, by user, route and category. */
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
 * Of calls that name no category that the route knows, the smallest limit holds, for all of them together: their parameters are looked
 * at afterwards, and made-up names must neither get around the limit nor be remembered.
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

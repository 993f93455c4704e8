import { money } from '@tapedeck/domain';

/** Times, throttles and limits of the terminal, each here and nowhere else. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** Seven days. */
export const TOKEN_COOKIE_MINUTES = 10_080;
export const COOKIE_LIFETIME_DAYS = 100;
/** Retention time of a request's tag. */
export const CLIENT_TAG_TRACKED_MS = 60_000;
/** The rate-limit message shows at most once within this time. */
export const RATE_LIMIT_TOAST_MS = 10_000;
export const TOKEN_RETRIES_MAX = 3;
export const TOKEN_RETRY_MS = 500;
/** Delay after the last change before the choice 'do not prompt again' is sent. */
export const REVERSE_TIP_DEBOUNCE_MS = 1_000;
/** Time for which buttons shake when there is nothing to cancel. */
export const SHAKE_MS = 1_000;
export const RECENT_ORDERS_MAX = 10;
export const RECENT_ORDERS_TRIM = 5;
/** Interval between requests for a part that could not be loaded at the start. */
export const LOAD_RETRY_MS = 2_000;
/** Unavailable spot lists are requested again after this pause, then after twice of it, and so on. */
export const SPOT_RETRY_MIN_MS = 1_000;
export const SPOT_RETRY_MAX_MS = 16_000;
/** Number of failures after which the pause stops growing. */
export const SPOT_RETRIES_MAX = 5;
export const PRICE_OFFSET_TICKS: readonly number[] = [10, 50, 200];
/** 0.01 times, in hundredths. */
export const MIN_CROSS_LEVERAGE_HUNDREDTHS = 1n;

/** Levels per side of a followed book. */
export const BOOK_DEPTH = 200;

/** Value at the mark price from which a position has the VIP poster. */
export const POSTER_VIP_VALUE = money(1_000_000n * 100_000_000n);
/** Bonus in the text of a poster. */
export const POSTER_BONUS = 5_000;

import { money } from '@tapedeck/domain';

/** Times, throttles and limits of the terminal (specification, section 9), each here and nowhere else. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** Seven days. */
export const TOKEN_COOKIE_MINUTES = 10_080;
export const COOKIE_LIFETIME_DAYS = 100;
/** How long the tag of a request is remembered. */
export const CLIENT_TAG_TRACKED_MS = 60_000;
/** The rate-limit message shows at most once in this time. */
export const RATE_LIMIT_TOAST_MS = 10_000;
export const TOKEN_RETRIES_MAX = 3;
export const TOKEN_RETRY_MS = 500;
/** The choice 'do not prompt again' is sent this long after the last change. */
export const REVERSE_TIP_DEBOUNCE_MS = 1_000;
/** How long buttons shake when there is nothing to cancel. */
export const SHAKE_MS = 1_000;
export const RECENT_ORDERS_MAX = 10;
export const RECENT_ORDERS_TRIM = 5;
/** Spot lists that could not be had are asked for again after this pause, then after twice of it, and so on. */
export const SPOT_RETRY_MIN_MS = 1_000;
export const SPOT_RETRY_MAX_MS = 16_000;
/** After so many the pause does not grow any more. */
export const SPOT_RETRIES_MAX = 5;
export const PRICE_OFFSET_TICKS: readonly number[] = [10, 50, 200];
/** 0.01 times, in hundredths. */
export const MIN_CROSS_LEVERAGE_HUNDREDTHS = 1n;

/** Levels of each side of a book that are followed. */
export const BOOK_DEPTH = 200;

/** Value at the mark price above which a position has the VIP poster. */
export const POSTER_VIP_VALUE = money(1_000_000n * 100_000_000n);
/** Bonus that the text of a poster names. */
export const POSTER_BONUS = 5_000;

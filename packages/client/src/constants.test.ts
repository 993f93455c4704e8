import { describe, expect, it } from 'vitest';
import { leverage } from '@tapedeck/domain';
import * as constants from './constants.ts';

describe('constants of the specification', () => {
  it('CST-02 times and throttles', () => {
    expect(constants).toMatchObject({
      REQUEST_TIMEOUT_MS: 10_000,
      TOKEN_COOKIE_MINUTES: 7 * 24 * 60,
      COOKIE_LIFETIME_DAYS: 100,
      CLIENT_TAG_TRACKED_MS: 60_000,
      RATE_LIMIT_TOAST_MS: 10_000,
      TOKEN_RETRIES_MAX: 3,
      TOKEN_RETRY_MS: 500,
      REVERSE_TIP_DEBOUNCE_MS: 1_000,
      SHAKE_MS: 1_000,
      RECENT_ORDERS_MAX: 10,
      RECENT_ORDERS_TRIM: 5,
    });
    expect(constants.PRICE_OFFSET_TICKS).toEqual([10, 50, 200]);
  });

  it('CST-01 the least cross leverage', () => {
    expect(leverage(constants.MIN_CROSS_LEVERAGE_HUNDREDTHS)).toBe(1n);
  });
});

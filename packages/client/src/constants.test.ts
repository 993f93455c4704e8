import { describe, expect, it } from 'vitest';
import { leverage, rate } from '@tapedeck/domain';
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
      LAYOUT_SAVE_THROTTLE_MS: 500,
      MARK_LINE_THROTTLE_MS: 500,
      MARK_LINE_RETRY_MS: 500,
    });
    expect(constants.DEPTH_RATIOS).toEqual([1, 2, 4, 10]);
    expect(constants.PRICE_OFFSET_TICKS).toEqual([10, 50, 200]);
  });

  it('CST-01 default fee rate and the least cross leverage', () => {
    expect(rate(constants.DEFAULT_FEE_RATE_UNITS)).toBe(55_000n);
    expect(leverage(constants.MIN_CROSS_LEVERAGE_HUNDREDTHS)).toBe(1n);
  });
});

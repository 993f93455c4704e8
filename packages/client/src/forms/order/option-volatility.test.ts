import { describe, expect, test } from 'vitest';
import { price, priceUnits, timestamp, type Instrument, type MarketState } from '@tapedeck/domain';
import { BTC } from '../../testing/instruments.ts';
import { priceOfVolatility, volatilityOfPrice } from './option-volatility.ts';

const UNIT = 100_000_000n;
const YEAR_MS = 365 * 86_400_000;
// A tick of 0.1.
const option: Instrument = {
  ...BTC,
  kind: 'UsdcOption',
  deliveryAt: timestamp(YEAR_MS / 4),
  option: { strike: price(60_000n * UNIT), right: 'Call' },
};
const market = { time: timestamp(0), option: { forward: 60_000 } } as unknown as MarketState;

describe('MKT-07 the price of an option by its volatility', () => {
  test('at the money: 60,000 × (2 N(0.6 × 0.5 ÷ 2) − 1) = 7,154.10 for 60 %', () => {
    expect(priceOfVolatility(option, market, '60')).toBe(price(7_154n * UNIT + UNIT / 10n));
  });
  test('and back, as far as a tick tells', () => {
    for (const percent of ['5.00', '42.37', '60.00', '150.00']) {
      const at = priceOfVolatility(option, market, percent);
      const text = String(Number(priceUnits(at ?? price(0n))) / 1e8);
      expect(Math.abs(Number(volatilityOfPrice(option, market, text)) - Number(percent))).toBeLessThanOrEqual(0.01);
    }
  });
  test('nothing where there is no such volatility, no market or no text', () => {
    expect(priceOfVolatility(option, market, '')).toBeUndefined();
    expect(priceOfVolatility(option, market, '0')).toBeUndefined();
    expect(priceOfVolatility(BTC, market, '60')).toBeUndefined();
    // A call is never worth more than the forward.
    expect(volatilityOfPrice(option, market, '60001')).toBe('');
    expect(volatilityOfPrice(option, market, '')).toBe('');
  });
});

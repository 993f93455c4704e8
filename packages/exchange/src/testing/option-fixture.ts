import { money, price, quantity, rate, timestamp, type Instrument, type VolatilitySurface } from '@tapedeck/domain';
import { GENESIS, btc } from './exchange-fixture.ts';

const UNIT = 100_000_000n;
export const WEEK = 7 * 86_400_000;
/** 60 % for every strike and date, forwards at the index: Black-76 by hand. */
export const FLAT: VolatilitySurface = { level: 0.6, nearPremium: 0, skew: 0, curvature: 0, carry: 0 };

/** BTC call of 31,000, a week to go: tick 1 USDT, lot 0.01 BTC, fees 0.02 % and 0.03 %, delivery 0.015 %. */
export const call: Instrument = {
  ...btc,
  symbol: 'BTC-8JAN26-31000-C-USDT',
  kind: 'UsdtOption',
  tickSize: price(UNIT),
  priceDigits: 0,
  lotSize: quantity(UNIT / 100n),
  quantityDigits: 2,
  tickLotValue: money(UNIT / 100n),
  minNotional: money(0n),
  makerFee: rate(20_000n),
  takerFee: rate(30_000n),
  tiers: [],
  leverageSections: [],
  fundingIntervalHours: 0,
  priceLimitRate: rate(5_000_000n),
  deliveryAt: timestamp(GENESIS + WEEK),
  deliveryFee: rate(15_000n),
  option: { strike: price(31_000n * UNIT), right: 'Call' },
};
export const put: Instrument = {
  ...call,
  id: 1,
  symbol: 'BTC-8JAN26-31000-P-USDT',
  option: { strike: price(31_000n * UNIT), right: 'Put' },
};

import type { Instrument } from '../instruments/instrument.ts';
import { lots, quantity, ticks } from '../values/quantities.ts';
import type { Lots } from '../values/types.ts';
import { BTC, at, ladder, percent, times, usdt } from './linear-instrument.ts';

/** Contracts of 1 USD. */
export const contracts = (count: number): Lots => lots(count);
/** An amount of BTC or ETH. */
export const coin = usdt;

/** BTCUSD with a tick of 0.01: the first risk tier is the published one, the others serve the tests. */
export const BTC_INVERSE: Instrument = {
  ...BTC,
  symbol: 'BTCUSD',
  kind: 'InversePerpetual',
  quoteCoin: 'USD',
  settleCoin: 'BTC',
  lotSize: quantity(100_000_000n),
  quantityDigits: 0,
  tickLotValue: usdt('0.01'),
  maxPrice: ticks(100_000_000),
  minOrder: lots(1),
  maxLimitOrder: lots(1_000_000_000),
  maxMarketOrder: lots(1_000_000_000),
  maxPostOnlyOrder: lots(1_000_000_000),
  minNotional: usdt('0'),
  takerFee: percent('0.055'),
  tiers: ladder('150 0.005 0.01 100 0 | 300 0.01 0.02 50 0.75 | 450 0.015 0.03 33.33 2.25 | 100000 0.02 0.04 25 4.5'),
  leverageSections: [times('1'), times('100')],
};

/** BTCUSD on the tick of the exchange's list. */
export const BTC_INVERSE_TICK_HALF: Instrument = { ...BTC_INVERSE, tickSize: at('0.5'), priceDigits: 1, maxPrice: ticks(2_000_000) };

import type { Instrument } from '@tapedeck/domain';
import { BTC_LADDER, ETH_LADDER, SMALL_COIN_LADDER, SOL_LADDER } from './ladders.ts';
import { perpetual } from './perpetual.ts';

const HUNDRED_TIMES = ['1', '3', '5', '10', '25', '50', '100'];
const SEVENTY_FIVE_TIMES = ['1', '3', '5', '10', '25', '50', '75'];

export const BTCUSDT: Instrument = perpetual({
  kind: 'LinearPerpetual',
  id: 0,
  baseCoin: 'BTC',
  tickSize: '0.1',
  lotSize: '0.001',
  maxPrice: '1999999.8',
  maxLimitOrder: '1190',
  maxMarketOrder: '119',
  priceLimitRate: '0.01',
  depthMergeTimes: [1, 10, 50, 100, 500, 1000],
  leverageSections: HUNDRED_TIMES,
  ladder: BTC_LADDER,
});

export const ETHUSDT: Instrument = perpetual({
  kind: 'LinearPerpetual',
  id: 1,
  baseCoin: 'ETH',
  tickSize: '0.01',
  lotSize: '0.01',
  maxPrice: '199999.98',
  maxLimitOrder: '7240',
  maxMarketOrder: '724',
  priceLimitRate: '0.02',
  depthMergeTimes: [1, 10, 50, 100, 500, 1000],
  leverageSections: HUNDRED_TIMES,
  ladder: ETH_LADDER,
});

export const SOLUSDT: Instrument = perpetual({
  kind: 'LinearPerpetual',
  id: 2,
  baseCoin: 'SOL',
  tickSize: '0.01',
  lotSize: '0.1',
  maxPrice: '19999.98',
  maxLimitOrder: '79770',
  maxMarketOrder: '7977',
  priceLimitRate: '0.03',
  depthMergeTimes: [1, 2, 5, 10, 50, 100],
  leverageSections: HUNDRED_TIMES,
  ladder: SOL_LADDER,
});

export const XRPUSDT: Instrument = perpetual({
  kind: 'LinearPerpetual',
  id: 3,
  baseCoin: 'XRP',
  tickSize: '0.0001',
  lotSize: '1',
  maxPrice: '1999.9998',
  maxLimitOrder: '10965300',
  maxMarketOrder: '2467800',
  priceLimitRate: '0.05',
  depthMergeTimes: [1, 2, 5, 10, 50, 100],
  leverageSections: SEVENTY_FIVE_TIMES,
  ladder: SMALL_COIN_LADDER,
});

export const DOGEUSDT: Instrument = perpetual({
  kind: 'LinearPerpetual',
  id: 4,
  baseCoin: 'DOGE',
  tickSize: '0.00001',
  lotSize: '1',
  maxPrice: '199.99998',
  maxLimitOrder: '43678900',
  maxMarketOrder: '5991100',
  priceLimitRate: '0.05',
  depthMergeTimes: [1, 2, 5, 10, 50, 100],
  leverageSections: SEVENTY_FIVE_TIMES,
  ladder: SMALL_COIN_LADDER,
});

/** The first five, used by tests and benchmarks; the position in the list is the id. */
export const LINEAR_INSTRUMENTS: readonly Instrument[] = [BTCUSDT, ETHUSDT, SOLUSDT, XRPUSDT, DOGEUSDT];

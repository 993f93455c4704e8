import { leverage, lots, money, price, quantity, rate, ticks, timestamp, type Instrument } from '@tapedeck/domain';

const UNIT = 100_000_000n;

/** BTCUSDT as listed by the simulated market, with its first three risk tiers. */
export const BTC: Instrument = {
  id: 0,
  symbol: 'BTCUSDT',
  kind: 'LinearPerpetual',
  status: 'Trading',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSize: price(10_000_000n),
  priceDigits: 1,
  lotSize: quantity(100_000n),
  quantityDigits: 3,
  tickLotValue: money(10_000n),
  minPrice: ticks(1),
  maxPrice: ticks(19_999_998),
  minOrder: lots(1),
  maxLimitOrder: lots(1_190_000),
  maxMarketOrder: lots(119_000),
  maxPostOnlyOrder: lots(1_190_000),
  minNotional: money(5n * UNIT),
  makerFee: rate(20_000n),
  takerFee: rate(55_000n),
  tiers: [
    {
      limit: money(2_000_000n * UNIT),
      maintenanceRate: rate(500_000n),
      initialRate: rate(1_000_000n),
      maxLeverage: leverage(10_000n),
      deduction: money(0n),
    },
    {
      limit: money(2_600_000n * UNIT),
      maintenanceRate: rate(560_000n),
      initialRate: rate(1_110_000n),
      maxLeverage: leverage(9_000n),
      deduction: money(1_200n * UNIT),
    },
    {
      limit: money(3_200_000n * UNIT),
      maintenanceRate: rate(630_000n),
      initialRate: rate(1_250_000n),
      maxLeverage: leverage(8_000n),
      deduction: money(3_020n * UNIT),
    },
  ],
  leverageSections: [leverage(100n), leverage(1_000n), leverage(10_000n)],
  fundingIntervalHours: 8,
  fundingCap: rate(375_000n),
  priceLimitRate: rate(1_000_000n),
  depthMergeTimes: [1, 10, 100],
};

/** A call of 31,000 on BTC in USDT: tick 1, lot 0.01. */
export const BTC_CALL: Instrument = {
  ...BTC,
  id: 7,
  symbol: 'BTC-25DEC26-31000-C-USDT',
  kind: 'UsdtOption',
  tickSize: price(UNIT),
  priceDigits: 0,
  lotSize: quantity(1_000_000n),
  quantityDigits: 2,
  tickLotValue: money(1_000_000n),
  minNotional: money(0n),
  takerFee: rate(30_000n),
  tiers: [],
  leverageSections: [],
  fundingIntervalHours: 0,
  priceLimitRate: rate(5_000_000n),
  deliveryAt: timestamp(1_798_185_600_000),
  option: { strike: price(31_000n * UNIT), right: 'Call' },
};

/** A second instrument, with a coarser lot and finer tick. */
export const ETH: Instrument = {
  ...BTC,
  id: 1,
  symbol: 'ETHUSDT',
  baseCoin: 'ETH',
  tickSize: price(1_000_000n),
  priceDigits: 2,
  lotSize: quantity(1_000_000n),
  quantityDigits: 2,
  tickLotValue: money(10_000n),
};

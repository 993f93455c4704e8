// The terminal's built-in list of contracts equals the exchange's, except for the sample of the specification (docs/decisions/0014). `npm run unit -- tools/default-catalogue.test.mjs -u` writes it.
import { leverage, lots, money, price, rate, ticks } from '@tapedeck/domain';
import { PERPETUALS } from '@tapedeck/market-sim';
import { encodeRawContract, rawSymbolListResult, parseWire } from '@tapedeck/protocol';
import { expect, it } from 'vitest';

const UNIT = 100_000_000n;
const FILE = '../packages/client/src/catalogue/default-catalogue.json';

/** A risk-limit step of 1,000,000: each tier adds half a percent to both rates, and joins the one before without a step. */
const TIERS = Array.from({ length: 10 }, (_, at) => {
  const step = BigInt(at);
  const limit = (step + 1n) * 1_000_000n * UNIT;
  const [initial, maintenance] = [1_000_000n + step * 500_000n, 500_000n + step * 500_000n];
  return {
    limit: money(limit),
    initialRate: rate(initial),
    maintenanceRate: rate(maintenance),
    maxLeverage: leverage(10_000_000_000n / initial),
    // Half a percent of each limit below.
    deduction: money((step * (step + 1n) * 1_000_000n * UNIT) / 400n),
  };
});
const SAMPLE = { maxLimitOrder: lots(100_000), maxMarketOrder: lots(100_000), maxPostOnlyOrder: lots(100_000), tiers: TIERS };
const sampled = (instrument) =>
  instrument.symbol === 'BTCUSDT'
    ? { ...instrument, ...SAMPLE, tickSize: price(UNIT / 2n), minPrice: ticks(1), maxPrice: ticks(3_999_999) }
    : instrument;

const contractsOf = (kind) =>
  PERPETUALS.filter((instrument) => instrument.kind === kind).map((instrument) => encodeRawContract(sampled(instrument)));
const list = {
  version: 'builtIn',
  LinearPerpetual: contractsOf('LinearPerpetual'),
  InversePerpetual: contractsOf('InversePerpetual'),
  InverseFutures: [],
  UsdcPerpetual: contractsOf('UsdcPerpetual'),
  UsdcFutures: [],
  LinearFutures: [],
};

it('CAT-06 the built-in list is that of the built-in exchange: five inverse contracts, thirty linear ones, six in USDC', async () => {
  const names = (family) => list[family].map(({ symbolName }) => symbolName);
  expect(parseWire(rawSymbolListResult, list)).toEqual(list);
  expect(names('InversePerpetual')).toEqual(['BTCUSD', 'ETHUSD', 'EOSUSD', 'XRPUSD', 'DOTUSD']);
  expect(names('LinearPerpetual')).toHaveLength(30);
  expect(names('UsdcPerpetual')).toEqual(['BTCPERP', 'ETHPERP', 'SOLPERP', 'ADAPERP', 'AVAXPERP', 'XRPPERP']);
  // The sample of the specification.
  expect(list.LinearPerpetual[0]).toMatchObject({
    ...{ symbolName: 'BTCUSDT', tickSize: '0.5', minQty: '0.001', maxNewOrderQty: '100' },
    ...{ baseInitialMarginRateE4: '100', baseMaintenanceMarginRateE4: '50', baseMaxOrdPzValue: '1000000', stepMaxOrdPzValue: '1000000' },
  });
  await expect(`${JSON.stringify(list)}\n`).toMatchFileSnapshot(FILE);
});

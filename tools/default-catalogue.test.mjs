// The terminal's built-in list of contracts equals the exchange's. `npm run unit -- tools/default-catalogue.test.mjs -u` writes it.
import { PERPETUALS } from '@tapedeck/market-sim';
import { encodeRawContract, rawSymbolListResult, parseWire } from '@tapedeck/protocol';
import { expect, it } from 'vitest';

const FILE = '../packages/client/src/catalogue/default-catalogue.json';

const contractsOf = (kind) =>
  PERPETUALS.filter((instrument) => instrument.kind === kind).map((instrument) => encodeRawContract(instrument));
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
  // Figures on which the sample and the venue agree; docs/decisions/0014 covers the rest.
  expect(list.LinearPerpetual[0]).toMatchObject({
    symbolName: 'BTCUSDT',
    minQty: '0.001',
    baseInitialMarginRateE4: '100',
    baseMaintenanceMarginRateE4: '50',
  });
  await expect(`${JSON.stringify(list)}\n`).toMatchFileSnapshot(FILE);
});

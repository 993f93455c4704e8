import { expect, it } from 'vitest';
import { contractTypeOf } from './contract-type.ts';

it.each([
  ['BTCUSDT', 'LinearPerpetual'],
  ['1000PEPEUSDT', 'LinearPerpetual'],
  ['BTCUSDT-29DEC26', 'LinearFutures'],
  ['BTCPERP', 'UsdcPerpetual'],
  ['ETHUSDC', 'UsdcPerpetual'],
  ['BTC-29DEC26', 'UsdcFutures'],
  ['BTCUSD', 'InversePerpetual'],
  ['BTCUSDZ26', 'InverseFutures'],
  ['BTCUSD-4DEC26', 'InverseFutures'],
  ['BTC-29DEC26-60000-C', 'UsdcOption'],
  ['BTC-29DEC26-60000-P-USDT', 'UsdtOption'],
  ['BTC/USDT', 'Spot'],
  ['BTCUSDT_UNIFORM', 'Uniform'],
  ['BTCUSDT_COPY_TRADE', 'COPY_TRADE'],
  ['btcusdt', 'Unknown'],
  ['BTC-29DEC26-C', 'Unknown'],
  ['', 'Unknown'],
])('CAT-09 the name %s tells the type %s', (symbol, type) => {
  expect(contractTypeOf(symbol)).toBe(type);
});

import type { InstrumentKind } from './instrument.ts';

/** Types that a symbol's name tells; `Uniform` and `COPY_TRADE` mark the contracts of other venues, and this exchange lists none. */
export type ContractType = Exclude<InstrumentKind, 'FuturesSpread'> | 'Uniform' | 'COPY_TRADE' | 'Unknown';

const DATE = String.raw`\d{1,2}[A-Z]{3}\d{2}`;
/** The letter of a month and the year, as in `BTCUSDZ26`. */
const MONTH = String.raw`[FGHJKMNQUVXZ]\d{2}`;

const NAMES: readonly (readonly [type: ContractType, name: RegExp])[] = [
  ['COPY_TRADE', /_COPY_TRADE$/],
  ['Uniform', /_UNIFORM$/],
  ['Spot', /^[A-Z0-9]+\/[A-Z0-9]+$/],
  ['UsdtOption', new RegExp(`^[A-Z0-9]+-${DATE}-\\d+-[CP]-USDT$`)],
  ['UsdcOption', new RegExp(`^[A-Z0-9]+-${DATE}-\\d+-[CP]$`)],
  ['LinearFutures', new RegExp(`^[A-Z0-9]+USDT-${DATE}$`)],
  ['InverseFutures', new RegExp(`^[A-Z0-9]+USD(-${DATE}|${MONTH})$`)],
  ['UsdcFutures', new RegExp(`^[A-Z0-9]+-${DATE}$`)],
  ['LinearPerpetual', /^[A-Z0-9]+USDT$/],
  ['UsdcPerpetual', /^[A-Z0-9]+(PERP|USDC)$/],
  ['InversePerpetual', /^[A-Z0-9]+USD$/],
];

/** CAT-09: the contract type of a symbol that no list names, from its name. */
export const contractTypeOf = (symbol: string): ContractType => NAMES.find(([, name]) => name.test(symbol))?.[0] ?? 'Unknown';

import type { ContractKind, InstrumentKind } from '@tapedeck/domain';

/** Products by their names in the addresses of trade histories. */
export const HISTORY_PRODUCTS = {
  'uniform-usdt': 'LinearPerpetual',
  'usdt-future': 'LinearFutures',
  'usdc-perpetual': 'UsdcPerpetual',
  'usdc-future': 'UsdcFutures',
  'uniform-inverse-perpetual': 'InversePerpetual',
  'uniform-inverse-future': 'InverseFutures',
} as const satisfies Record<string, ContractKind>;

export type HistoryProduct = keyof typeof HISTORY_PRODUCTS;
export const PRODUCT_NAMES = Object.keys(HISTORY_PRODUCTS) as readonly HistoryProduct[];

export const tradeHistoryPath = (product: HistoryProduct): string => `/user/assets/order/derivatives/${product}/trade-history`;

/** Address of the trade history that contains an instrument's fills. */
export function tradeHistoryOf(kind: InstrumentKind): string | undefined {
  const product = PRODUCT_NAMES.find((name) => HISTORY_PRODUCTS[name] === kind);
  return product && tradeHistoryPath(product);
}

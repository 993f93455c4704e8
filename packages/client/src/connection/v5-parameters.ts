import { contractTypeOf } from '@tapedeck/domain';
import type { Query } from './http.ts';

/** Calls of the v5 wrapper; the others belong to the platform. */
const WRAPPED = /^\/(contract\/v5|fapi)\//;
/** These name their business type in a header instead. */
const BUSINESS_IN_HEADER = /^\/private\/position\//;

export type Business = 'usdt' | 'usdc' | 'inverse';

/** Fields of a call that determine its business type. */
export interface CallSubject {
  readonly symbol?: unknown;
  readonly settleCoin?: unknown;
}

/** A call without a symbol or a coin belongs to the first business type. */
const USUAL: Business = 'usdt';

/** Business type of an unlisted symbol, from its name. A pair belongs to that of its quote coin. */
function businessOfName(symbol: string): Business {
  const type = contractTypeOf(symbol);
  if (type.startsWith('Usdc') || (type === 'Spot' && symbol.endsWith('USDC'))) return 'usdc';
  return type.startsWith('Inverse') ? 'inverse' : USUAL;
}

export function businessOf({ symbol, settleCoin }: CallSubject, listed: (symbol: string) => Business | undefined): Business {
  if (typeof symbol === 'string') return listed(symbol) ?? businessOfName(symbol);
  return settleCoin === 'USDC' ? 'usdc' : USUAL;
}

/** Query parameters that the v5 wrapper adds to a call. */
export const v5Parameters = (path: string, business: Business): Query =>
  WRAPPED.test(path) ? { category: 'fbu', business, 'response-format': 'hump' } : {};

export const v5Headers = (path: string, business: Business): Readonly<Record<string, string>> =>
  BUSINESS_IN_HEADER.test(path) ? { business } : {};

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

/**
 * Business type of an unlisted symbol, from its name: contracts and options in USDC name no quote coin (`BTCPERP`,
 * `BTC-25DEC26`, `BTC-25DEC26-60000-C`), or USDC itself.
 */
function businessOfName(symbol: string): Business {
  if (/USDT/.test(symbol)) return 'usdt';
  if (/USDC|PERP$|^[A-Z0-9]+-\d/.test(symbol.replace(/^[A-Z0-9]+USD-/, ''))) return 'usdc';
  return /USD($|[^A-Z]|[FGHJKMNQUVXZ]\d)/.test(symbol) ? 'inverse' : USUAL;
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

import type { Query } from './http.ts';

/** The calls of the v5 wrapper; the others are the platform's own. */
const WRAPPED = /^\/(contract\/v5|fapi)\//;
/** These name their business in a header instead. */
const BUSINESS_IN_HEADER = /^\/private\/position\//;

export type Business = 'usdt' | 'usdc' | 'inverse';

/** What of a call tells its business. */
export interface CallSubject {
  readonly symbol?: unknown;
  readonly settleCoin?: unknown;
}

/** A call without a symbol or a coin belongs to the first business. */
const USUAL: Business = 'usdt';

/**
 * The business of a symbol that no list has told yet, by its name: contracts and options in USDC name no quote coin (`BTCPERP`,
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

/** What the v5 wrapper adds to the address of a call. */
export const v5Parameters = (path: string, business: Business): Query =>
  WRAPPED.test(path) ? { category: 'fbu', business, 'response-format': 'hump' } : {};

export const v5Headers = (path: string, business: Business): Readonly<Record<string, string>> =>
  BUSINESS_IN_HEADER.test(path) ? { business } : {};

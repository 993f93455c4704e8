import type { Query } from './http.ts';

/** The calls of the v5 wrapper; the others are the platform's own. */
const WRAPPED = /^\/(contract\/v5|fapi)\//;

/** Which business a symbol belongs to, by the coin that it settles in; a call without a symbol belongs to the first. */
function businessOf(symbol: unknown): 'usdt' | 'usdc' | 'inverse' {
  if (typeof symbol !== 'string') return 'usdt';
  if (/USDC|PERP$/.test(symbol)) return 'usdc';
  return /USD($|[^A-Z]|[FGHJKMNQUVXZ]\d)/.test(symbol) ? 'inverse' : 'usdt';
}

/** What the v5 wrapper adds to the address of a call about `symbol`. */
export function v5Parameters(path: string, symbol: unknown): Query {
  return WRAPPED.test(path) ? { category: 'fbu', business: businessOf(symbol), 'response-format': 'hump' } : {};
}

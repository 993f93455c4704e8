export const HOME_SYMBOL = 'BTCUSDT';

/** The symbol of a trade page's address (specification, section 2). */
export function symbolOfPath(path: string): string | undefined {
  return /^\/trade\/usdt\/([^/]+)\/?$/.exec(path)?.[1];
}

export const tradePath = (symbol: string): string => `/trade/usdt/${symbol}`;

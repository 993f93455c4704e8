export type PriceTrend = 'UP' | 'NORMAL' | 'DOWN';

/** Where a price went. */
export function priceTrend(before: bigint, now: bigint): PriceTrend {
  return now > before ? 'UP' : now < before ? 'DOWN' : 'NORMAL';
}

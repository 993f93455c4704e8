export type PriceTrend = 'UP' | 'NORMAL' | 'DOWN';

/** Direction of the last price change. */
export function priceTrend(before: bigint, now: bigint): PriceTrend {
  return now > before ? 'UP' : now < before ? 'DOWN' : 'NORMAL';
}

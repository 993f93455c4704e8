import type { Instrument } from '../instruments/instrument.ts';
import { divFloor, SCALE, wholeBigint } from '../values/integer.ts';
import { rateUnits, tickCount, ticks } from '../values/quantities.ts';
import type { Rate, Ticks } from '../values/types.ts';
import type { Side } from './order.ts';

/** Maximum distance from the best price at which a market order may fill: a share of that price, or a count of ticks. */
export type SlippageLimit = { readonly type: 'Percent'; readonly share: Rate } | { readonly type: 'TickSize'; readonly ticks: number };

/** Bounds of the limit: 1 to 10,000 ticks (110108), 0.01% to 10% (110109). */
export const SLIPPAGE_TICKS_MIN = 1;
export const SLIPPAGE_TICKS_MAX = 10_000;
export const SLIPPAGE_SHARE_MIN = 10_000n;
export const SLIPPAGE_SHARE_MAX = 10_000_000n;

export function slippageInRange(limit: SlippageLimit): boolean {
  if (limit.type === 'TickSize') {
    return Number.isSafeInteger(limit.ticks) && limit.ticks >= SLIPPAGE_TICKS_MIN && limit.ticks <= SLIPPAGE_TICKS_MAX;
  }
  const share = rateUnits(limit.share);
  return share >= SLIPPAGE_SHARE_MIN && share <= SLIPPAGE_SHARE_MAX;
}

/**
 * The worst tick at which a market order with this limit may fill when the other side's best price is `best`: a buy at most
 * best + n ticks or best × (1 + share), rounded down to a tick; a sell the mirror, rounded up (docs/concepts/price-limits.md).
 */
export function slippageTick(instrument: Instrument, side: Side, best: Ticks, limit: SlippageLimit): Ticks {
  const at = tickCount(best);
  const room = limit.type === 'TickSize' ? limit.ticks : Number(divFloor(wholeBigint(at) * rateUnits(limit.share), SCALE));
  const worst = side === 'Buy' ? at + room : at - room;
  return ticks(Math.min(Math.max(worst, tickCount(instrument.minPrice)), tickCount(instrument.maxPrice)));
}

/** Distance in ticks for a share of a price, rounded down, at least one. */
export function shareInTicks(at: number, share: Rate): number {
  return Math.max(1, Number(divFloor(wholeBigint(at) * rateUnits(share), SCALE)));
}

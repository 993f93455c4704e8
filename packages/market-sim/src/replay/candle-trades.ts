import { divFloor, type Side } from '@tapedeck/domain';

/** A trade of a tape: time in ms, price and quantity in units of 1e-8. */
export interface RecordedTrade {
  readonly symbol: string;
  readonly time: number;
  readonly side: Side;
  readonly price: bigint;
  readonly quantity: bigint;
}

/** A bar of a recording; prices and volume in units of 1e-8. */
export interface RecordedBar {
  readonly symbol: string;
  readonly start: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: bigint;
}

/** Trade times of the four prices of a bar: at its start, after a quarter, in the middle, one sixtieth before its end. */
const MOMENTS = [0, 15, 30, 59] as const;
const MOMENTS_IN_BAR = 60;
const SIDES: readonly Side[] = ['Buy', 'Sell'];

/** `volume` in `parts`, in whole lots if it suffices, the rest in the last; they sum to it exactly. */
function shares(volume: bigint, parts: number, lot: bigint): bigint[] {
  const even = divFloor(volume, BigInt(parts));
  const part = even >= lot ? divFloor(even, lot) * lot : even;
  return Array.from({ length: parts }, (_, i) => (i === parts - 1 ? volume - part * BigInt(parts - 1) : part));
}

/**
 * At most four trades that reproduce the bar exactly: open, the extreme behind it, the other one, close. A bar without
 * volume that stays at the previous close has no trade.
 */
export function tradesOfBar(bar: RecordedBar, width: number, lot: bigint, previousClose: bigint | undefined): RecordedTrade[] {
  const { symbol, start, open, high, low, close, volume } = bar;
  const rises = close >= open;
  const prices = rises ? [open, low, high, close] : [open, high, low, close];
  const points = prices.flatMap((price, i) => (i > 0 && price === prices[i - 1] ? [] : [{ price, moment: MOMENTS[i] ?? 0 }]));
  if (volume === 0n && points.length === 1 && open === previousClose) return [];
  const quantities = shares(volume, points.length, lot);
  return points.map(({ price, moment }, i) => {
    const before = points[i - 1]?.price ?? previousClose ?? open;
    const side = price === before ? SIDES[rises ? 0 : 1] : SIDES[price > before ? 0 : 1];
    return {
      symbol,
      time: start + Math.floor((width * moment) / MOMENTS_IN_BAR),
      side: side ?? 'Buy',
      price,
      quantity: quantities[i] ?? 0n,
    };
  });
}

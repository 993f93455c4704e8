import type { Side } from '../orders/order.ts';

/** 0 one-way, 1 the long and 2 the short side of hedge mode. */
export type PositionIndex = 0 | 1 | 2;
/** `MergedSingle` is one-way, `BothSide` is hedge mode. */
export type PositionMode = 'MergedSingle' | 'BothSide';
export type MarginMode = 'cross' | 'isolated';
export type PositionSide = 'LONG' | 'SHORT';

/** LONG is Buy, SHORT is Sell. */
export const positionSideOf = (side: Side): PositionSide => (side === 'Buy' ? 'LONG' : 'SHORT');

/** The position an opening order of `side` belongs to. */
export function positionIndexOf(mode: PositionMode, side: PositionSide): PositionIndex {
  if (mode === 'MergedSingle') return 0;
  return side === 'LONG' ? 1 : 2;
}

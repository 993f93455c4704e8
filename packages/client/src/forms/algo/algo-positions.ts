import { lotCount, opposite, type PositionRecord, type Side } from '@tapedeck/domain';
import type { AlgoContext, AlgoDraft } from './algo-form.ts';

/** Kinds that close a position: each button belongs to the position that it closes. */
export const closesPosition = ({ kind }: Pick<AlgoDraft, 'kind'>): boolean => kind === 'Trailing' || kind === 'MmRateClose';

/** Kinds that trade both sides and have one button. */
export const hasOneButton = ({ kind }: Pick<AlgoDraft, 'kind'>): boolean => kind === 'Grid';

/** The open position that an order of `side` would close. */
export function closablePosition(side: Side, { positions }: AlgoContext): PositionRecord | undefined {
  return positions?.find((own) => own.side === opposite(side) && lotCount(own.size) > 0);
}

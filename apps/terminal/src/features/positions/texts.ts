import { textHook } from '../../platform/texts.tsx';
import type { Instrument, PositionRecord } from '@tapedeck/domain';
import english from './text.en.json';

export const usePositionsText = textHook('positions', english);

/** Name of a position; the long and the short of one contract have different names. */
export function positionName(text: ReturnType<typeof usePositionsText>, { symbol }: Instrument, { side }: PositionRecord): string {
  return side === 'Buy' ? text('name.long', { symbol }) : text('name.short', { symbol });
}

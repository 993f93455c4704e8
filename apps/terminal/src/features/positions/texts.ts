import { textHook } from '../../platform/texts.tsx';
import type { Instrument, PositionRecord } from '@tapedeck/domain';
import type english from './text.en.json';

export const usePositionsText = textHook<typeof english>('positions');

/** What a position is called: a long and a short of one contract are two. */
export function positionName(text: ReturnType<typeof usePositionsText>, { symbol }: Instrument, { side }: PositionRecord): string {
  return side === 'Buy' ? text('name.long', { symbol }) : text('name.short', { symbol });
}

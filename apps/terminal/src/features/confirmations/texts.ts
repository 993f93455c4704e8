import type { PositionView } from '@tapedeck/client';
import { textHook } from '../../platform/texts.tsx';
import english from './text.en.json';

export const useConfirmationText = textHook('confirmations', english);
export type ConfirmationText = ReturnType<typeof useConfirmationText>;

/** Name of a position; the long and the short of one contract have different names. */
export const nameOf = (text: ConfirmationText, { instrument: { symbol }, record }: PositionView): string =>
  record.side === 'Buy' ? text('position.long', { symbol }) : text('position.short', { symbol });

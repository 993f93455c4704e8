import type { PositionView } from '@tapedeck/client';
import { textHook } from '../../platform/texts.tsx';
import type english from './text.en.json';

export const useConfirmationText = textHook<typeof english>('confirmations');
export type ConfirmationText = ReturnType<typeof useConfirmationText>;

/** What a position is called: a long and a short of one contract are two. */
export const nameOf = (text: ConfirmationText, { instrument: { symbol }, record }: PositionView): string =>
  record.side === 'Buy' ? text('position.long', { symbol }) : text('position.short', { symbol });

import type { MarketFeed } from '@tapedeck/client';
import { textHook } from '../../platform/texts.tsx';
import type english from './text.en.json';

export const useDetailsText = textHook<typeof english>('contract-details');

/** What every part of the dialog is made for. */
export interface PartProps {
  readonly feed: MarketFeed;
}

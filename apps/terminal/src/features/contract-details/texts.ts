import type { MarketFeed } from '@tapedeck/client';
import { textHook } from '../../platform/texts.tsx';
import english from './text.en.json';

export const useDetailsText = textHook('contract-details', english);

/** Props of every part of the dialog. */
export interface PartProps {
  readonly feed: MarketFeed;
}

import { textHook } from '../../platform/texts.tsx';
import type english from './text.en.json';

export const useCopyText = textHook<typeof english>('copy-trading');

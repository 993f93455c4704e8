import { textHook } from '../../platform/texts.tsx';
import type english from './text.en.json';

export const useBoardText = textHook<typeof english>('option-board');

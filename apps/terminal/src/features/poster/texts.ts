import { textHook } from '../../platform/texts.tsx';
import type english from './text.en.json';

export const usePosterText = textHook<typeof english>('poster');

import { textHook } from '../../platform/texts.tsx';
import type english from './text.en.json';

export const useSpotText = textHook<typeof english>('spot-form');
/** Errors come as codes of the client. */
export const useSpotErrorText = textHook<Record<`error.${string}`, string>>('spot-form');

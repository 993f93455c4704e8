import { textHook } from '../../platform/texts.tsx';
import type english from './text.en.json';

export const useAlgoText = textHook<typeof english>('algo-form');
/** Errors and lines of the preview come as codes of the client. */
export const useCodeText = textHook<Record<`error.${string}` | `fact.${string}`, string>>('algo-form');

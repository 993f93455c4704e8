import { textHook } from '../../platform/texts.tsx';
import type english from './text.en.json';

export const useOrderFormText = textHook<typeof english>('order-form');
/** Errors come as codes of the client; a code without words is shown as it is. */
export const useErrorText = textHook<Record<`error.${string}`, string>>('order-form');

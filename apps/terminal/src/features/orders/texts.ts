import { textHook } from '../../platform/texts.tsx';
import type english from './text.en.json';

export const useOrdersText = textHook<typeof english>('orders');
/** What is wrong with a typed value comes as a code of the client. */
export const useOrdersIssueText = textHook<Record<`error.${string}`, string>>('orders');

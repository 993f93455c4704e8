import { textHook } from '../../platform/texts.tsx';
import { ownErrorText } from '../../widgets/form-texts.ts';
import english from './text.en.json';

export const useAlgoText = textHook('algo-form', english);
export const useAlgoErrorText = ownErrorText('algo-form', english);
/** Preview lines are codes of the client. */
export const useFactText = textHook<Record<`fact.${string}`, string>>('algo-form', english);

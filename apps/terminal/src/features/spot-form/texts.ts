import { textHook } from '../../platform/texts.tsx';
import { ownErrorText } from '../../widgets/form-texts.ts';
import english from './text.en.json';

export const useSpotText = textHook('spot-form', english);
export const useSpotErrorText = ownErrorText('spot-form', english);

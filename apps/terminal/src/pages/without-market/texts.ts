import { textHook } from '../../platform/texts.tsx';
import english from './text.en.json';

export const useText = textHook('without-market', english);

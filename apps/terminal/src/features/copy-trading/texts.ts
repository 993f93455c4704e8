import { textHook } from '../../platform/texts.tsx';
import english from './text.en.json';

export const useCopyText = textHook('copy-trading', english);

import { textHook } from '../../platform/texts.tsx';
import english from './text.en.json';

export const useBoardText = textHook('option-board', english);

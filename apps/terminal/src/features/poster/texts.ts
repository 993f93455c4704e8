import { textHook } from '../../platform/texts.tsx';
import english from './text.en.json';

export const usePosterText = textHook('poster', english);

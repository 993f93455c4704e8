import { textHook } from '../../platform/texts.tsx';
import english from './text.en.json';

export const useTpslText = textHook('tpsl', english);

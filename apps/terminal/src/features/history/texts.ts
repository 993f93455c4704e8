import { textHook } from '../../platform/texts.tsx';
import english from './text.en.json';

export const useHistoryText = textHook('history', english);

import { textHook } from '../../../platform/texts.tsx';
import english from './text.en.json';

export const useEntryText = textHook('entry-dialogs', english);

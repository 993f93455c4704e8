import { textHook } from '../../platform/texts.tsx';
import type english from './text.en.json';

export const useHistoryText = textHook<typeof english>('history');

/** Colour of an amount of the wire by its sign. */
export const signTone = (text: string): 'up' | 'down' | undefined =>
  text.startsWith('-') ? 'down' : /[1-9]/.test(text) ? 'up' : undefined;

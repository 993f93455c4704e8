import { textHook } from '../../../platform/texts.tsx';
import english from './text.en.json';

export const useFigureText = textHook('order-figures', english);

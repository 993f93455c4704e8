import { textHook } from '../../platform/texts.tsx';
import type english from './text.en.json';

export const useApiKeyText = textHook<typeof english>('api-keys');

import type { TpslIssueCode } from '@tapedeck/client';
import { textHook, type Translate } from '../../platform/texts.tsx';
import type english from './text.en.json';

export const useTpslText = textHook<typeof english>('tpsl');

/** Words for what the form has to say. */
export const useIssueText: () => Translate<`issue.${TpslIssueCode}`> = useTpslText;

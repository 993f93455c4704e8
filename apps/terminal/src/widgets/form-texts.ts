import type { TpslIssueCode } from '@tapedeck/client';
import type { Messages } from '@tapedeck/i18n';
import { useMemo } from 'react';
import { textHook, useTexts, type Translate } from '../platform/texts.tsx';
import english from './text.en.json';

type ErrorTexts = Record<`error.${string}`, string>;
export type ErrorWords = Translate<`error.${string}`>;

/** Errors shared by order forms. They are codes of the client; a code without a text is shown as it is. */
export const useErrorText = textHook<ErrorTexts>('widgets', english);

/** Errors and warnings of TP/SL. */
export const useIssueText: () => Translate<`issue.${TpslIssueCode}`> = textHook('widgets', english);

/** The errors of a form with texts of its own, which have precedence over the shared ones. */
export function ownErrorText(namespace: string, own: Messages): () => ErrorWords {
  const useOwn = textHook<ErrorTexts>(namespace, own);
  return function useErrors() {
    const texts = useTexts();
    const [first, shared] = [useOwn(), useErrorText()];
    return useMemo(() => (key, values) => (texts.has(namespace, key) ? first : shared)(key, values), [texts, first, shared]);
  };
}

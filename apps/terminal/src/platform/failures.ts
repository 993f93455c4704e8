import {
  failureCertainty,
  failureEffect,
  failureWords,
  isSilent,
  type Failure,
  type FailureCall,
  type FailureEffect,
} from '@tapedeck/client';
import type { Texts } from '@tapedeck/i18n';
import { useMemo } from 'react';
import { textHook, useTexts } from './texts.tsx';
import type english from './errors/text.en.json';

const NAMESPACE = 'errors';

export const useErrorsText = textHook<typeof english>(NAMESPACE);

const hasText =
  (texts: Texts): FailureCall['hasText'] =>
  (key) =>
    texts.has(NAMESPACE, key);

/** A failure in words: translated where there is a text, else what the server said; `undefined` for codes that show no message. */
export function failureText(texts: Texts, failure: Failure): string | undefined {
  if (isSilent(failure)) return undefined;
  // Who is not logged in is told so, whatever was asked.
  if (commonEffect(texts, failure).kind === 'sessionOver') return texts.text(NAMESPACE, 'session');
  const words = failureWords(failure, hasText(texts));
  if ('raw' in words) return words.raw;
  const text = texts.text(NAMESPACE, words.key, words.values);
  return words.withCode === undefined ? text : texts.text(NAMESPACE, 'withCode', { code: words.withCode, text });
}

/** What stands over a failure: without an answer nobody can say that the call was refused. */
export function failureTitle(texts: Texts, failure: Failure, title: string | undefined): string {
  if (failureCertainty(failure) === 'unsettled') return texts.text(NAMESPACE, 'unsettledTitle');
  return title ?? texts.text(NAMESPACE, failureCertainty(failure) === 'notSent' ? 'notSentTitle' : 'failedTitle');
}

/** The same for components. */
export function useFailureText(): (failure: Failure) => string | undefined {
  const texts = useTexts();
  return useMemo(() => (failure) => failureText(texts, failure), [texts]);
}

/** What is to be done about a failure that somebody wants told. */
export const toldEffect = (texts: Texts, failure: Failure): FailureEffect => failureEffect(failure, { hasText: hasText(texts) });

/** What a failure means for the whole terminal, whoever asked. */
export const commonEffect = (texts: Texts, failure: Failure): FailureEffect =>
  failureEffect(failure, { hasText: hasText(texts), quiet: true });

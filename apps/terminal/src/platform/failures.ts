import {
  failureCertainty,
  failureEffect,
  failureWords,
  isSilent,
  type Failure,
  type FailureCall,
  type FailureEffect,
} from '@tapedeck/client';
import { isSpot, parseDecimal, quantityCoin, REFUSALS, valueCoin, type Instrument } from '@tapedeck/domain';
import { formatsOf, type Texts } from '@tapedeck/i18n';
import { useMemo } from 'react';
import { textHook, useTexts } from './texts.tsx';
import type english from './errors/text.en.json';

const NAMESPACE = 'errors';

export const useErrorsText = textHook<typeof english>(NAMESPACE);

const hasText =
  (texts: Texts): FailureCall['hasText'] =>
  (key) =>
    texts.has(NAMESPACE, key);

/** What kind of figure the refusals of a code name as their limit. */
const BOUNDS: ReadonlyMap<number, string> = new Map(
  Object.values(REFUSALS).flatMap((one) => ('bound' in one ? [[one.code, one.bound] as const] : [])),
);

/** A limit as the field beside it would show it, with the field's unit where the instrument is known. */
function limitText(texts: Texts, code: number, limit: string, instrument: Instrument | undefined): string {
  const shown = parseDecimal(limit) === undefined ? limit : formatsOf(texts.language.tag).decimal(limit);
  if (instrument === undefined) return shown;
  const bound = BOUNDS.get(code);
  if (bound === 'price') return `${shown} ${instrument.quoteCoin}`;
  if (bound === 'quantity') return `${shown} ${quantityCoin(instrument)}`;
  return bound === 'value' ? `${shown} ${valueCoin(instrument)}` : shown;
}

/**
 * A failure in words: translated where there is a text, else what the server said; `undefined` for codes that show no message. The limit
 * that it names has the unit of the instrument that the call was about. A refusal without words is told in general ones for a pair.
 */
export function failureText(texts: Texts, failure: Failure, instrument?: Instrument): string | undefined {
  if (isSilent(failure)) return undefined;
  // Who is not logged in is told so, whatever was asked.
  if (commonEffect(texts, failure).kind === 'sessionOver') return texts.text(NAMESPACE, 'session');
  const words = failureWords(failure, hasText(texts));
  if ('raw' in words) return words.raw;
  if (words.key === 'unknown' && instrument !== undefined && isSpot(instrument)) return texts.text(NAMESPACE, 'spotFailed');
  const { limit } = words.values ?? {};
  const values = limit === undefined ? words.values : { ...words.values, limit: limitText(texts, failure.code, limit, instrument) };
  const text = texts.text(NAMESPACE, words.key, values);
  return words.withCode === undefined ? text : texts.text(NAMESPACE, 'withCode', { code: words.withCode, text });
}

/** What stands over a failure: without an answer nobody can say that the call was refused. */
export function failureTitle(texts: Texts, failure: Failure, title: string | undefined): string {
  if (failureCertainty(failure) === 'unsettled') return texts.text(NAMESPACE, 'unsettledTitle');
  return title ?? texts.text(NAMESPACE, failureCertainty(failure) === 'notSent' ? 'notSentTitle' : 'failedTitle');
}

/** The same for components. */
export function useFailureText(instrument?: Instrument): (failure: Failure) => string | undefined {
  const texts = useTexts();
  return useMemo(() => (failure) => failureText(texts, failure, instrument), [texts, instrument]);
}

/** What is to be done about a failure that somebody wants told. */
export const toldEffect = (texts: Texts, failure: Failure): FailureEffect => failureEffect(failure, { hasText: hasText(texts) });

/** What a failure means for the whole terminal, whoever asked. */
export const commonEffect = (texts: Texts, failure: Failure): FailureEffect =>
  failureEffect(failure, { hasText: hasText(texts), quiet: true });

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
import english from './errors/text.en.json';

const NAMESPACE = 'errors';

export const useErrorsText = textHook(NAMESPACE, english);

const hasText =
  (texts: Texts): FailureCall['hasText'] =>
  (key) =>
    texts.has(NAMESPACE, key);

/** Unit of each code's limit. */
const BOUNDS: ReadonlyMap<number, string> = new Map(
  Object.values(REFUSALS).flatMap((one) => ('bound' in one ? [[one.code, one.bound] as const] : [])),
);

/** A limit in the format of its field, with the field's unit if the instrument is known. */
function limitText(texts: Texts, code: number, limit: string, instrument: Instrument | undefined): string {
  const shown = parseDecimal(limit) === undefined ? limit : formatsOf(texts.language.tag).decimal(limit);
  if (instrument === undefined) return shown;
  const bound = BOUNDS.get(code);
  if (bound === 'price') return `${shown} ${instrument.quoteCoin}`;
  if (bound === 'quantity') return `${shown} ${quantityCoin(instrument)}`;
  return bound === 'value' ? `${shown} ${valueCoin(instrument)}` : shown;
}

/**
 * A failure as text: translated if there is a text, else the server's message; `undefined` for codes without a message.
 * Its limit has the unit of the call's instrument. A refusal without a text gets a general one for a spot pair.
 */
export function failureText(texts: Texts, failure: Failure, instrument?: Instrument): string | undefined {
  if (isSilent(failure)) return undefined;
  // A visitor without a session is asked to log in, whatever the call was.
  if (commonEffect(texts, failure).kind === 'sessionOver') return texts.text(NAMESPACE, 'session');
  const words = failureWords(failure, hasText(texts));
  if ('raw' in words) return words.raw;
  if (words.key === 'unknown' && instrument !== undefined && isSpot(instrument)) return texts.text(NAMESPACE, 'spotFailed');
  const { limit } = words.values ?? {};
  const values = limit === undefined ? words.values : { ...words.values, limit: limitText(texts, failure.code, limit, instrument) };
  const text = texts.text(NAMESPACE, words.key, values);
  return words.withCode === undefined ? text : texts.text(NAMESPACE, 'withCode', { code: words.withCode, text });
}

/** Replaces the text of a refusal by the terminal itself once its cause has passed. */
export const passedText = (texts: Texts): string => texts.text(NAMESPACE, 'passed');

/** Title of a failure: without an answer, the call may not have been refused. */
export function failureTitle(texts: Texts, failure: Failure, title: string | undefined): string {
  if (failureCertainty(failure) === 'unsettled') return texts.text(NAMESPACE, 'unsettledTitle');
  return title ?? texts.text(NAMESPACE, failureCertainty(failure) === 'notSent' ? 'notSentTitle' : 'failedTitle');
}

/** The same for components. */
export function useFailureText(instrument?: Instrument): (failure: Failure) => string | undefined {
  const texts = useTexts();
  return useMemo(() => (failure) => failureText(texts, failure, instrument), [texts, instrument]);
}

/** Effect of a failure that should be shown. */
export const toldEffect = (texts: Texts, failure: Failure): FailureEffect => failureEffect(failure, { hasText: hasText(texts) });

/** Effect of a failure on the entire terminal, for any call. */
export const commonEffect = (texts: Texts, failure: Failure): FailureEffect =>
  failureEffect(failure, { hasText: hasText(texts), quiet: true });

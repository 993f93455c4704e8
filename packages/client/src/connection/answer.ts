import { failureDetails, isGoodStatus, type FailureDetails } from '../errors/failure-details.ts';
import { NO_ANSWER, NOT_AN_OBJECT } from './failure-codes.ts';

/** An answer of the web API in normalised spelling. */
export interface NormalisedAnswer {
  readonly code: number;
  readonly message: string;
  readonly result: unknown;
  readonly timeNow: number | undefined;
  readonly hasError: boolean;
  /** Refusals only. */
  readonly details?: FailureDetails;
  /** The body was a text. */
  readonly verbatim?: true;
  /** The server answered, but without a code. */
  readonly isAnswered?: true;
}

/** URI-decodes a message; text that is not URI-encoded (a stray %) stays as it came. */
export function decodeMessage(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
}

const refused = (code: number, message: string): NormalisedAnswer => ({
  code,
  message,
  result: undefined,
  timeNow: undefined,
  hasError: true,
});

/** Longer texts and markup are not messages. */
const VERBATIM_MAX = 300;

function notAnObject(text: string): NormalisedAnswer {
  const message = text.trim();
  if (message === '') return { ...refused(NOT_AN_OBJECT, ''), details: { nonResponse: true } };
  return message.length > VERBATIM_MAX || message.startsWith('<')
    ? refused(NOT_AN_OBJECT, '')
    : { ...refused(NOT_AN_OBJECT, message), verbatim: true };
}

/**
 * Code from `ret_code` or `retCode`, message from `ret_msg` or `retMsg`; a body that is not an object gives code 500. Success is code 0
 * with a `result.status_code` of none, 0 or 200.
 */
export function normaliseAnswer(body: unknown): NormalisedAnswer {
  if (typeof body === 'string') return notAnObject(body);
  if (body === null || body === undefined) return notAnObject('');
  if (typeof body !== 'object' || Array.isArray(body)) return refused(NOT_AN_OBJECT, '');
  const fields = body as Readonly<Record<string, unknown>>;
  const code = numberOf(fields['ret_code'] ?? fields['retCode']);
  const text = fields['ret_msg'] ?? fields['retMsg'];
  const message = typeof text === 'string' ? decodeMessage(text) : '';
  if (code === undefined) return { ...refused(NO_ANSWER, message), isAnswered: true };
  const result = fields['result'];
  const answer = { code, message, result, timeNow: numberOf(fields['time_now']) };
  if (code === 0 && isGoodStatus(result)) return { ...answer, hasError: false };
  const details = failureDetails(result);
  return { ...answer, hasError: true, ...(details !== undefined && { details }) };
}

/** Like `normaliseAnswer`, from the text of a body. */
export function readAnswer(body: string): NormalisedAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return notAnObject(body);
  }
  return normaliseAnswer(parsed);
}

/** The text of a JSON file as the result of an answer. */
export function readFile(body: string): NormalisedAnswer {
  try {
    return { code: 0, message: '', result: JSON.parse(body), timeNow: undefined, hasError: false };
  } catch {
    return refused(NOT_AN_OBJECT, '');
  }
}

import { NO_ANSWER, NOT_AN_OBJECT } from './failure-codes.ts';

/** An answer of the web API, whichever spelling it came in (specification, section 7). */
export interface NormalisedAnswer {
  readonly code: number;
  readonly message: string;
  readonly result: unknown;
  readonly timeNow: number | undefined;
  readonly hasError: boolean;
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

/** Code from `ret_code` or `retCode`, message from `ret_msg` or `retMsg`; success is code 0; what is no object gives code 500. */
export function normaliseAnswer(body: unknown): NormalisedAnswer {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refused(NOT_AN_OBJECT, '');
  const fields = body as Readonly<Record<string, unknown>>;
  const code = numberOf(fields['ret_code'] ?? fields['retCode']);
  const text = fields['ret_msg'] ?? fields['retMsg'];
  const message = typeof text === 'string' ? decodeMessage(text) : '';
  if (code === undefined) return refused(NO_ANSWER, message);
  return { code, message, result: fields['result'], timeNow: numberOf(fields['time_now']), hasError: code !== 0 };
}

/** As `normaliseAnswer`, from the text of a body. */
export function readAnswer(body: string): NormalisedAnswer {
  try {
    return normaliseAnswer(JSON.parse(body));
  } catch {
    return refused(NOT_AN_OBJECT, '');
  }
}

import { NotStored, failureResponse, inFormOf, type ComeBackLater, type GatewayResponse, type LastingFailure } from '@tapedeck/gateway';

/** The failure for an error of the HTTP library. Unknown errors are bugs, and their text is not sent. */
export function failureOf(error: unknown): LastingFailure {
  if (error instanceof NotStored) return 'notStored';
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'bodyTooLarge';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'notJson';
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? 'badRequest' : 'serverError';
}

/** The gateway's answer to a failure, with a more specific message where available. */
export function failureAnswer(failure: LastingFailure, now: number, message?: string): GatewayResponse {
  const response = failureResponse(failure, now);
  return message === undefined ? response : { ...response, body: { ...response.body, ret_msg: message } };
}

/** Prefix of the paths of the public v5 API. */
export const V5_PREFIX = '/v5/';

/** The body of a failure in the form of its path. */
export function failureText(path: string, answer: GatewayResponse): { readonly type: string; readonly text: string } {
  if (path.startsWith(V5_PREFIX)) return { type: 'application/json', text: JSON.stringify(v5Failure(answer)) };
  const { body, content } = inFormOf(path, answer);
  if (typeof content?.parts === 'string') return { type: content.type, text: content.parts };
  return { type: 'application/json; charset=utf-8', text: JSON.stringify(body) };
}

/** A failure in the envelope of the public v5 API. */
export function v5Failure({ body }: GatewayResponse): object {
  const { ret_code: retCode, ret_msg: retMsg, time_now: time } = body;
  return { retCode, retMsg, result: {}, retExtInfo: {}, time };
}

const MS_PER_S = 1_000;

/** The header `Retry-After`: whole seconds, rounded up, so that a waiting client is never early. */
export const retryAfter = ({ retryAfterMs }: ComeBackLater): string => String(Math.max(1, Math.ceil(retryAfterMs / MS_PER_S)));

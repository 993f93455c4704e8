import { NotStored, failureResponse, type ComeBackLater, type GatewayResponse, type LastingFailure } from '@tapedeck/gateway';

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

const MS_PER_S = 1_000;

/** The header `Retry-After`: whole seconds, rounded up, so that a waiting client is never early. */
export const retryAfter = ({ retryAfterMs }: ComeBackLater): string => String(Math.max(1, Math.ceil(retryAfterMs / MS_PER_S)));

import { failureResponse, type Failure, type GatewayResponse } from '@tapedeck/gateway';

/** Which failure an error of the HTTP library is; what it does not name is our own, and its text stays here. */
export function failureOf(error: unknown): Failure {
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'bodyTooLarge';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'notJson';
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? 'badRequest' : 'serverError';
}

/** The answer of the gateway to a failure, with words of our own where they say more. */
export function failureAnswer(failure: Failure, now: number, message?: string): GatewayResponse {
  const response = failureResponse(failure, now);
  return message === undefined ? response : { ...response, body: { ...response.body, ret_msg: message } };
}

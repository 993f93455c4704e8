import { REFUSALS } from '@tapedeck/domain';
import type { Envelope } from '@tapedeck/protocol';

/** What the transport itself refuses; business refusals are the gateway's. Codes of the public v5 API. */
export const TRANSPORT_ERRORS = {
  badRequest: { status: 400, code: REFUSALS.parameter.code, message: 'The request is not well formed.' },
  tooLarge: { status: 413, code: REFUSALS.parameter.code, message: 'The body is larger than 64 KiB.' },
  notJson: { status: 415, code: REFUSALS.parameter.code, message: 'Send application/json.' },
  notFound: { status: 404, code: REFUSALS.parameter.code, message: 'There is nothing here.' },
  foreignHost: { status: 403, code: 10005, message: 'This server is not known by that host name.' },
  foreignOrigin: { status: 403, code: 10005, message: 'Requests from other sites are refused.' },
  tooMany: { status: 429, code: 10006, message: 'Too many attempts. Wait a moment.' },
  failed: { status: 500, code: 10016, message: 'The server failed to answer.' },
} as const;

export type TransportError = keyof typeof TRANSPORT_ERRORS;

export const errorEnvelope = (error: TransportError, now: number, message: string = TRANSPORT_ERRORS[error].message): Envelope => ({
  ret_code: TRANSPORT_ERRORS[error].code,
  ret_msg: message,
  result: null,
  time_now: now,
});

/** Which of them an error of the HTTP library is; what it does not name is our own failure, and its text stays here. */
export function transportErrorOf(error: unknown): TransportError {
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'tooLarge';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'notJson';
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? 'badRequest' : 'failed';
}

import type { Caller, KeyRefused, SignedText, V5Request } from './ports.ts';

/** Maximum lead of a timestamp over the server clock. */
const AHEAD_MS = 1_000;
const RECV_WINDOW_MS = 5_000;
const RECV_WINDOW_MAX_MS = 60_000;

export const KEY_CODES = { parameter: 10001, time: 10002, key: 10003, signature: 10004, scope: 10005 } as const;

/** Signature headers of a request. */
export interface Signature extends SignedText {
  readonly timestamp: number;
  readonly recvWindow: number;
}

/** The key that a request names. */
export function keyOf({ headers }: Pick<V5Request, 'headers'>): string | undefined {
  const key = headers['x-bapi-api-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}

/** The signature of a request over the exact bytes sent; a refusal if headers are missing or invalid. */
export function signatureOf(request: V5Request): Signature | KeyRefused {
  const { method, query, body, headers, address: client } = request;
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const apiKey = keyOf(request);
  const signature = header('x-bapi-sign');
  const sentAt = header('x-bapi-timestamp');
  const window = header('x-bapi-recv-window') ?? '';
  if (apiKey === undefined) return { code: KEY_CODES.key, message: 'API key is invalid.' };
  if (signature === undefined || signature === '')
    return { code: KEY_CODES.signature, message: 'error sign! The header X-BAPI-SIGN is missing.' };
  const times = timesOf(sentAt, window);
  if (isRefused(times)) return times;
  const text = `${sentAt ?? ''}${apiKey}${window}${method === 'GET' ? query : body}`;
  return { apiKey, signature, client, text, ...times };
}

type Times = Pick<Signature, 'timestamp' | 'recvWindow'>;

/** Time of a request, and its maximum age. */
export function timesOf(sentAt: string | undefined, window: string): Times | KeyRefused {
  const timestamp = wholeNumber(sentAt);
  if (sentAt === undefined || timestamp === undefined)
    return {
      code: KEY_CODES.time,
      message: 'invalid request, please check your server timestamp: the header X-BAPI-TIMESTAMP is not a time in milliseconds.',
    };
  const recvWindow = window === '' ? RECV_WINDOW_MS : wholeNumber(window);
  if (recvWindow === undefined || recvWindow === 0)
    return {
      code: KEY_CODES.time,
      message: 'invalid request, please check your recv_window param: the header X-BAPI-RECV-WINDOW is not a number of milliseconds.',
    };
  return { timestamp, recvWindow: Math.min(recvWindow, RECV_WINDOW_MAX_MS) };
}

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Why a request is too old or too new; `undefined` if valid. */
export function timeRefusal({ timestamp, recvWindow }: Times, now: number): KeyRefused | undefined {
  if (now - recvWindow <= timestamp && timestamp < now + AHEAD_MS) return undefined;
  return {
    code: KEY_CODES.time,
    message: `invalid request, please check your server timestamp or recv_window param. req_timestamp[${timestamp}],server_timestamp[${now}],recv_window[${recvWindow}]`,
  };
}

export const isRefused = (found: Caller | Signature | Times | KeyRefused): found is KeyRefused => 'code' in found;

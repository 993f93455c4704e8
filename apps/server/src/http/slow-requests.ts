import type { ServerOptions } from 'node:http';

/** Time limit for a request to arrive. A slower one is answered 408 and disconnected. */
export interface ArrivalLimits {
  /** From the opening of the connection, or the previous answer, to the end of the headers. */
  readonly headersMs: number;
  /** To the end of the body. */
  readonly wholeMs: number;
  /** Check interval of connections, and so the maximum delay beyond the limit. */
  readonly checkMs: number;
  /** Without a byte in either direction while an answer is being made; `UnreadLimits` has the time for an answer that waits. */
  readonly stalledMs: number;
}

export const ARRIVAL_LIMITS: ArrivalLimits = { headersMs: 15_000, wholeMs: 30_000, checkMs: 5_000, stalledMs: 120_000 };

/** Above the 60 s after which usual proxies close an idle connection: the end that opened it closes it first. */
const KEEP_ALIVE_MS = 72_000;

export const arrivalOptions = ({ headersMs, wholeMs, checkMs }: ArrivalLimits): ServerOptions & { readonly handshakeTimeout: number } => ({
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: headersMs,
  requestTimeout: wholeMs,
  connectionsCheckingInterval: checkMs,
  // The TLS handshake ends before the headers begin.
  handshakeTimeout: headersMs,
});

import type { ServerOptions } from 'node:http';

/** How long a request may take to arrive. What has not by then is answered 408, and its connection closed. */
export interface ArrivalLimits {
  /** From the opening of the connection, or the answer before, to the end of the headers. */
  readonly headersMs: number;
  /** To the end of the body. */
  readonly wholeMs: number;
  /** How often connections are looked at, and so how much later than its limit one is cut. */
  readonly checkMs: number;
}

export const ARRIVAL_LIMITS: ArrivalLimits = { headersMs: 15_000, wholeMs: 30_000, checkMs: 5_000 };

export const arrivalOptions = ({ headersMs, wholeMs, checkMs }: ArrivalLimits): ServerOptions & { readonly handshakeTimeout: number } => ({
  headersTimeout: headersMs,
  requestTimeout: wholeMs,
  connectionsCheckingInterval: checkMs,
  // Of TLS: the headers come after it.
  handshakeTimeout: headersMs,
});

import { TLSSocket } from 'node:tls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { V5_SIGNED_PATHS } from '@tapedeck/gateway';
import type { ClientAddresses } from './client-address.ts';
import { pathOf } from './http-app.ts';
import { KeptBytes, SLICE_BYTES } from './kept-bytes.ts';
import { refuseLater } from './refuse-later.ts';
import type { CookieJar } from './session-cookies.ts';
import { SMALL_ANSWER_BYTES, type Reader, type UnreadAnswers } from './unread-answers.ts';
import type { V5Callers } from './v5-route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers at most `SMALL_ANSWER_BYTES`: a client with many unread answers may still ask. */
    readonly isSmall?: boolean;
  }
}

/** Bytes of a streamed answer in memory: the buffers of the stream and of the connection. */
const STREAM_BYTES = 128 << 10;
/** Wait of a client that has not read its answers. */
const RETRY_AFTER_MS = 5_000;

export interface UnreadGuardOptions {
  readonly unread: UnreadAnswers;
  readonly cookies: CookieJar;
  readonly addresses: ClientAddresses;
  readonly callers: V5Callers;
  readonly now: () => number;
}

/**
 * Keeps the answers that wait for their readers within the limits. A reader at its limit is refused before its request
 * costs anything, and every answer is counted before it is written.
 */
export function guardUnread(app: FastifyInstance, { unread, cookies, addresses, callers, now }: UnreadGuardOptions): void {
  const readerOf = (request: FastifyRequest): Reader => {
    const user = callers.userOf(request) ?? cookies.read(request.raw)?.user;
    return user === undefined ? { name: addresses.clientOf(request.raw), isStranger: true } : { name: String(user), isStranger: false };
  };
  const refusal = (request: FastifyRequest, reply: FastifyReply): string =>
    refuseLater(request, reply, { retryAfterMs: RETRY_AFTER_MS }, now());
  app.addHook('onRequest', async (request, reply) => {
    // Nothing but GET has a large answer, and signed calls answer others with a refusal.
    if (request.method !== 'GET' || request.routeOptions.config.isSmall === true || V5_SIGNED_PATHS.has(pathOf(request))) return undefined;
    return unread.isFull(readerOf(request)) ? reply.send(refusal(request, reply)) : undefined;
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOf(payload);
    // An encrypted copy waits beside the answer.
    const held = request.raw.socket instanceof TLSSocket ? 2 * bytes : bytes;
    // A response without a connection is never written.
    const isWritten = !reply.raw.destroyed && !request.raw.socket.destroyed;
    if (bytes <= SMALL_ANSWER_BYTES || !isWritten || unread.admit(readerOf(request), reply.raw, held)) {
      // The connection would keep a text as well as the bytes that it makes of it.
      done(null, typeof payload === 'string' && bytes > SMALL_ANSWER_BYTES ? Buffer.from(payload) : payload);
      return;
    }
    if (isStream(payload)) payload.destroy();
    done(null, refusal(request, reply));
  });
}

const isStream = (payload: unknown): payload is { destroy(): void } =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload && 'destroy' in payload;

/** Bytes that the process holds for an unencrypted answer until its reader has taken it. */
function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  if (Buffer.isBuffer(payload)) return payload.length;
  if (payload instanceof KeptBytes) return SLICE_BYTES;
  return isStream(payload) ? STREAM_BYTES : 0;
}

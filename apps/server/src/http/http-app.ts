import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { LastingFailure } from '@tapedeck/gateway';
import type { ServerOptions } from '../options.ts';
import { answerAndClose } from './answer-and-close.ts';
import { tlsOptions } from './certificate.ts';
import { createClientAddresses, type ClientAddresses } from './client-address.ts';
import { limitConnections } from './connection-limit.ts';
import { V5_PREFIX, failureAnswer, failureOf, v5Failure } from './errors.ts';
import { BODY_BYTES_MAX } from './json-guard.ts';
import { RequestTurns } from './request-turns.ts';
import { createSecurityHeaders, type SecurityHeaders } from './security-headers.ts';
import { ARRIVAL_LIMITS, arrivalOptions, type ArrivalLimits } from './slow-requests.ts';
import { inlineHashes, readStaticFiles, type StaticFiles } from './static-files.ts';
import { UNREAD_LIMITS, UnreadAnswers, type UnreadLimits } from './unread-answers.ts';
import { sendV5Failure } from './v5-route.ts';

export interface HttpAppOptions {
  readonly server: Pick<ServerOptions, 'trustedProxies' | 'tls'>;
  readonly terminalFolder: string;
  readonly logger: FastifyBaseLogger;
  readonly now: () => number;
  readonly arrival?: ArrivalLimits;
  readonly unread?: UnreadLimits;
}

/** HTTP without routes: all that needs no exchange, which may still be starting. */
export interface HttpApp {
  readonly app: FastifyInstance;
  readonly addresses: ClientAddresses;
  readonly headers: SecurityHeaders;
  readonly files: StaticFiles;
  readonly unread: UnreadAnswers;
}

export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { server, terminalFolder } = options;
  const headers = createSecurityHeaders({ tls: server.tls !== undefined, inline: inlineHashes(terminalFolder) });
  const addresses = createClientAddresses(server.trustedProxies, (address) =>
    options.logger.warn(
      { address },
      `${address} sends X-Forwarded-For, and is not a trusted proxy: all its visitors share the limits of one client. If it is your proxy, start with --trust-proxy ${address}`,
    ),
  );
  const app = createApp(options, headers, addresses);
  limitConnections(app.server, addresses);
  return { app, addresses, headers, files: readStaticFiles(terminalFolder), unread: new UnreadAnswers(options.unread ?? UNREAD_LIMITS) };
}

function createApp(options: HttpAppOptions, headers: SecurityHeaders, addresses: ClientAddresses): FastifyInstance {
  const { tls } = options.server;
  const { arrival = ARRIVAL_LIMITS } = options;
  const limits = arrivalOptions(arrival);
  // A missing Host is refused with the other names that the server does not have: the library would answer without a body.
  const http = { ...limits, requireHostHeader: false };
  const open = (): Server => {
    const opened = tls === undefined ? createServer(http) : createTlsServer({ ...http, ...tlsOptions(tls) });
    // The same: an expectation that the library does not know.
    return opened.on('checkExpectation', (request, response) => opened.emit('request', request, response));
  };
  return Fastify({
    serverFactory: (handle) =>
      new RequestTurns(handle, { addresses, stalledMs: arrival.stalledMs }).serve(open(), { tls: tls !== undefined }),
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // One for all requests: they are not logged individually.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    routerOptions: { querystringParser: (text: string) => ({ text }) },
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const answer = failureAnswer(failureOf(error), options.now());
      void reply.headers(headers.other);
      if (pathOf(request).startsWith(V5_PREFIX)) void sendV5Failure(reply, answer);
      else void reply.code(answer.status).send(answer.body);
    },
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => answerBrokenRequest(error, socket, options.now()),
  });
}

const BROKEN: ReadonlyMap<string, readonly [status: string, failure: LastingFailure]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'headersTooLarge']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'tooSlow']],
]);

/**
 * Input that is not HTTP gets the same typed answer, written by hand, because there is no request to reply to. It has the
 * fields of both envelopes, because its path is unknown.
 */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, now: number): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const [status, failure] = BROKEN.get(error.code ?? '') ?? ['400 Bad Request', 'badRequest'];
  const answer = failureAnswer(failure, now);
  const body = JSON.stringify({ ...answer.body, ...v5Failure(answer) });
  answerAndClose(
    socket,
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}

export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

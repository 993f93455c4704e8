import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  FAILURES,
  laterResponse,
  METHODS_OF_PATH,
  V5_PATHS,
  budgetHeaders,
  inFormOf,
  type BudgetState,
  type Content,
  type Gateway,
  type GatewayRequest,
  type GatewayResponse,
  type LastingFailure,
  type Session,
} from '@tapedeck/gateway';
import { REFUSALS } from '@tapedeck/domain';
import { registerRequest, readWire } from '@tapedeck/protocol';
import { failPoint } from '../operation/fail-point.ts';
import type { Metrics } from '../operation/metrics.ts';
import type { ServerOptions } from '../options.ts';
import { OWNER } from '../identity/identity.ts';
import { AttemptLimiter } from '../sessions/attempt-limiter.ts';
import type { EntryTokens } from '../sessions/entry-tokens.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { addEntryRoute } from './entry-route.ts';
import { compressAnswers, isRead, sendShared } from './compression.ts';
import { V5_PREFIX, failureAnswer, failureOf, retryAfter } from './errors.ts';
import { pathOf, type HttpApp } from './http-app.ts';
import { BodyRefused } from './json-guard.ts';
import { addOperationRoutes, type OperationSource } from './operation-routes.ts';
import { createOriginGuard, type OriginGuard } from './origin-guard.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { CookieJar } from './session-cookies.ts';
import { guardUnread } from './unread-guard.ts';
import { guardWork } from './work-guard.ts';
import { BodyTexts, V5Callers, addV5Route, readBodies, sendV5Failure } from './v5-route.ts';

export interface HttpServerOptions {
  readonly server: Pick<ServerOptions, 'host' | 'allowedHosts' | 'trustedProxies' | 'tls' | 'bodyToken'>;
  readonly gateway: Pick<Gateway, 'handle' | 'handleV5' | 'callBudgets' | 'workBudgets' | 'knowsKey'>;
  readonly sessions: SessionStore;
  readonly entries: EntryTokens;
  readonly http: HttpApp;
  readonly operation: OperationSource;
  readonly metrics: Metrics;
  readonly now: () => number;
}

export interface HttpServer {
  readonly guard: OriginGuard;
  /** Client of a request or an upgrade. */
  sessionOf(request: IncomingMessage): Session | undefined;
}

const MS_PER_S = 1_000;
const PARAMETER_BYTES_MAX = 512;
const METHOD_REFUSED = 405;
/** Per minute. Below the capacity of the hasher's queue, so that one client leaves room for others. */
const ATTEMPTS_PER_CLIENT = 20;
const REFUSED_LOGIN = FAILURES.loginRefused.status;
/**
 * Routes where secrets could be guessed or users created without limit, and which of their calls count. A password
 * change is limited by its user.
 */
const GUARDED: ReadonlyMap<string, (body: unknown, answer: GatewayResponse) => boolean> = new Map([
  ['/user/public/login', (_body, { status }) => status === REFUSED_LOGIN],
  ['/user/public/register', (body) => readWire(registerRequest, body).ok],
  ['/contract/v5/strategy/signal', (_body, { body }) => body.ret_code === REFUSALS.strategyUnknown.code],
]);
const API_PREFIXES = ['/contract/', '/user/public/', '/user/private/', '/v5/', '/api/'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Adds everything around the gateway to the app: authentication, body limits, headers, files. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { sessions, now } = options;
  const { app, addresses, headers, files, unread } = options.http;
  const tls = options.server.tls !== undefined;
  const guard = createOriginGuard({ boundHost: options.server.host, furtherNames: options.server.allowedHosts, tls });
  const { isForwardedTls } = addresses;
  const cookies = new CookieJar({ sessions, tls, isForwardedTls, bodyToken: options.server.bodyToken });
  const refuse = (reply: FastifyReply, failure: LastingFailure, message?: string): FastifyReply => {
    const answer = failureAnswer(failure, now(), message);
    if (pathOf(reply.request).startsWith(V5_PREFIX)) return sendV5Failure(reply, answer);
    const { status, body, content } = inFormOf(pathOf(reply.request), answer);
    return content === undefined ? reply.code(status).send(body) : sendContent(reply.code(status), content);
  };

  addSecurityHeaders(app, headers);
  compressAnswers(app);
  const texts = new BodyTexts();
  const callers = new V5Callers();
  readBodies(app, texts);
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.host === undefined) return refuse(reply, 'badRequest', 'The header Host is missing.');
    if (!guard.hostAllowed(request.raw)) return refuse(reply, 'hostUnknown');
    if (!isRead(request) && !guard.originAllowed(request.headers)) return refuse(reply, 'originRefused');
    if (expectsMore(request)) return refuse(reply, 'expectationUnknown');
    return isEncoded(request) ? refuse(reply, 'bodyEncoded') : undefined;
  });
  guardWork(app, { gateway: options.gateway, cookies, addresses, now });
  guardUnread(app, { unread, cookies, addresses, callers, now });
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof BodyRefused) return refuse(reply, 'badRequest', error.message);
    const failure = failureOf(error);
    if (failure === 'serverError') request.log.error({ err: error, path: pathOf(request) }, 'request failed');
    return refuse(reply, failure);
  });
  app.setNotFoundHandler((request, reply) =>
    refuse(allowing(reply, pathOf(request)), METHODS_OF_PATH.has(pathOf(request)) ? 'methodUnknown' : 'routeUnknown'),
  );

  addOperationRoutes(app, { ...options.operation, isOwner: (request) => cookies.read(request)?.user === OWNER }, now);
  addEntryRoute(app, { entries: options.entries, sessions, cookies });
  countRequests(app, options.metrics);
  addV5Route(app, { gateway: options.gateway, addresses, texts, callers, methodOf, readQuery });
  const guarded = guardAttempts(options);
  app.route({
    method: METHODS,
    url: '/*',
    handler: async (request, reply) => {
      const path = pathOf(request);
      const file = isRead(request) ? files.at(path) : undefined;
      if (file !== undefined) return file(request, reply);
      if (isPage(request, path)) return files.page(request, reply);
      const query = readQuery(request);
      if (query === undefined) return refuse(reply, 'badRequest', 'A query parameter is repeated or too long.');
      const known = cookies.read(request.raw);
      if (known !== undefined) cookies.renew(request, reply, known);
      const over = overBudget(reply, options.gateway.callBudgets?.take(path, request.body, known), now());
      if (over !== undefined) return send(request, reply, cookies, over);
      if (request.method === 'POST') failPoint('request read');
      const client = addresses.clientOf(request.raw);
      const answer = await guarded({ method: methodOf(request), path, query, body: request.body, session: known, client });
      return send(request, allowing(reply, path, answer.status), cookies, answer);
    },
  });
  return { guard, sessionOf: (request) => cookies.read(request) };
}

/** Calls the gateway, unless the client has used up its attempts at a guessable secret. */
function guardAttempts({ gateway, metrics, now }: HttpServerOptions): (request: GatewayRequest) => Promise<GatewayResponse> {
  const limiter = new AttemptLimiter(now, ATTEMPTS_PER_CLIENT);
  return async (request) => {
    const counts = GUARDED.get(request.path);
    if (counts === undefined) return gateway.handle(request);
    // The attempt counts before the secret is compared, so that concurrent attempts count too.
    const attempt = limiter.reserve(request.client);
    if ('retryAfterMs' in attempt) return laterResponse('tooManyRequests', attempt, now());
    const answer = await gateway.handle(request);
    if (!counts(request.body, answer)) attempt.free();
    metrics.logins.add({ outcome: answer.body.ret_code === 0 ? 'done' : 'refused' });
    return answer;
  };
}

/** Names known routes and groups all others, so that strangers cannot grow the list of series. */
function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const path = pathOf(request);
    const isNamed = METHODS_OF_PATH.has(path) || V5_PATHS.has(path);
    metrics.requests.add({ route: isNamed ? path : 'other', status: String(reply.statusCode) });
    metrics.requestSeconds.observe(reply.elapsedTime / MS_PER_S);
    if (request.method === 'POST') failPoint('request answered');
    done();
  });
}

const methodOf = (request: FastifyRequest): string => (isRead(request) ? 'GET' : request.method);

/** The HTTP library has already met the only known expectation. */
function expectsMore({ headers }: FastifyRequest): boolean {
  return headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue';
}

/** The server does not decompress bodies, so a compressed one would be misread. */
function isEncoded({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding !== '' && encoding !== 'identity';
}

/** Names the allowed methods when a path is called with another one. */
function allowing(reply: FastifyReply, path: string, status = METHOD_REFUSED): FastifyReply {
  const methods = METHODS_OF_PATH.get(path) ?? [];
  if (status !== METHOD_REFUSED || methods.length === 0) return reply;
  return reply.header('allow', methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '));
}

/** The answer to a call above the limit. */
function overBudget(reply: FastifyReply, budget: BudgetState | undefined, now: number): GatewayResponse | undefined {
  if (budget === undefined) return undefined;
  void reply.headers(budgetHeaders(budget));
  return budget.granted ? undefined : laterResponse('tooManyRequests', { retryAfterMs: budget.resetAt - now }, now);
}

/** A page of the terminal rather than an API call. */
function isPage(request: FastifyRequest, path: string): boolean {
  if (!isRead(request) || METHODS_OF_PATH.has(path) || API_PREFIXES.some((prefix) => path.startsWith(prefix))) return false;
  return path === '/' || path === '/index.html' || (request.headers.accept ?? '').includes('text/html');
}

/** Single-valued parameters of acceptable length; undefined if there are others. */
function readQuery(request: FastifyRequest): Readonly<Record<string, string>> | undefined {
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams((request.query as { text: string }).text)) {
    if (name in query || name.length + value.length > PARAMETER_BYTES_MAX) return undefined;
    query[name] = value;
  }
  return query;
}

function send(request: FastifyRequest, reply: FastifyReply, cookies: CookieJar, answer: GatewayResponse): FastifyReply {
  const token = answer.session?.kind === 'set' ? cookies.set(request.raw, reply, answer.session.session) : undefined;
  if (answer.session?.kind === 'clear') cookies.clear(request.raw, reply);
  if (answer.retryAfterMs !== undefined) void reply.header('retry-after', retryAfter({ retryAfterMs: answer.retryAfterMs }));
  if (answer.content !== undefined) return sendContent(reply.code(answer.status), answer.content);
  const body = token === undefined ? answer.body : { ...answer.body, result: { ...(answer.body.result as object), token } };
  void reply.code(answer.status).header('cache-control', 'no-store');
  return answer.shared === true ? sendShared(request, reply, answer.body) : reply.send(body);
}

/** A file is downloaded, whatever type a browser assumes. */
function sendContent(reply: FastifyReply, { type, name, parts }: Content): FastifyReply {
  void reply.type(type).header('cache-control', 'no-store');
  if (name !== undefined) void reply.header('content-disposition', `attachment; filename="${name}"`);
  return reply.send(typeof parts === 'string' ? parts : Readable.from(parts));
}

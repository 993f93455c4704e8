import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApiDocument, streamDocs, type TransportRoute } from '@tapedeck/gateway';
import { apiPage } from '../docs-pages/api-page.ts';
import { DOCS_STYLE, STYLE_PATH } from '../docs-pages/html.ts';
import { streamsPage } from '../docs-pages/streams-page.ts';
import { VERSION } from '../version.ts';
import { failureAnswer } from './errors.ts';
import { KeptText } from './kept-text.ts';

/** Inputs of the operation routes. */
export interface OperationSource {
  /** `undefined` if the server can accept orders, else the reason. */
  readonly notReady: () => string | undefined;
  /** Degraded parts while orders are still accepted; `undefined` without any. */
  readonly degraded: () => string | undefined;
  readonly metricsText: () => string;
  /** The bearer token that grants access to the metrics. */
  readonly metricsKey: string;
}

export interface OperationGuard {
  readonly isOwner: (request: IncomingMessage) => boolean;
}

const TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const METRICS = 'text/plain; version=0.0.4; charset=utf-8';

/** Routes of the transport itself; the OpenAPI document lists them with the gateway's. */
export const OPERATION_ROUTES: readonly TransportRoute[] = [
  { method: 'GET', path: '/healthz', cost: 'probe', summary: 'The process is running.', contentType: TEXT },
  {
    method: 'GET',
    path: '/readyz',
    cost: 'probe',
    summary: 'Orders are accepted; the text begins with `degraded` when another part fails.',
    contentType: TEXT,
    otherwise: { 503: 'No orders are accepted, or only cancellations; the text gives the reason.' },
  },
  {
    method: 'GET',
    path: '/metrics',
    cost: 'probe',
    summary: 'Metrics in the Prometheus format, for the owner and for the bearer of the key in the data folder.',
    contentType: METRICS,
    otherwise: { 401: 'The request has neither the session of the owner nor the key.' },
  },
  { method: 'GET', path: '/openapi.json', cost: 'file', summary: 'This document.', contentType: 'application/json' },
  { method: 'GET', path: '/docs', cost: 'file', summary: 'This document as a page.', contentType: HTML },
  { method: 'GET', path: '/docs/streams', cost: 'file', summary: 'Topics and messages of the two streams as a page.', contentType: HTML },
  { method: 'GET', path: STYLE_PATH, cost: 'file', summary: 'The style of these pages.', contentType: 'text/css; charset=utf-8' },
];

/** Hashes are compared: they have equal length, whatever was sent. */
function isBearer({ headers }: IncomingMessage, key: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${key}`));
}

export function addOperationRoutes(app: FastifyInstance, source: OperationSource & OperationGuard, now: () => number): void {
  const document = openApiDocument(VERSION, OPERATION_ROUTES);
  const fixed = new Map<string, KeptText>([
    ['/openapi.json', new KeptText(JSON.stringify(document))],
    ['/docs', new KeptText(apiPage(document))],
    ['/docs/streams', new KeptText(streamsPage(streamDocs()))],
    [STYLE_PATH, new KeptText(DOCS_STYLE)],
  ]);
  const answers: Readonly<Record<string, (request: FastifyRequest, reply: FastifyReply) => FastifyReply>> = {
    '/healthz': (_request, reply) => reply.send('ok\n'),
    '/readyz': (_request, reply) => {
      const reason = source.notReady();
      if (reason !== undefined) return reply.code(503).send(`${reason}\n`);
      const degraded = source.degraded();
      return reply.send(degraded === undefined ? 'ready\n' : `degraded: ${degraded}\n`);
    },
    '/metrics': (request, reply) => {
      if (source.isOwner(request.raw) || isBearer(request.raw, source.metricsKey)) return reply.send(source.metricsText());
      const { status, body } = failureAnswer(
        'notLoggedIn',
        now(),
        'Metrics are for the owner, or for who sends the key of the data folder.',
      );
      return reply.code(status).type('application/json; charset=utf-8').send(body);
    },
  };
  for (const { path, contentType } of OPERATION_ROUTES) {
    const text = fixed.get(path);
    app.get(path, { config: { isSmall: text === undefined && path !== '/metrics' } }, (request, reply) => {
      void reply.type(contentType).header('cache-control', 'no-cache');
      return answers[path]?.(request, reply) ?? text?.send(request, reply);
    });
  }
}

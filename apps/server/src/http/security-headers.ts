import type { FastifyInstance } from 'fastify';

/** The chart's own page; the only one that may be framed, and only by ours. */
const CHART_PAGE = '/chart.html';
const YEAR_S = 365 * 24 * 60 * 60;

/** What a trading terminal never asks a browser for. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture'];

/** Sources that stand in the page itself, by their hashes. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export interface SecurityHeaderOptions {
  readonly tls: boolean;
  readonly inline: InlineHashes;
}

export type SecurityHeaders = (path: string) => Readonly<Record<string, string>>;

/** The headers of every answer, put together once: nothing but who may frame it depends on what is asked. */
export function createSecurityHeaders(options: SecurityHeaderOptions): SecurityHeaders {
  const others = headersOf(options, "'none'");
  const chart = headersOf(options, "'self'");
  return (path) => (path === CHART_PAGE ? chart : others);
}

function headersOf({ tls, inline }: SecurityHeaderOptions, frameAncestors: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    ['script-src', "'self'", ...inline.scripts].join(' '),
    ['style-src', "'self'", ...inline.styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    `frame-ancestors ${frameAncestors}`,
    "form-action 'self'",
    "base-uri 'none'",
    ...(tls ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'content-security-policy': policy.join(';'),
    'permissions-policy': PERMISSIONS.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    // Chromium ignores the first on plain http from other machines and complains in the console.
    ...(tls ? { 'origin-agent-cluster': '?1', 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` } : {}),
  };
}

export function addSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers(request.url.split('?', 1)[0] ?? ''));
    done();
  });
}

import type { FastifyInstance } from 'fastify';

/** The chart's own page; the only one that may be framed, and only by our pages. */
const CHART_PAGE = '/chart.html';
const YEAR_S = 365 * 24 * 60 * 60;

/** Browser features that a trading terminal never uses. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture'];

/** Inline sources of the page, by their hashes. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export interface SecurityHeaderOptions {
  readonly tls: boolean;
  readonly inline: InlineHashes;
}

type Headers = Readonly<Record<string, string>>;

export interface SecurityHeaders {
  /** Headers of a page. Only the allowed frame ancestors depend on the path. */
  page(path: string): Headers;
  /** Headers of a script. A worker takes its content policy from its own script. */
  readonly script: Headers;
  /** Headers of any other answer. Browsers evaluate those of a page on pages alone, and a first load has fifty other answers. */
  readonly other: Headers;
}

/** The security headers, built once. */
export function createSecurityHeaders(options: SecurityHeaderOptions): SecurityHeaders {
  const others = headersOfPage(options, "'none'");
  const chart = headersOfPage(options, "'self'");
  return {
    page: (path) => (path === CHART_PAGE ? chart : others),
    script: headersOfPart(options, ["script-src 'self'", "font-src 'self'", "connect-src 'self'"]),
    other: headersOfPart(options, []),
  };
}

const headersOfAll = (tls: boolean): Headers => ({
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // Chromium ignores it on plain http.
  ...(tls ? { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` } : {}),
});

const headersOfPart = ({ tls }: SecurityHeaderOptions, sources: readonly string[]): Headers => ({
  'content-security-policy': ["default-src 'none'", ...sources, "frame-ancestors 'none'"].join(';'),
  ...headersOfAll(tls),
});

function headersOfPage({ tls, inline }: SecurityHeaderOptions, frameAncestors: string): Headers {
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
    // Text never becomes a script or markup: only the policy that names the terminal's worker passes.
    "require-trusted-types-for 'script'",
    'trusted-types tapedeck',
    ...(tls ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'content-security-policy': policy.join(';'),
    'permissions-policy': PERMISSIONS.map((feature) => `${feature}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    ...headersOfAll(tls),
    // Chromium ignores it on plain http from other machines and logs a warning.
    ...(tls ? { 'origin-agent-cluster': '?1' } : {}),
  };
}

export function addSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (type.startsWith('text/html')) void reply.headers(headers.page(request.url.split('?', 1)[0] ?? ''));
    else void reply.headers(type.startsWith('text/javascript') ? headers.script : headers.other);
    done(null, payload);
  });
}

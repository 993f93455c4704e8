import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** The chart's own page; the only one that may be framed, and only by ours. */
const CHART_PAGE = '/chart.html';

export async function addSecurityHeaders(app: FastifyInstance, tls: boolean, inlineScripts: readonly string[]): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inlineScripts],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameSrc: ["'self'"],
        frameAncestors: [(request) => (request.url?.split('?')[0] === CHART_PAGE ? "'self'" : "'none'")],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        ...(tls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: tls,
    xFrameOptions: { action: 'sameorigin' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Chromium ignores the header on plain http from other machines and complains in the console.
    originAgentCluster: tls,
  });
}

import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROUTES, openApiDocument } from '@tapedeck/gateway';
import { METRICS_KEY, startTestServer, type TestServer } from '../testing/straw-server.ts';
import { VERSION } from '../version.ts';
import { OPERATION_ROUTES } from './operation-routes.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => (text += part));
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

describe('operation', () => {
  test('OPS-03 it says that it lives, and whether it takes orders', async () => {
    expect(await ask('/healthz')).toMatchObject({ status: 200, text: 'ok\n' });
    expect(await ask('/readyz')).toMatchObject({ status: 200, text: 'ready\n' });
    server.degraded.value = 'the history has been behind since noon';
    expect(await ask('/readyz')).toMatchObject({ status: 200, text: 'degraded: the history has been behind since noon\n' });
    server.notReady.value = 'the exchange has stopped';
    expect(await ask('/readyz')).toMatchObject({ status: 503, text: 'the exchange has stopped\n' });
    expect((await ask('/healthz')).status).toBe(200);
  });

  test('OPS-03 the metrics are lines that Prometheus reads, with a bounded number of routes', async () => {
    for (let at = 0; at < 20; at += 1) await ask(`/contract/odd-${at}`);
    await ask('/contract/v5/market/tickers');
    const { text, headers } = await ask('/metrics', { authorization: `Bearer ${METRICS_KEY}` });
    expect(headers['content-type']).toContain('version=0.0.4');
    const lines = text.trimEnd().split('\n');
    for (const line of lines) {
      expect(line).toMatch(
        /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? -?(\d+(\.\d+)?(e[-+]?\d+)?|NaN))$/,
      );
    }
    expect(text).toContain('tapedeck_http_requests_total{route="/contract/v5/market/tickers",status="200"} 1');
    expect(text).toContain('tapedeck_http_requests_total{route="other",status="200"} 20');
    expect(text).not.toContain('odd-');
    const counts = lines
      .filter((line) => line.startsWith('tapedeck_http_request_seconds_bucket'))
      .map((line) => Number(line.split(' ')[1]));
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBe(21);
  });

  test('OPS-05 the metrics are for the owner and for the bearer of the key, whatever the address', async () => {
    for (const headers of [
      {},
      { 'x-forwarded-for': '127.0.0.1' },
      { authorization: 'Bearer guess' },
      { authorization: METRICS_KEY },
    ] as Record<string, string>[]) {
      const metrics = await ask('/metrics', headers);
      expect([metrics.status, (JSON.parse(metrics.text) as { ret_code: number }).ret_code]).toEqual([401, 10007]);
    }
    expect(await ask('/metrics', { cookie: await server.login() })).toMatchObject({ status: 200 });
  });
});

describe('documents', () => {
  test('BOT-03 the OpenAPI document is served, with every route of the gateway and of the transport', async () => {
    const { text, headers } = await ask('/openapi.json');
    expect(headers['content-type']).toContain('application/json');
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(openApiDocument(VERSION, OPERATION_ROUTES))));
    for (const { path } of [...ROUTES, ...OPERATION_ROUTES])
      expect(Object.keys((JSON.parse(text) as { paths: object }).paths)).toContain(path);
  });

  test('BOT-03 the page shows every route, without a script and without a style in it', async () => {
    const page = await ask('/docs', { accept: 'text/html' });
    expect(page.headers['content-type']).toContain('text/html');
    for (const { path } of ROUTES) expect(page.text).toContain(path);
    // Failures of a call have texts.
    for (const says of ['Log in to do this.', 'The body is larger than 64 KiB.', 'This is closed to users on trial.'])
      expect(page.text).toContain(says);
    for (const at of ['/docs', '/docs/streams']) {
      const { status, text } = await ask(at, { accept: 'text/html' });
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
      // Without an icon of its own a browser asks for one that is not there.
      expect(text).toContain('<link rel="icon" href="data:,">');
    }
    expect((await ask('/docs/style.css')).headers['content-type']).toContain('text/css');
    expect((await ask('/docs/streams', { accept: 'text/html' })).text).toContain('user.liquidation');
  });
});

test('S-10 every answer has the security headers, refusals, pages and errors included', async () => {
  const asked: readonly (readonly [string, Record<string, string>?, string?])[] = [
    ['/', { accept: 'text/html' }],
    ['/chart.html'],
    ['/assets/app-1a2b3c4d.js'],
    ['/contract/v5/market/tickers'],
    ['/contract/fails'],
    ['/contract/%zz'],
    ['/nowhere'],
    ['/nowhere.js', { accept: 'text/html' }],
    ['/healthz'],
    ['/docs'],
    ['/openapi.json'],
    ['/contract/x', { host: 'evil.example' }],
    ['/contract/x', { origin: 'http://evil.example' }, 'POST'],
    ['/contract/x', {}, 'OPTIONS'],
  ];
  const pages: string[] = [];
  for (const [path, headers, method] of asked) {
    const answer = await ask(path, headers ?? {}, method);
    expect(answer.headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(answer.headers['content-security-policy']).split(';');
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).toContain(path === '/chart.html' ? "frame-ancestors 'self'" : "frame-ancestors 'none'");
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['x-powered-by']).toBeUndefined();
    if (String(answer.headers['content-type']).startsWith('text/html')) pages.push(path);
    else continue;
    expect(answer.headers, path).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()') as string,
      'x-frame-options': 'SAMEORIGIN',
    });
  }
  expect(pages).toEqual(['/', '/chart.html', '/nowhere.js', '/docs']);
});

test('S-10 a confirmed copy of a page keeps the policy of a page, and scripts bring the policy of a worker', async () => {
  const page = await ask('/', { accept: 'text/html' });
  const confirmed = await ask('/', { accept: 'text/html', 'if-none-match': String(page.headers['etag']) });
  expect(confirmed.status).toBe(304);
  for (const name of ['content-security-policy', 'permissions-policy', 'cross-origin-opener-policy'])
    expect(confirmed.headers[name]).toBe(page.headers[name]);
  const script = String((await ask('/assets/app-1a2b3c4d.js')).headers['content-security-policy']);
  expect(script.split(';')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
  ]);
});

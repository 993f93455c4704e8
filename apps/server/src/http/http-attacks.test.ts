import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROUTES } from '@tapedeck/gateway';
import { startTestServer, type TestServer } from '../testing/straw-server.ts';
import { CONNECTIONS_PER_CLIENT_MAX } from './connection-limit.ts';
import { ARRIVAL_LIMITS } from './slow-requests.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

/** Sends bytes as they are and answers all that comes back until the server closes. */
async function raw(text: string, localAddress = '127.0.0.1'): Promise<string> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  // A server that cuts a connection off has answered by that.
  socket.on('error', () => undefined);
  socket.end(Buffer.from(text, 'latin1'));
  await once(socket, 'close');
  return Buffer.concat(parts).toString('latin1');
}

const statusOf = (answer: string): string => answer.split(' ', 2)[1] ?? '';
const own = (): string => `host: 127.0.0.1:${server.port}\r\n`;

test('S-02 nothing that changes anything is reached by GET', () => {
  expect(ROUTES.filter(({ method, effect }) => method === 'GET' && effect !== 'none')).toEqual([]);
  expect(ROUTES.filter(({ effect }) => effect !== 'none').length).toBeGreaterThan(20);
});

test('S-03 no origin but our own may read answers: no route grants it, and no preflight is answered', async () => {
  for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1.evil.example', 'http://127.0.0.1:1', 'http://localhost']) {
    for (const head of [
      `GET /contract/v5/market/tickers HTTP/1.1\r\n${own()}origin: ${origin}\r\nconnection: close\r\n\r\n`,
      `OPTIONS /contract/v5/order/create HTTP/1.1\r\n${own()}origin: ${origin}\r\naccess-control-request-method: POST\r\nconnection: close\r\n\r\n`,
    ]) {
      const answer = await raw(head);
      expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
      expect(answer.toLowerCase()).not.toContain('access-control-');
      expect(answer.toLowerCase()).toContain('cross-origin-resource-policy: same-origin');
    }
  }
});

test('S-24 requests that two readers could take apart differently are not taken at all', async () => {
  const body = '{"symbol":"BTCUSDT"}';
  const head = `POST /contract/v5/order/create HTTP/1.1\r\n${own()}content-type: application/json\r\n`;
  const broken = [
    // Two lengths, or a length beside chunks.
    `${head}content-length: ${body.length}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${body}`,
    `${head}content-length: ${body.length}\r\ncontent-length: 3\r\n\r\n${body}`,
    `${head}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${body}`,
    `${head}transfer-encoding:\x0bchunked\r\n\r\n0\r\n\r\n`,
    // Lines that end in a way of their own, and headers that hide another.
    `${head}x: y\ncontent-length: ${body.length}\r\n\r\n${body}`,
    `${head}content-length : ${body.length}\r\n\r\n${body}`,
    `${head}x: a\r\n content-length: 1\r\ncontent-length: ${body.length}, 1\r\n\r\n${body}`,
    `${head}content-length: +${body.length}\r\n\r\n${body}`,
  ];
  for (const text of broken) expect(statusOf(await raw(text)), text).toBe('400');
  // Which server is meant must be said once.
  const twice = `GET /contract/x HTTP/1.1\r\n${own()}host: evil.example\r\nconnection: close\r\n\r\n`;
  const none = 'GET /contract/x HTTP/1.1\r\nconnection: close\r\n\r\n';
  for (const text of [twice, none]) expect(['400', '403'], text).toContain(statusOf(await raw(text)));
  expect(server.gateway.requests).toEqual([]);
});

test('S-24 no spelling of a path leaves the folder of the pages', async () => {
  for (const path of [
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%c0%ae%c0%ae/%c0%ae%c0%ae/secret.txt',
    '/assets/%252e%252e/secret.txt',
    '/secret.txt%00.js',
    `http://127.0.0.1:${server.port}/../secret.txt`,
    '//secret.txt',
  ]) {
    const answer = await raw(`GET ${path} HTTP/1.1\r\n${own()}connection: close\r\n\r\n`);
    expect(answer, path).toMatch(/^HTTP\/1\.1 (200|400|403|404) /);
    expect(answer.endsWith('secret'), path).toBe(false);
  }
});

test('BOT-01 S-24 what no reader can take for a path is refused in the envelope of its API', async () => {
  const bodyOf = async (path: string): Promise<unknown> => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\n${own()}connection: close\r\n\r\n`);
    return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  };
  expect(await bodyOf('/v5/%zz')).toMatchObject({ retCode: 10001, result: {}, retExtInfo: {} });
  expect(await bodyOf('/contract/%zz')).toMatchObject({ ret_code: 10001, result: {} });
});

test('API-06 S-24 every refusal before a route has an envelope, also of the parser and of the HTTP library', async () => {
  const refusals: readonly (readonly [status: string, request: (path: string) => string])[] = [
    ['400', () => 'not HTTP\r\n\r\n'],
    ['400', (path) => `GET ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`],
    ['417', (path) => `GET ${path} HTTP/1.1\r\n${own()}expect: tea\r\nconnection: close\r\n\r\n`],
    ['431', (path) => `GET ${path} HTTP/1.1\r\n${own()}x: ${'x'.repeat(40_000)}\r\n\r\n`],
  ];
  for (const [status, request] of refusals) {
    for (const [path, envelope] of [
      ['/contract/v5/order/list', { ret_code: 10001, ret_msg: expect.any(String), result: {}, time_now: expect.any(Number) }],
      ['/v5/order/realtime', { retCode: 10001, retMsg: expect.any(String), result: {}, retExtInfo: {}, time: expect.any(Number) }],
    ] as const) {
      const answer = await raw(request(path));
      expect(statusOf(answer), answer).toBe(status);
      expect(answer).toMatch(/content-type: application\/json/i);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject(envelope);
    }
  }
  expect(server.gateway.requests).toEqual([]);
});

test('API-06 the one known expectation is met', async () => {
  const answer = await raw(`GET /healthz HTTP/1.1\r\n${own()}expect: 100-continue\r\nconnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

test('S-25 nobody becomes a visitor of this machine by saying so', async () => {
  const forged = 'x-forwarded-for: 127.0.0.1\r\nx-real-ip: 127.0.0.1\r\nforwarded: for=127.0.0.1\r\nx-forwarded-host: localhost\r\n';
  const answer = await raw(`GET /user/public/session HTTP/1.1\r\n${own()}${forged}connection: close\r\n\r\n`);
  expect(answer.toLowerCase()).not.toContain('set-cookie');
  const host = await raw(`GET /contract/x HTTP/1.1\r\nhost: evil.example\r\n${forged}connection: close\r\n\r\n`);
  expect(statusOf(host)).toBe('403');
});

/** A connection whose client keeps its own end open, whatever the server does. */
function hold(text: string, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write(text);
  held.push(socket);
  return socket;
}
const held: Socket[] = [];
afterEach(() => {
  for (const socket of held.splice(0)) socket.destroy();
});

test('OPS-05 S-21 who is refused holds no connection by never closing it', async () => {
  const upgrade = `connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${'A'.repeat(22)}==\r\n\r\n`;
  const refused: readonly (readonly [string, string])[] = [
    [`GET /elsewhere?v=2 HTTP/1.1\r\n${own()}${upgrade}`, '404'],
    [`GET /realtime?v=2 HTTP/1.1\r\nhost: evil.example\r\n${upgrade}`, '403'],
    ['this is not HTTP\r\n\r\n', '400'],
    [`GET / HTTP/1.1\r\n${own()}x: ${'x'.repeat(40_000)}\r\n\r\n`, '431'],
  ];
  for (const [text, status] of refused) {
    const [answer] = (await once(hold(text), 'data')) as [Buffer];
    expect(statusOf(answer.toString('latin1'))).toBe(status);
  }
  await expect.poll(() => server.connections()).toBe(0);
});

test('OPS-05 S-21 a request that trickles in is answered 408 and cut soon after its limit, whether it stops in the headers or in the body', async () => {
  await server.stop();
  server = await startTestServer({ arrival: { ...ARRIVAL_LIMITS, headersMs: 40, wholeMs: 80, checkMs: 20 } });
  const post = `POST /contract/v5/order/create HTTP/1.1\r\n${own()}content-type: application/json\r\ncontent-length: 1000\r\n\r\n`;
  for (const begun of ['GET /', `GET / HTTP/1.1\r\n${own()}x: `, `${post}{"symbol":"`]) {
    const socket = hold(begun);
    const trickle = setInterval(() => socket.write('a'), 5);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    clearInterval(trickle);
    const [head = '', body = ''] = answer.toString('latin1').split('\r\n\r\n');
    expect([statusOf(head), JSON.parse(body)], begun).toEqual(['408', expect.objectContaining({ ret_code: 10001 })]);
    await expect.poll(() => server.connections()).toBe(0);
  }
  expect(server.gateway.requests).toEqual([]);
  // One that says nothing at all is cut as well.
  await once(hold('').resume(), 'end');
});

test('OPS-05 the limits that the server runs with cut a slow request within 15 seconds of its limit', () => {
  const { headersMs, wholeMs, checkMs } = ARRIVAL_LIMITS;
  expect(checkMs).toBeLessThanOrEqual(15_000);
  expect(headersMs).toBeLessThanOrEqual(wholeMs);
});

/** Cuts no request while thousands of connections are opened, however long a machine takes for that. */
const PATIENT = { arrival: { ...ARRIVAL_LIMITS, headersMs: 600_000, wholeMs: 600_000 } };

test('OPS-05 S-21 one client holds so many connections and no more, and the others are still served', async () => {
  await server.stop();
  server = await startTestServer(PATIENT);
  const begun = `GET / HTTP/1.1\r\n${own()}x: `;
  const flood = Array.from({ length: CONNECTIONS_PER_CLIENT_MAX }, () => hold(begun, '127.0.0.2'));
  await expect.poll(() => server.connections()).toBe(CONNECTIONS_PER_CLIENT_MAX);
  expect(await raw(begun, '127.0.0.2')).toBe('');
  expect(statusOf(await raw(`GET /healthz HTTP/1.1\r\n${own()}connection: close\r\n\r\n`))).toBe('200');
  flood[0]?.destroy();
  await expect.poll(() => server.connections()).toBe(CONNECTIONS_PER_CLIENT_MAX - 1);
  const [answer] = (await once(hold(`GET /healthz HTTP/1.1\r\n${own()}\r\n`, '127.0.0.2'), 'data')) as [Buffer];
  expect(statusOf(answer.toString('latin1'))).toBe('200');
});

test('OPS-05 S-21 a trusted proxy has no share: its clients are many', async () => {
  await server.stop();
  server = await startTestServer({ ...PATIENT, trustedProxies: ['127.0.0.2'] });
  for (let at = 0; at <= CONNECTIONS_PER_CLIENT_MAX; at += 1) hold('GET / HTTP/1.1\r\nx: ', '127.0.0.2');
  await expect.poll(() => server.connections()).toBe(CONNECTIONS_PER_CLIENT_MAX + 1);
});

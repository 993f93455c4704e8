import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayRequest, GatewayResponse } from '@tapedeck/gateway';
import { startTestServer, type TestServer } from '../testing/straw-server.ts';
import { REQUESTS_AHEAD_MAX } from './request-turns.ts';

let server: TestServer;
const open: Socket[] = [];
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await server.stop();
});

const CLIENT = '127.0.0.1';
const OTHER = '127.0.0.2';

async function connected(localAddress = CLIENT): Promise<Socket> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
  // The server may reset a connection that it closes.
  socket.on('error', () => undefined);
  open.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Resolves when the server has closed a connection, with a reset or without. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => void socket.resume().once('close', () => resolve()));

const get = (path: string, from = CLIENT): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nx-forwarded-for: ${from}\r\n\r\n`;
const gets = (path: string, count: number): string => Array.from({ length: count }, (_, at) => get(`${path}?at=${at}`)).join('');

/** Resolves when a connection has received this text so many times; the text received so far. */
async function received(socket: Socket, text: string, times = 1): Promise<string> {
  let all = '';
  while (all.split(text).length <= times) all += String((await once(socket, 'data'))[0]);
  return all;
}

/** Calls `seen` with each request, and answers it with so many bytes. */
function answerWith(bytes: number, seen: (request: GatewayRequest) => void = () => undefined): void {
  server.gateway.handle = (request): Promise<GatewayResponse> => {
    server.gateway.requests.push(request);
    seen(request);
    return Promise.resolve({ status: 200, body: { ret_code: 0, ret_msg: 'OK', result: 'x'.repeat(bytes), time_now: 0 } });
  };
}

const AHEAD = REQUESTS_AHEAD_MAX + 1;

describe('requests sent ahead of their answers', () => {
  test('API-06 up to the limit get their answers in order', async () => {
    const socket = await connected();
    socket.write(gets('/contract/x', AHEAD));
    const text = await received(socket, '"ret_code":0', AHEAD);
    expect([...text.matchAll(/"at":"(\d+)"/g)].map(([, at]) => Number(at))).toEqual(Array.from({ length: AHEAD }, (_, at) => at));
    // Afterwards the connection serves on.
    socket.write(get('/contract/last'));
    expect(await received(socket, '"ret_code":0')).toContain('/contract/last');
  });

  test('OPS-05 S-21 beyond the limit close their connection, and nearly none of them begins', async () => {
    const socket = await connected();
    socket.write(gets('/contract/x', 1_000));
    await closed(socket);
    expect(server.gateway.requests.length).toBeLessThanOrEqual(1);
  });

  test('OPS-05 S-21 beyond the limit close the idle connections of their client too, none of others and none with a request', async () => {
    const [flood, idle, innocent, busy, fresh] = [
      await connected(OTHER),
      await connected(OTHER),
      await connected(),
      await connected(OTHER),
      await connected(),
    ];
    idle.write(get('/contract/x'));
    innocent.write(get('/contract/x'));
    await Promise.all([received(idle, '"ret_code":0'), received(innocent, '"ret_code":0')]);
    const answers: (() => void)[] = [];
    server.gateway.handle = () =>
      new Promise((resolve) => {
        answers.push(() => resolve({ status: 200, body: { ret_code: 0, ret_msg: 'OK', result: 'late', time_now: 0 } }));
      });
    busy.write(get('/contract/late'));
    await expect.poll(() => answers.length).toBe(1);
    flood.write(gets('/contract/x', 1_000));
    await Promise.all([flood, idle].map(closed));
    expect(await server.connections()).toBe(3);
    const late = received(busy, 'late');
    for (const socket of [innocent, fresh]) socket.write(get('/healthz'));
    await Promise.all([innocent, fresh].map((socket) => received(socket, '200 OK')));
    for (const answer of answers) answer();
    await late;
  });

  test('OPS-05 S-21 beyond the limit close no other connection of a trusted proxy', async () => {
    await server.stop();
    server = await startTestServer({ trustedProxies: [CLIENT] });
    const [flood, idle] = [await connected(), await connected()];
    flood.write(gets('/contract/x', 1_000));
    await closed(flood);
    idle.write(get('/contract/x'));
    await received(idle, '"ret_code":0');
  });

  test('OPS-05 N5 wait until the client has taken the answer before', async () => {
    answerWith(32 << 20);
    const socket = await connected();
    socket.write(gets('/contract/x', 3));
    await once(socket, 'data');
    socket.pause();
    const second = await connected();
    second.write(get('/healthz'));
    await received(second, '200 OK');
    expect(server.gateway.requests.length).toBe(1);
    answerWith(1);
    socket.resume();
    await expect.poll(() => server.gateway.requests.length, { timeout: 60_000 }).toBe(3);
  });
});

describe('requests of one client on many connections', () => {
  const FLOOD = 200;
  const half = (FLOOD * AHEAD) / 2;

  /** Position of the request of another client among those of a flood, which it follows. */
  async function positionBehind(sent: string, innocentSent: string, floodFrom = OTHER): Promise<number> {
    const innocent = await connected();
    const flood: Socket[] = [];
    while (flood.length < FLOOD) flood.push(await connected(floodFrom));
    answerWith(1_000, () => {
      if (server.gateway.requests.length === 1) innocent.write(innocentSent);
    });
    for (const socket of flood) socket.resume().write(sent);
    await received(innocent, '"ret_code":0');
    return server.gateway.requests.findIndex(({ path }) => path === '/contract/innocent');
  }

  test('OPS-05 S-21 leave room between them for other clients', async () => {
    expect(await positionBehind(gets('/contract/x', AHEAD), get('/contract/innocent'))).toBeLessThan(half);
  });

  test('OPS-05 S-21 leave room for other clients of a trusted proxy, which share its address', async () => {
    await server.stop();
    server = await startTestServer({ trustedProxies: [CLIENT] });
    const flood = get('/contract/x', '198.51.100.1').repeat(AHEAD);
    expect(await positionBehind(flood, get('/contract/innocent', '198.51.100.2'), CLIENT)).toBeLessThan(half);
  });

  test('API-06 all get their answers', async () => {
    const sockets = await Promise.all(Array.from({ length: FLOOD }, () => connected()));
    const answers = sockets.map((socket) => received(socket, '"ret_code":0', AHEAD));
    for (const socket of sockets) socket.write(gets('/contract/x', AHEAD));
    await Promise.all(answers);
    expect(server.gateway.requests.length).toBe(FLOOD * AHEAD);
  });
});

test('API-06 a connection stays open between requests for longer than usual proxies keep it', async () => {
  const socket = await connected();
  socket.write(get('/healthz'));
  const [, seconds] = /keep-alive: timeout=(\d+)/i.exec(await received(socket, '200 OK')) ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

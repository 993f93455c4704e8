import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { connect as secureConnect } from 'node:tls';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeCertificate } from '../testing/made-certificate.ts';
import { startTestServer, type TestServer } from '../testing/straw-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { KeptBytes, SLICE_BYTES } from './kept-bytes.ts';
import { SMALL_ANSWER_BYTES, UNREAD_LIMITS, type UnreadLimits } from './unread-answers.ts';

let server: TestServer;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await server.stop();
});

const MB = 1 << 20;
/** More than the buffers of the system take. */
const LARGE = 12 * MB;
/** Headers and envelope of an answer. */
const AROUND = 1 << 10;

const start = async (limits: Partial<UnreadLimits>): Promise<void> => {
  server = await startTestServer({ unread: { ...UNREAD_LIMITS, ...limits } });
  const body = { ret_code: 0, ret_msg: 'OK', result: 'x'.repeat(LARGE), time_now: 0 };
  server.gateway.handle = (request) => {
    server.gateway.requests.push(request);
    return Promise.resolve({ status: 200, body });
  };
};

async function connected(localAddress: string): Promise<Socket> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  open.push(socket);
  await once(socket, 'connect');
  return socket;
}

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n${more}\r\n`;

/** Sends a request on a connection of its own, and reads nothing. */
async function ask(path: string, localAddress: string, more = ''): Promise<Socket> {
  const socket = await connected(localAddress);
  socket.pause().write(get(path, more));
  return socket;
}

/** The first bytes of the answer on a connection. */
const begun = async (socket: Socket): Promise<string> => {
  const heard = once(socket, 'data');
  socket.resume();
  const [part] = (await heard) as [Buffer];
  socket.pause();
  return part.toString('latin1');
};

const statusOf = async (socket: Socket): Promise<number> => Number((await begun(socket)).split(' ', 2)[1]);
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => void socket.resume().once('close', () => resolve()));
const [FLOOD, OTHER, THIRD] = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];

describe('answers that nobody reads', () => {
  test('OPS-05 S-21 of one client stay below its share: it is refused before it costs anything, others are answered', async () => {
    await start({ perReader: LARGE });
    const first = await ask('/contract/x', FLOOD);
    await expect.poll(() => server.unread.bytes).toBeGreaterThanOrEqual(LARGE);
    const refused = [];
    for (let count = 0; count < 50; count += 1) refused.push(await begun(await ask('/contract/x', FLOOD)));
    expect(new Set(refused.map((text) => text.split('\r\n', 1)[0]))).toEqual(new Set(['HTTP/1.1 429 Too Many Requests']));
    expect(refused[0]).toMatch(/\r\nretry-after: 5\r\n[^]*"ret_code":10006/);
    expect(server.gateway.requests).toHaveLength(1);
    expect(server.unread.bytes).toBeLessThan(LARGE + AROUND);
    expect(await statusOf(await ask('/contract/x', OTHER))).toBe(200);
    // Small answers still go out, such as the state of the server and log-ins.
    for (const path of ['/healthz', '/readyz', '/enter']) expect(await statusOf(await ask(path, FLOOD)), path).toBeLessThan(400);
    // A client that reads its answer can ask again.
    first.resume();
    open.splice(0).map((socket) => socket.resume());
    await expect.poll(() => server.unread.bytes).toBe(0);
    expect(await statusOf(await ask('/contract/x', FLOOD))).toBe(200);
  });

  test('OPS-05 S-21 count when they are written, however many requests came at once', async () => {
    await start({ perReader: 2 * (LARGE + AROUND) });
    const release: (() => void)[] = [];
    const { handle } = server.gateway;
    server.gateway.handle = async (request) => {
      await new Promise<void>((resolve) => release.push(resolve));
      return handle.call(server.gateway, request);
    };
    const sockets = [];
    for (let count = 0; count < 8; count += 1) sockets.push(await ask('/contract/x', FLOOD));
    await expect.poll(() => release.length).toBe(8);
    for (const go of release) go();
    const statuses = await Promise.all(sockets.map(statusOf));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
    expect(server.unread.bytes).toBeLessThan(2 * (LARGE + AROUND));
  });

  test('OPS-05 S-21 of strangers stay below their sum: the one with the most gives way to one with fewer', async () => {
    await start({ perReader: 2 * (LARGE + AROUND), strangers: 3 * (LARGE + AROUND) });
    const oldest = await ask('/contract/x', FLOOD);
    await statusOf(oldest);
    const newer = await ask('/contract/x', FLOOD);
    expect([await statusOf(newer), await statusOf(await ask('/contract/x', OTHER))]).toEqual([200, 200]);
    expect(await statusOf(await ask('/contract/x', THIRD))).toBe(200);
    await closed(oldest);
    expect(server.unread.bytes).toBeLessThan(3 * (LARGE + AROUND));
    // Now each has the same.
    expect(await statusOf(await ask('/contract/x', FLOOD))).toBe(429);
    expect(await server.connections()).toBe(4);
  });

  test('OPS-05 S-21 of strangers leave the room of users: by session, and by key', async () => {
    await start({ perReader: LARGE, strangers: LARGE + AROUND });
    const cookie = await server.login();
    await statusOf(await ask('/contract/x', FLOOD));
    const v5 = (user?: number) => () =>
      Promise.resolve({
        status: 200,
        body: { retCode: 0, retMsg: 'OK', result: 'x'.repeat(LARGE), retExtInfo: {}, time: 0 },
        headers: {},
        ...(user !== undefined && { user }),
      });
    expect(await statusOf(await ask('/contract/x', FLOOD, `cookie: ${cookie}\r\n`))).toBe(200);
    server.gateway.handleV5 = v5(7);
    expect(await statusOf(await ask('/v5/order/history', FLOOD))).toBe(200);
    expect(await begun(await ask('/v5/order/history', FLOOD))).toContain('"retCode":10006');
    server.gateway.handleV5 = v5();
    expect(await statusOf(await ask('/v5/order/history', OTHER))).toBe(429);
  });

  test('OPS-05 S-21 end after a while, but an answer that is still being made does not', async () => {
    await start({ stalledMs: 50 });
    const { handle } = server.gateway;
    let finish: (() => void) | undefined;
    server.gateway.handle = async (request) => {
      if (request.path === '/contract/late') await new Promise<void>((resolve) => (finish = resolve));
      return handle.call(server.gateway, request);
    };
    const busy = await connected(OTHER);
    // The second waits for the first on its connection.
    busy.resume().write(get('/contract/x') + get('/contract/late'));
    await expect.poll(() => finish).toBeDefined();
    await statusOf(await ask('/contract/x', FLOOD));
    await expect.poll(() => server.connections()).toBe(1);
    const late = once(busy, 'data');
    finish?.();
    await late;
  });
});

describe('encrypted answers that nobody reads', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  test('OPS-05 S-21 count with their encrypted copies, whole answers as well as slices', async () => {
    const files = { certificateFile: join(folder.path, 'cert.pem'), keyFile: join(folder.path, 'key.pem') };
    const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const [from, to] = [Date.now() - 60_000, Date.now() + 86_400_000];
    writeFileSync(files.certificateFile, makeCertificate({ ...keys, names: ['127.0.0.1'], from, to }));
    writeFileSync(files.keyFile, keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    let shared = false;
    server = await startTestServer({ tls: files });
    const body = { ret_code: 0, ret_msg: 'OK', result: { text: 'x'.repeat(LARGE) }, time_now: 0 };
    server.gateway.handle = () => Promise.resolve({ status: 200, body, ...(shared && { shared: true as const }) });
    const begin = async (): Promise<void> => {
      const socket = secureConnect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
      open.push(socket);
      socket.on('error', () => undefined);
      await once(socket, 'secureConnect');
      socket.write(get('/contract/x'));
      expect(await statusOf(socket)).toBe(200);
    };
    await begin();
    const one = server.unread.bytes;
    expect(one).toBeGreaterThanOrEqual(2 * LARGE);
    expect(one).toBeLessThan(2 * (LARGE + AROUND));
    open.splice(0).map((socket) => socket.destroy());
    await expect.poll(() => server.unread.bytes).toBe(0);
    shared = true;
    await begin();
    expect(server.unread.bytes).toBe(2 * SLICE_BYTES);
  });
});

describe('bytes that are kept anyway', () => {
  beforeEach(() => start({}));

  test('OPS-05 S-21 hold one slice for each connection that does not read them', async () => {
    const body = { ret_code: 0, ret_msg: 'OK', result: { text: 'x'.repeat(LARGE) }, time_now: 0 };
    server.gateway.handle = () => Promise.resolve({ status: 200, body, shared: true });
    const statuses = [];
    for (let count = 0; count < 40; count += 1) statuses.push(await statusOf(await ask('/contract/x', FLOOD)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(server.unread.bytes).toBe(40 * SLICE_BYTES);
    expect((await (await fetch(`${server.url}/contract/x`)).text()).length).toBeGreaterThan(LARGE);
    expect(await statusOf(await ask('/docs', FLOOD))).toBe(200);
  });

  test('OPS-05 BOT-01 are those of a shared result of the v5 API too, which is not encoded again', async () => {
    const result = {
      toJSON: () => {
        throw new Error('encoded again');
      },
    };
    const body = { retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: 7 };
    const resultText = JSON.stringify({ list: ['x'.repeat(LARGE)] });
    server.gateway.handleV5 = () => Promise.resolve({ status: 200, body, headers: {}, resultText });
    for (const encoding of ['identity', 'gzip']) {
      const answer = await fetch(`${server.url}/v5/market/tickers`, { headers: { 'accept-encoding': encoding } });
      expect(await answer.json(), encoding).toEqual({ ...body, result: { list: ['x'.repeat(LARGE)] } });
    }
    for (let count = 0; count < 10; count += 1) expect(await statusOf(await ask('/v5/market/tickers', FLOOD))).toBe(200);
    expect(server.unread.bytes).toBe(10 * SLICE_BYTES);
  });

  test('OPS-05 leave without copies, and one slice at a time', async () => {
    const parts = [Buffer.alloc(3 * SLICE_BYTES + 1, 'a'), Buffer.alloc(0), Buffer.from('end')];
    const written: Buffer[] = [];
    const go: (() => void)[] = [];
    const sink = new Writable({
      highWaterMark: 1,
      write: (bytes: Buffer, _encoding, taken) => {
        written.push(bytes);
        go.push(taken);
      },
    });
    const finished = once(new KeptBytes(parts).pipe(sink), 'finish');
    await expect.poll(() => written.length).toBe(1);
    expect(sink.writableLength).toBe(SLICE_BYTES);
    expect(written[0]?.buffer).toBe(parts[0]?.buffer);
    const pass = setInterval(() => go.shift()?.(), 0);
    await finished;
    clearInterval(pass);
    expect(Buffer.concat(written)).toEqual(Buffer.concat(parts));
  });

  test('OPS-05 the limits that the server runs with leave memory for the exchange, and room for small answers', () => {
    expect(UNREAD_LIMITS.strangers + UNREAD_LIMITS.users).toBeLessThanOrEqual(256 * MB);
    expect(4_096 * SMALL_ANSWER_BYTES).toBeLessThanOrEqual(16 * MB);
  });
});

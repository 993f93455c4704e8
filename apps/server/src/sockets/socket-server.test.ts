import { once } from 'node:events';
import { WebSocket, type RawData } from 'ws';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CLOSE_CODES } from '@tapedeck/protocol';
import { startTestServer, type TestServer } from '../testing/straw-server.ts';
import { Batch } from './frames.ts';
import { SOCKETS_PER_VISITOR_MAX } from './doors.ts';
import { HEARING_LIMITS } from './hearing-turns.ts';

let server: TestServer;
const opened: WebSocket[] = [];
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate();
  await server.stop();
});

function socket(path: string, headers: Record<string, string> = {}): WebSocket {
  const created = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers, perMessageDeflate: false });
  opened.push(created);
  return created;
}

async function open(path: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const created = socket(path, headers);
  await once(created, 'open');
  return created;
}

/** A refused upgrade. */
async function refused(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ readonly statusCode: number; readonly headers: object }> {
  const created = socket(path, headers);
  created.on('error', () => undefined);
  const [, response] = (await once(created, 'unexpected-response')) as [unknown, { statusCode: number; headers: object }];
  return response;
}

const refusal = async (path: string, headers: Record<string, string> = {}): Promise<number> => (await refused(path, headers)).statusCode;

async function closeCode(closing: WebSocket): Promise<number> {
  const [code] = (await once(closing, 'close')) as [number];
  return code;
}

test('messages go both ways, in order, and the end is noticed', async () => {
  const one = await open('/realtime?v=2');
  const heard: string[] = [];
  const both = new Promise<void>((resolve) => {
    one.on('message', (data: RawData) => {
      heard.push((data as Buffer).toString());
      if (heard.length === 2) resolve();
    });
  });
  one.send('hello');
  await both;
  expect(heard).toEqual(['echo hello', 'second']);
  one.close();
  await once(one, 'close');
  await expect.poll(() => server.streams.links[0]?.closed).toBe(true);
});

test('frames of every length are read back whole', async () => {
  const one = await open('/realtime?v=2');
  const texts = [0, 1, 125, 126, 65_535, 65_536, 100_000].map((length) => 'ä'.repeat(length / 2) + (length % 2 === 1 ? 'x' : ''));
  const heard: string[] = [];
  const all = new Promise<void>((resolve) => {
    one.on('message', (data: RawData) => {
      heard.push((data as Buffer).toString());
      if (heard.length === texts.length) resolve();
    });
  });
  server.streams.links[0]?.send(texts);
  await all;
  expect(heard).toEqual(texts);
  expect([...new Batch().and('hi').and('ä').frames()]).toEqual([0x81, 2, 104, 105, 0x81, 2, 0xc3, 0xa4]);
});

test('S-04 foreign hosts and origins, unknown paths and versions are refused', async () => {
  expect(await refusal('/realtime?v=2', { origin: 'http://evil.example' })).toBe(403);
  expect(await refusal('/realtime?v=2', { host: 'evil.example' })).toBe(403);
  expect(await refusal('/realtime')).toBe(400);
  expect(await refusal('/elsewhere?v=2')).toBe(404);
  expect(await refusal('//?v=2')).toBe(404);
  expect(server.streams.connections).toBe(0);
  await open('/private?v=2', { origin: `http://127.0.0.1:${server.port}` });
  expect(server.streams.connections).toBe(1);
});

test('S-20 binary and oversized messages close the socket', async () => {
  const binary = await open('/realtime?v=2');
  binary.send(Buffer.from([1, 2, 3]));
  expect(await closeCode(binary)).toBe(CLOSE_CODES.onlyText);
  const large = await open('/realtime?v=2');
  large.send('x'.repeat(65 * 1024));
  expect(await closeCode(large)).toBe(1009);
  expect(server.streams.received).toEqual([]);
});

test('S-21 N6 a flood of messages closes the socket', async () => {
  const flood = await open('/realtime?v=2');
  for (let at = 0; at < 201; at += 1) flood.send('x');
  expect(await closeCode(flood)).toBe(CLOSE_CODES.tooManyMessages);
});

test.each(['ping', 'pong'] as const)('S-21 N6 a flood of %s frames closes the socket', async (kind) => {
  const flood = await open('/realtime?v=2');
  const sendOn = (): void => {
    if (flood.readyState !== WebSocket.OPEN) return;
    flood[kind]('x', true, () => setImmediate(sendOn));
  };
  sendOn();
  expect(await closeCode(flood)).toBe(CLOSE_CODES.tooManyMessages);
});

test('S-20 S-21 a message in many pieces, each of which would keep a buffer, closes the socket', async () => {
  const whole = await open('/realtime?v=2');
  for (let piece = 0; piece < 15; piece += 1) whole.send('x', { fin: false });
  whole.send('x');
  await expect.poll(() => server.streams.received).toEqual(['x'.repeat(16)]);
  const pieces = await open('/realtime?v=2');
  for (let piece = 0; piece < 17; piece += 1) pieces.send('x', { fin: false });
  expect(await closeCode(pieces)).toBe(CLOSE_CODES.inPieces);
  expect(server.streams.received).toHaveLength(1);
});

test('S-21 of many messages at once, some are heard in each turn of the event loop, all of them in order', async () => {
  const [one, other] = await Promise.all([open('/realtime?v=2'), open('/realtime?v=2')]);
  let turn = 0;
  const turns: number[] = [];
  const count = (): void => {
    turn += 1;
    if (turns.length < 300) setImmediate(count);
  };
  count();
  const all = new Promise<void>((resolve) => {
    server.streams.heard = () => {
      if (turns.push(turn) === 300) resolve();
    };
  });
  const texts = (name: string): string[] => Array.from({ length: 150 }, (_, at) => `${name} ${at}`);
  for (const text of texts('one')) one.send(text);
  for (const text of texts('other')) other.send(text);
  await all;
  for (const name of ['one', 'other']) expect(server.streams.received.filter((text) => text.startsWith(`${name} `))).toEqual(texts(name));
  // Our turn counter runs beside the one of the server: two of its turns may fall into one of ours.
  const most = Math.max(...turns.map((at) => turns.filter((other) => other === at).length));
  expect(most).toBeLessThanOrEqual(2 * HEARING_LIMITS.strangers);
});

test('S-21 one visitor holds so many sockets and no more', async () => {
  await Promise.all(Array.from({ length: SOCKETS_PER_VISITOR_MAX }, () => open('/realtime?v=2')));
  expect(await refused('/realtime?v=2')).toMatchObject({ statusCode: 429, headers: { 'retry-after': '15' } });
  opened[0]?.close();
  await expect.poll(() => server.sockets.count).toBe(SOCKETS_PER_VISITOR_MAX - 1);
  await open('/realtime?v=2');
});

test('E3 N5 a socket that reads nothing is held back, then cut, and what waits for it stays bounded', async () => {
  const slow = await open('/realtime?v=2');
  slow.pause();
  const link = server.streams.links[0];
  const text = 'x'.repeat(60_000);
  let congested = false;
  let sent = 0;
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  while (link?.closed === false && sent < 2_000) {
    congested ||= !link.send([text]);
    sent += 1;
    await turn();
    if (congested && !link.send([])) break;
  }
  expect(congested).toBe(true);
  for (let more = 0; more < 40; more += 1) {
    link?.send([text]);
    await turn();
  }
  await expect.poll(() => link?.closed).toBe(true);
  slow.resume();
  expect([CLOSE_CODES.tooSlow, 1006]).toContain(await closeCode(slow));
});

test('a socket that catches up is told so', async () => {
  const slow = await open('/realtime?v=2');
  const link = server.streams.links[0];
  // One frame that is larger than a socket buffer takes, sent while nobody reads.
  slow.pause();
  expect(link?.send(['x'.repeat(900_000)])).toBe(false);
  slow.resume();
  await expect.poll(() => link?.drained).toBe(1);
});

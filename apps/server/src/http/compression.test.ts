import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type * as Zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import fc from 'fast-check';
import { startTestServer, type TestServer } from '../testing/straw-server.ts';
import { COMPRESSED_BYTES_MIN, COMPRESSIONS_MAX } from './compression.ts';

/** `until`: answers are packed only then. */
const threads = vi.hoisted(() => ({ packing: 0, most: 0, done: 0, until: Promise.resolve() }));
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof Zlib>();
  const brotliCompress = (text: Zlib.InputType, options: Zlib.BrotliOptions, done: Zlib.CompressCallback): void => {
    threads.packing += 1;
    threads.most = Math.max(threads.most, threads.packing);
    void threads.until.then(() =>
      zlib.brotliCompress(text, options, (error, packed) => {
        threads.packing -= 1;
        threads.done += 1;
        done(error, packed);
      }),
    );
  };
  return { ...zlib, brotliCompress };
});

let server: TestServer;
beforeEach(async () => {
  threads.most = 0;
  server = await startTestServer();
});
afterEach(() => server.stop());

interface Answer {
  readonly encoding: string | undefined;
  readonly vary: string | undefined;
  readonly sent: Buffer;
  readonly body: { readonly result: Readonly<Record<string, unknown>>; readonly time_now: number };
}

function unpacked(sent: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(sent);
  return encoding === 'gzip' ? gunzipSync(sent) : sent;
}

function ask(path: string, accepted: string | undefined, method = 'GET'): Promise<Answer> {
  const headers = { ...(accepted !== undefined && { 'accept-encoding': accepted }), 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port: server.port, path, headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const sent = Buffer.concat(parts);
        const encoding = response.headers['content-encoding'];
        const text = unpacked(sent, encoding).toString('utf8');
        resolve({ encoding, vary: response.headers.vary, sent, body: JSON.parse(text) as Answer['body'] });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(method === 'POST' ? '{}' : undefined);
  });
}

/** The server of these tests answers with the query. */
const long = `/contract/v5/long?${['a', 'b', 'c'].map((name) => `${name}=${name.repeat(500)}`).join('&')}`;

describe('JSON answers', () => {
  test('OPS-05 S-21 asked for by the hundred are packed a few at a time, and the others are sent plain', async () => {
    let pack = (): void => undefined;
    threads.until = new Promise((resolve) => (pack = resolve));
    const asked = Promise.all(Array.from({ length: 200 }, () => ask(long, 'br')));
    await expect.poll(() => server.gateway.requests.length).toBe(200);
    pack();
    const answers = await asked;
    const [first] = answers;
    for (const answer of answers) expect(answer.body.result).toEqual(first?.body.result);
    expect(new Set(answers.map(({ encoding }) => encoding))).toEqual(new Set(['br', undefined]));
    expect(threads.most).toBe(COMPRESSIONS_MAX);
    expect((await ask(long, 'br')).encoding).toBe('br');
  });

  test('of 1 KB and more are packed for who accepts it, others are not', async () => {
    const plain = await ask(long, undefined);
    expect([plain.encoding, plain.vary, plain.sent.length > COMPRESSED_BYTES_MIN]).toEqual([undefined, 'accept-encoding', true]);
    for (const encoding of ['br', 'gzip']) {
      const packed = await ask(long, encoding === 'br' ? 'br, gzip;q=0.5' : 'deflate, gzip;q=0.5');
      expect([packed.encoding, packed.vary]).toEqual([encoding, 'accept-encoding']);
      expect(packed.body.result).toEqual(plain.body.result);
      expect(packed.sent.length).toBeLessThan(plain.sent.length / 4);
    }
    expect((await ask(long, 'gzip;q=0')).encoding).toBeUndefined();
    expect((await ask('/contract/v5/short', 'gzip')).encoding).toBeUndefined();
  });

  test.each([
    'gzip;Q=0',
    'gzip; q = 0',
    'gzip;q=0;x=1',
    'gzip;x=1;q=0.000',
    'GZIP\t;\tq=0',
    'gzip, gzip;q=0',
    'gzip;q=',
    'gzip;q=no',
    'gzipped',
    '*',
  ])('are plain for %j', async (accepted) => {
    expect((await ask(long, accepted)).encoding).toBeUndefined();
  });

  test.each(['GZip', 'gzip ; Q=0.001', 'br;q=0 , gzip\t; q=1.000', 'gzip;x=0'])('are packed for %j', async (accepted) => {
    expect((await ask(long, accepted)).encoding).toBe('gzip');
  });

  test.each(['br', 'gzip', 'identity'])('API-06 have the headers of GET in answer to HEAD, for %s', async (accepted) => {
    const headersOf = (path: string, method: string): Promise<IncomingHttpHeaders> =>
      new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port: server.port, path, method, headers: { 'accept-encoding': accepted } };
        httpRequest(options, (response) => response.resume().on('end', () => resolve({ ...response.headers, date: undefined })))
          .on('error', reject)
          .end();
      });
    for (const path of [long, '/contract/v5/short', '/openapi.json', '/assets/app-1a2b3c4d.js', '/elsewhere'])
      expect(await headersOf(path, 'HEAD'), path).toEqual(await headersOf(path, 'GET'));
    expect((await headersOf(long, 'HEAD'))['content-encoding']).toBe(accepted === 'identity' ? undefined : accepted);
  });

  test('are never packed where secrets stand, or to what was sent along', async () => {
    expect((await ask(long.replace('/contract/v5', '/user/private'), 'gzip')).encoding).toBeUndefined();
    expect((await ask(long, 'gzip', 'POST')).encoding).toBeUndefined();
  });
});

describe('a result that is shared', () => {
  test('is packed by an encoding that the client has not refused', async () => {
    server.gateway.handle = () =>
      Promise.resolve({
        status: 200,
        shared: true,
        body: { ret_code: 0, ret_msg: 'OK', result: {}, ext_code: '', ext_info: null, time_now: 1 },
      });
    const encodings: (string | undefined)[] = [];
    for (const accepted of ['br;Q=0', 'br; q = 0, gzip', 'BR']) encodings.push((await ask('/contract/v5/shared', accepted)).encoding);
    expect(encodings).toEqual([undefined, 'gzip', 'br']);
  });

  test('is sent smaller once there was time to pack it well', async () => {
    const contract = (index: number) => ({
      symbolName: `COIN${index}USDT`,
      maxPrice: String((index * 7919) % 100_003),
      riskLimits: [1, 2, 3, 4].map((id) => ({ id, limit: String(id * ((index * 31) % 97) * 1_000), symbolName: `COIN${index}USDT` })),
    });
    const result = { list: Array.from({ length: 400 }, (_each, index) => contract(index)) };
    server.gateway.handle = () =>
      Promise.resolve({
        status: 200,
        shared: true,
        body: { ret_code: 0, ret_msg: 'OK', result, ext_code: '', ext_info: null, time_now: 1 },
      });
    const first = await ask('/contract/v5/shared', 'br');
    const later = await vi.waitFor(async () => {
      const answer = await ask('/contract/v5/shared', 'br');
      expect(answer.sent.length).toBeLessThan(first.sent.length);
      return answer;
    }, 60_000);
    expect(later.body).toEqual(first.body);
  });

  test('is packed well while no other one is, so that other answers find a thread', async () => {
    const results = [1, 2, 3, 4, 5].map((index) => ({ list: Array.from({ length: 2_000 }, (_each, at) => at * index) }));
    let asked = 0;
    server.gateway.handle = () =>
      Promise.resolve({
        status: 200,
        shared: true,
        body: { ret_code: 0, ret_msg: 'OK', result: results[asked++ % results.length], ext_code: '', ext_info: null, time_now: 1 },
      });
    const before = threads.done;
    await vi.waitFor(async () => {
      await Promise.all(results.map(() => ask('/contract/v5/shared', 'br')));
      expect(threads.done - before).toBeGreaterThanOrEqual(results.length);
    }, 60_000);
    expect(threads.most).toBe(1);
  });

  test('is the same text packed and plain, in the envelope of each answer', async () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), async (list, time) => {
        const result = { list };
        let now = time;
        server.gateway.handle = () =>
          Promise.resolve({
            status: 200,
            shared: true,
            body: { ret_code: 0, ret_msg: 'OK', result, ext_code: '', ext_info: null, time_now: (now += 1) },
          });
        const answers: Answer[] = [];
        for (const accepted of ['gzip', 'gzip', 'gzip, br', 'br', undefined]) answers.push(await ask('/contract/v5/shared', accepted));
        expect(answers.map(({ encoding }) => encoding)).toEqual(['gzip', 'gzip', 'br', 'br', undefined]);
        for (const { body } of answers) expect(body.result).toEqual(answers.at(-1)?.body.result);
        expect(answers.map(({ body }) => body.time_now - time)).toEqual([1, 2, 3, 4, 5]);
      }),
      { numRuns: 25 },
    );
  });
});

import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, crc32, deflateRawSync, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayResponse } from '@tapedeck/gateway';
import { sendKept } from './kept-bytes.ts';

/** Below this size, compression saves hardly anything. */
export const COMPRESSED_BYTES_MIN = 1024;
/** Twice as fast as the default level, for a tenth more bytes. */
const LEVEL = 4;
/** Hardly slower than gzip, for a tenth fewer bytes. */
const BROTLI_LEVEL = 4;
const BROTLI_QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL, [constants.BROTLI_PARAM_LGWIN]: 18 } };
/** Running compressions; each holds more than a megabyte. Further answers are sent plain, so that requests by the thousand need no more. */
export const COMPRESSIONS_MAX = 8;
const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** `HEAD` is answered like `GET`, without the body. */
export const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** One member of the list: `gzip`, `gzip;q=0.5`; names are case-insensitive, and spaces may surround the separators. */
function readCoding(member: string): { readonly name: string; readonly accepted: boolean } {
  const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
  const weights = parameters.map((parameter) => /^q\s*=(.*)$/.exec(parameter)?.[1]).filter((weight) => weight !== undefined);
  // A malformed weight refuses the encoding: a plain answer suits every client.
  return { name, accepted: weights.every((weight) => Number(weight) > 0) };
}

/** The encodings that a request accepts. */
export function acceptedBy(request: FastifyRequest): (encoding: string) => boolean {
  const codings = (request.headers['accept-encoding'] ?? '').split(',').map(readCoding);
  return (encoding) => {
    const named = codings.filter(({ name }) => name === encoding);
    return named.length > 0 && named.every(({ accepted }) => accepted);
  };
}

/**
 * Answers about users and their secrets stay uncompressed: next to text chosen by an attacker, the length of a
 * compressed answer can reveal a secret (BREACH).
 */
const isCompressible = (request: FastifyRequest): boolean => isRead(request) && !request.url.startsWith('/user/');

/** Compresses every JSON answer of sufficient length, for clients that accept it. */
export function compressAnswers(app: FastifyInstance): void {
  let running = 0;
  app.addHook('onSend', async (request, reply, payload) => {
    const type = reply.getHeader('content-type');
    if (typeof payload !== 'string' || typeof type !== 'string' || !type.startsWith('application/json')) return payload;
    if (payload.length < COMPRESSED_BYTES_MIN || !isCompressible(request)) return payload;
    void reply.header('vary', 'accept-encoding');
    const accepts = acceptedBy(request);
    const encoding = ['br', 'gzip'].find(accepts);
    if (encoding === undefined || running >= COMPRESSIONS_MAX) return payload;
    void reply.removeHeader('content-length').header('content-encoding', encoding);
    running += 1;
    try {
      return await (encoding === 'br' ? brotlied(payload, BROTLI_QUICK) : gzipped(payload, { level: LEVEL }));
    } finally {
      running -= 1;
    }
  });
}

interface Part {
  readonly text: Buffer;
  /** Raw deflate blocks without references to earlier data. */
  readonly packed: Buffer;
}

const pack = (text: string, level: number): Part => {
  const bytes = Buffer.from(text);
  return { text: bytes, packed: deflateRawSync(bytes, { level, finishFlush: constants.Z_FULL_FLUSH }) };
};

const parts = new WeakMap<object, Part>();

/** The part of a result, compressed once: answers that share the result share it. */
function partOf(result: object): Part {
  const part = parts.get(result) ?? pack(JSON.stringify(result), constants.Z_BEST_COMPRESSION);
  parts.set(result, part);
  return part;
}

/** RFC 1952: deflate, no name, no time, any system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LAST_BLOCK = deflateRawSync('');
const TRAILER_BYTES = 8;

function gzipFile(all: readonly Part[]): Buffer[] {
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(
    all.reduce((sum, { text }) => crc32(text, sum), 0),
    0,
  );
  trailer.writeUInt32LE(
    all.reduce((sum, { text }) => sum + text.length, 0),
    TRAILER_BYTES / 2,
  );
  return [GZIP_HEADER, ...all.map(({ packed }) => packed), LAST_BLOCK, trailer];
}

interface SharedText {
  readonly text: string;
  packed: Buffer;
  /** As small as it gets. */
  isBest: boolean;
}

const shared = new WeakMap<object, SharedText>();

/** The best level that compresses a contract list within some milliseconds, for the first answer. */
const BROTLI_LEVEL_FIRST = 9;

const brotliStream = (level: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: level },
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
});

/**
 * The start of an answer up to the end of its result, as a stream that can be continued. It is compressed once for the first answer, and once
 * as well as possible for all later ones: half a second of another thread saves a quarter of a contract list.
 */
function brotliStart(result: object, before: string): Buffer {
  const known = shared.get(result);
  const start = known?.text === before ? known : firstStart(result, before);
  if (!start.isBest && !isPacking) void packWell(result, start);
  return start.packed;
}

function firstStart(result: object, text: string): SharedText {
  const start = { text, packed: brotliCompressSync(text + JSON.stringify(result), brotliStream(BROTLI_LEVEL_FIRST)), isBest: false };
  shared.set(result, start);
  return start;
}

/** One result at a time: several would hold the threads that compress all other answers. The others wait for their next request. */
let isPacking = false;

async function packWell(result: object, start: SharedText): Promise<void> {
  isPacking = true;
  try {
    const packed = await brotlied(start.text + JSON.stringify(result), brotliStream(constants.BROTLI_MAX_QUALITY));
    if (packed.length < start.packed.length) start.packed = packed;
  } catch {
    // The first one serves as well.
  }
  start.isBest = true;
  isPacking = false;
}

/** RFC 7932, 9.2: not the last block, a length of four nibbles, uncompressed bytes. */
const PLAIN_BLOCK = 1 << 19;
const LENGTH_AT = 3;
const BLOCK_HEADER_BYTES = 3;
/** An empty last block. */
const BROTLI_END = Buffer.from([3]);

/** A stream that continues with these bytes uncompressed, and ends. */
function brotliFile(start: Buffer, end: string): Buffer[] {
  const bytes = Buffer.from(end);
  const header = Buffer.alloc(BLOCK_HEADER_BYTES);
  header.writeUIntLE(((bytes.length - 1) << LENGTH_AT) | PLAIN_BLOCK, 0, BLOCK_HEADER_BYTES);
  return [start, header, bytes, BROTLI_END];
}

/** Sends a result that many requests receive: it is encoded and compressed once, only the envelope around it each time. */
export function sendShared(request: FastifyRequest, reply: FastifyReply, body: GatewayResponse['body']): FastifyReply {
  const result = body.result as object;
  const [before = '', after = ''] = JSON.stringify({ ...body, result: 0 }).split('"result":0', 2);
  const accepts = acceptedBy(request);
  void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (accepts('br')) {
    return sendKept(reply.header('content-encoding', 'br'), brotliFile(brotliStart(result, `${before}"result":`), after));
  }
  const all = [pack(`${before}"result":`, LEVEL), partOf(result), pack(after, LEVEL)];
  if (!accepts('gzip')) {
    return sendKept(
      reply,
      all.map(({ text }) => text),
    );
  }
  return sendKept(reply.header('content-encoding', 'gzip'), gzipFile(all));
}

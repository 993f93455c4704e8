import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { COMPRESSED_BYTES_MIN, acceptedBy } from './compression.ts';
import { sendKept } from './kept-bytes.ts';

/** As small as gzip's best within a tenth of a second. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const [brotlied, gzipped] = [promisify(brotliCompress), promisify(gzip)];
const PACK = {
  br: (bytes: Buffer): Promise<Buffer> => brotlied(bytes, BROTLI),
  gzip: (bytes: Buffer): Promise<Buffer> => gzipped(bytes),
} as const;
type Encoding = keyof typeof PACK;

/** A text that never changes: it is encoded once, and compressed once for all requests that accept an encoding. */
export class KeptText {
  readonly #plain: Buffer;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string) {
    this.#plain = Buffer.from(text);
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (this.#plain.length < COMPRESSED_BYTES_MIN) return sendKept(reply, [this.#plain]);
    void reply.header('vary', 'accept-encoding');
    const encoding = (Object.keys(PACK) as Encoding[]).find(acceptedBy(request));
    if (encoding === undefined) return sendKept(reply, [this.#plain]);
    const packed = this.#packed.get(encoding) ?? PACK[encoding](this.#plain);
    this.#packed.set(encoding, packed);
    return sendKept(reply.header('content-encoding', encoding), [await packed]);
  }
}

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Bytes of a kept answer that one connection holds at a time. */
export const SLICE_BYTES = 32 << 10;

/** Bytes that the server keeps anyway, in slices without copies: the next slice follows when the system has taken the one before. */
export class KeptBytes extends Readable {
  readonly #parts: readonly Buffer[];
  #part = 0;
  #at = 0;

  constructor(parts: readonly Buffer[]) {
    super({ highWaterMark: SLICE_BYTES });
    this.#parts = parts.filter(({ length }) => length > 0);
  }

  override _read(): void {
    const part = this.#parts[this.#part];
    if (part === undefined) {
      this.push(null);
      return;
    }
    const slice = part.subarray(this.#at, this.#at + SLICE_BYTES);
    this.#at += slice.length;
    if (this.#at >= part.length) {
      this.#part += 1;
      this.#at = 0;
    }
    this.push(slice);
  }
}

/** Sends bytes that later answers contain too: however many connections wait for them, the server holds them once. */
export function sendKept(reply: FastifyReply, parts: readonly Buffer[]): FastifyReply {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length <= SLICE_BYTES) return reply.send(Buffer.concat(parts, length));
  return reply.header('content-length', length).send(new KeptBytes(parts));
}

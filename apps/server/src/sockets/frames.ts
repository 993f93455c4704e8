const TEXT_FRAME = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const SHORT_MAX = 125;
const LENGTH_16_MAX = 0xffff;

/** One whole text frame of RFC 6455 as a server sends it: final, unmasked, uncompressed. */
export function encodeTextFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerBytes = length <= SHORT_MAX ? 2 : length <= LENGTH_16_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = TEXT_FRAME;
  if (headerBytes === 2) frame[1] = length;
  else if (headerBytes === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerBytes, 'utf8');
  return frame;
}

/** Frames of the current turn of the event loop: a text that goes to many sockets is encoded once. */
export class FrameCache {
  readonly #frames = new Map<string, Buffer>();

  encode(text: string): Buffer {
    const known = this.#frames.get(text);
    if (known !== undefined) return known;
    if (this.#frames.size === 0) setImmediate(() => this.#frames.clear());
    const frame = encodeTextFrame(text);
    this.#frames.set(text, frame);
    return frame;
  }
}

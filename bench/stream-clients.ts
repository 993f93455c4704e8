// Many sockets in a process of their own: counts messages, and how late they come.
import { connect, type Socket } from 'node:net';

/** First argument, as JSON. */
export interface ClientsData {
  readonly port: number;
  readonly clients: number;
  /** Connections that never read their input. */
  readonly stalled: boolean;
}

export interface ClientsReport {
  readonly messages: number;
  /** Latency of messages that carry a time, ms. */
  readonly p50: number;
  readonly p99: number;
  readonly open: number;
}

const TEXT_FRAME = 0x81;
const LENGTH_16 = 126;
/** One in so many messages is looked into. */
const LOOK_EVERY = 20;
const LOOK_BYTES = 120;
const data = JSON.parse(process.argv[2] ?? '') as ClientsData;
const delays: number[] = [];
let messages = 0;
let open = 0;

/** Counts the frames of one socket and looks at the time in every hundredth. */
class Reader {
  #rest = Buffer.alloc(0);
  #seen = 0;

  take(part: Buffer): void {
    let bytes = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part]);
    for (;;) {
      const size = frameSize(bytes);
      if (size === undefined || bytes.length < size.whole) break;
      if ((bytes[0] ?? 0) === TEXT_FRAME) this.#read(bytes, size);
      bytes = bytes.subarray(size.whole);
    }
    this.#rest = Buffer.from(bytes);
  }

  #read(bytes: Buffer, size: { readonly head: number; readonly whole: number }): void {
    messages += 1;
    this.#seen += 1;
    if (this.#seen % LOOK_EVERY !== 0) return;
    const found = /"ts":(\d+(?:\.\d+)?)/.exec(bytes.toString('latin1', size.head, Math.min(size.whole, size.head + LOOK_BYTES)));
    if (found?.[1] !== undefined) delays.push(Date.now() - Number(found[1]));
  }
}

function frameSize(bytes: Buffer): { readonly head: number; readonly whole: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  if (short < LENGTH_16) return { head: 2, whole: 2 + short };
  if (short === LENGTH_16) return bytes.length < 4 ? undefined : { head: 4, whole: 4 + bytes.readUInt16BE(2) };
  return bytes.length < 10 ? undefined : { head: 10, whole: 10 + Number(bytes.readBigUInt64BE(2)) };
}

function join(): Socket {
  const socket = connect(data.port, '127.0.0.1', () => {
    socket.write(
      `GET /realtime?v=2 HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n`,
    );
  });
  const reader = new Reader();
  let upgraded = false;
  let head = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (upgraded) open -= 1;
  });
  socket.on('data', (part: Buffer) => {
    if (upgraded) return reader.take(part);
    head = Buffer.concat([head, part]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    if (!head.subarray(0, 12).toString().endsWith('101')) return;
    upgraded = true;
    open += 1;
    if (data.stalled) socket.pause();
    reader.take(head.subarray(end + 4));
  });
  return socket;
}

for (let count = 0; count < data.clients; count += 1) join();

process.on('message', () => {
  const sorted = delays.splice(0).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const report: ClientsReport = { messages, p50: at(0.5), p99: at(0.99), open };
  messages = 0;
  process.send?.(report);
});
process.on('disconnect', () => process.exit());
process.send?.('up');

import { connect, type Socket } from 'node:net';

/** Times of answers, from when each request was due to when its answer was whole: waiting for a free connection counts. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  /** Requests due each second; `undefined` sends the next as soon as the one before is answered. */
  readonly rate: number | undefined;
  readonly milliseconds: number;
  /** A whole HTTP request as bytes. */
  readonly request: (count: number) => string;
  /** Text that a successful answer contains. */
  readonly success: string;
}

const TICK_MS = 1;
const PERCENTILES = { p50: 0.5, p99: 0.99 } as const;
const HEADER_END = '\r\n\r\n';

/** More than an answer to an order. */
const ANSWER_BYTES_MAX = 8_192;

/** One keep-alive connection that has at most one request under way. */
class Line {
  readonly #socket: Socket;
  readonly #answered: (text: string) => void;
  #text = '';

  constructor(port: number, answered: (line: Line, text: string) => void) {
    this.#answered = (text) => answered(this, text);
    // One buffer for all answers: a new one for each would take a fifth of the client's time.
    const onread = {
      buffer: Buffer.alloc(ANSWER_BYTES_MAX),
      callback: (bytes: number, buffer: Uint8Array) => {
        this.#take((buffer as Buffer).toString('latin1', 0, bytes));
        return true;
      },
    };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
  }

  send(request: string): void {
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(part: string): void {
    const text = this.#text + part;
    const head = text.indexOf(HEADER_END);
    const length = head < 0 ? 0 : Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (head < 0 || text.length < head + HEADER_END.length + length) {
      this.#text = text;
      return;
    }
    this.#text = '';
    this.#answered(text);
  }
}

/** Sends requests by the clock, not by the answers: a slow server meets a queue, as it would outside. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { port, connections, rate, milliseconds, request, success } = options;
  const times: number[] = [];
  const idle: Line[] = [];
  const due: number[] = [];
  const underWay = new Map<Line, number>();
  let sent = 0;
  let failed = 0;
  let open = true;
  const start = (line: Line, at: number): void => {
    underWay.set(line, at);
    line.send(request(sent));
    sent += 1;
  };
  const answered = (line: Line, text: string): void => {
    times.push(performance.now() - (underWay.get(line) ?? 0));
    underWay.delete(line);
    if (!text.includes(success)) failed += 1;
    const next = rate === undefined && open ? performance.now() : due.shift();
    if (next === undefined) idle.push(line);
    else start(line, next);
  };
  const lines = Array.from({ length: connections }, () => new Line(port, answered));
  const began = performance.now();
  if (rate === undefined) for (const line of lines) start(line, began);
  else idle.push(...lines);
  let planned = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const passed = performance.now() - began;
      for (; rate !== undefined && planned < (Math.min(passed, milliseconds) / 1_000) * rate; planned += 1) {
        const at = began + (planned / rate) * 1_000;
        const line = idle.pop();
        if (line === undefined) due.push(at);
        else start(line, at);
      }
      if (passed < milliseconds) return;
      open = false;
      if (underWay.size > 0 || due.length > 0) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  const passed = performance.now() - began;
  for (const line of lines) line.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { perSecond: (times.length / passed) * 1_000, p50: at(PERCENTILES.p50), p99: at(PERCENTILES.p99), failed };
}

export function post(path: string, body: object, cookie: string): string {
  const text = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncookie: ${cookie}\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
}

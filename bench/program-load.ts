import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { LoadResult } from './http-load.ts';

/** Figures for batches; there are ten times as many orders. */
export interface BatchLoad {
  readonly port: number;
  readonly key: { readonly apiKey: string; readonly secret: string };
  readonly connections: number;
  /** Batches due each second; `undefined` sends the next as soon as one is answered. */
  readonly rate: number | undefined;
  /** Batches of one connection that may be under way. */
  readonly depth: number;
  readonly milliseconds: number;
  /** The rows of a batch. */
  readonly rows: (count: number) => readonly object[];
}

const TICK_MS = 1;
const PERCENTILES = { p50: 0.5, p99: 0.99 } as const;

/** `done`: orders of the batch that were taken. */
type Answered = (line: TradeLine, id: string, done: number) => void;

/** One logged-in connection for order entry. */
class TradeLine {
  readonly #socket: WebSocket;
  readonly #answered: Answered;
  underWay = 0;

  private constructor(socket: WebSocket, answered: Answered) {
    this.#socket = socket;
    this.#answered = answered;
    socket.on('message', (data: Buffer) => {
      this.#take(data.toString());
    });
  }

  static async open({ port, key }: BatchLoad, answered: Answered): Promise<TradeLine> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v5/trade`, { perMessageDeflate: false });
    await once(socket, 'open');
    const expires = Date.now() + 10_000;
    const signature = createHmac('sha256', key.secret).update(`GET/realtime${expires}`).digest('hex');
    socket.send(JSON.stringify({ op: 'auth', args: [key.apiKey, expires, signature] }));
    await once(socket, 'message');
    return new TradeLine(socket, answered);
  }

  send(id: string, rows: readonly object[]): void {
    this.underWay += 1;
    const header = { 'X-BAPI-TIMESTAMP': String(Date.now()) };
    this.#socket.send(JSON.stringify({ reqId: id, op: 'order.create-batch', header, args: [{ category: 'linear', request: rows }] }));
  }

  close(): void {
    this.#socket.terminate();
  }

  #take(text: string): void {
    this.underWay -= 1;
    const { reqId, retExtInfo } = JSON.parse(text) as {
      readonly reqId: string;
      readonly retExtInfo: { readonly list?: readonly { readonly code: number }[] };
    };
    this.#answered(this, reqId, retExtInfo.list?.filter(({ code }) => code === 0).length ?? 0);
  }
}

/** Orders a second, and the times from when a batch was due to its answer: waiting for a place on a connection counts. */
export async function loadBatches(options: BatchLoad): Promise<LoadResult> {
  const { connections, rate, depth, milliseconds, rows } = options;
  const times: number[] = [];
  const starts = new Map<string, number>();
  const due: number[] = [];
  let [sent, orders, failed, isOpen] = [0, 0, 0, true];
  const begin = (line: TradeLine, at: number): void => {
    const id = String(sent);
    sent += 1;
    starts.set(id, at);
    line.send(id, rows(sent));
  };
  const answered = (line: TradeLine, id: string, done: number): void => {
    times.push(performance.now() - (starts.get(id) ?? 0));
    starts.delete(id);
    orders += done;
    if (done === 0) failed += 1;
    const next = rate === undefined && isOpen ? performance.now() : due.shift();
    if (next !== undefined) begin(line, next);
  };
  const lines = await Promise.all(Array.from({ length: connections }, () => TradeLine.open(options, answered)));
  const began = performance.now();
  if (rate === undefined) for (const line of lines) for (let one = 0; one < depth; one += 1) begin(line, began);
  let planned = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const passed = performance.now() - began;
      for (; rate !== undefined && planned < (Math.min(passed, milliseconds) / 1_000) * rate; planned += 1) {
        const at = began + (planned / rate) * 1_000;
        const line = lines[planned % lines.length];
        if (line === undefined || line.underWay >= depth) due.push(at);
        else begin(line, at);
      }
      if (passed < milliseconds) return;
      isOpen = false;
      if (starts.size > 0 || due.length > 0) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  const passed = performance.now() - began;
  for (const line of lines) line.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { perSecond: (orders / passed) * 1_000, p50: at(PERCENTILES.p50), p99: at(PERCENTILES.p99), failed };
}

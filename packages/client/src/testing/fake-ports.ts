import type { ClientPorts, CookiePort, HttpAnswer, HttpRequest, RecordsPort, SocketHandlers, StoragePort } from '../ports/ports.ts';
import { memoryStorage } from '../storage/memory-storage.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

const SETTLE_TURNS = 30;

/** Resolves all pending promises. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < SETTLE_TURNS; turn += 1) await Promise.resolve();
}

export class FakeSocket {
  readonly url: string;
  readonly sent: { readonly op: string; readonly args?: readonly string[]; readonly req_id?: string }[] = [];
  closedWith: number | undefined;
  readonly #handlers: SocketHandlers;

  constructor(url: string, handlers: SocketHandlers) {
    this.url = url;
    this.#handlers = handlers;
  }

  get isClosed(): boolean {
    return this.closedWith !== undefined;
  }

  accept(): void {
    this.#handlers.onOpen();
  }

  text(message: unknown): void {
    this.#handlers.onText(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The other side goes away. */
  drop(code = 1006): void {
    if (this.isClosed) return;
    this.closedWith = code;
    this.#handlers.onClose(code);
  }

  /** Topics that the other side would be sending now. */
  get topics(): string[] {
    const topics = new Set<string>();
    for (const { op, args } of this.sent) {
      if (op === 'subscribe') args?.forEach((topic) => topics.add(topic));
      if (op === 'unsubscribe') args?.forEach((topic) => topics.delete(topic));
    }
    return [...topics];
  }

  of(op: string): readonly (readonly string[])[] {
    return this.sent.filter((message) => message.op === op).map((message) => message.args ?? []);
  }
}

/** A database that keeps copies, as browsers do. */
export function memoryRecords(kept = new Map<string, unknown>()): RecordsPort {
  return {
    read: async (key) => structuredCopy(kept.get(key)),
    write: async (key, value) => void kept.set(key, structuredCopy(value)),
    remove: async (keys) => {
      for (const key of keys) kept.delete(key);
    },
  };
}

const structuredCopy = (value: unknown): unknown => (value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown));

/** The fake server's reaction to a request: an answer, a broken connection, or silence. */
export type FakeAnswer = HttpAnswer | 'broken' | 'silent';
export type FakeRoute = (request: HttpRequest, path: string) => FakeAnswer | Promise<FakeAnswer>;

export const answerOf = (result: unknown, code = 0, message = 'OK'): HttpAnswer => ({
  status: 200,
  body: JSON.stringify({ ret_code: code, ret_msg: message, result, time_now: 0 }),
});

/** Ports driven by hand: the clock stands still until `advance`, sockets and requests follow the test. */
export class FakePorts implements ClientPorts {
  readonly sockets: FakeSocket[] = [];
  readonly requests: HttpRequest[] = [];
  storage: StoragePort = memoryStorage();
  records: RecordsPort = memoryRecords();
  readonly kept = new Map<string, { readonly value: string; readonly minutes: number | undefined }>();
  readonly cookies: CookiePort = {
    get: (name) => this.kept.get(name)?.value,
    set: (name, value, minutes) => {
      if (minutes === 0) this.kept.delete(name);
      else this.kept.set(name, { value, minutes });
    },
  };
  agent = 'Browser/1';
  route: FakeRoute = () => 'silent';
  onSocket: (socket: FakeSocket) => void = () => undefined;
  /** Receives a socket's message after the turn in which it was sent. */
  onSend: (socket: FakeSocket, message: FakeSocket['sent'][number]) => void = () => undefined;
  aborted = 0;
  #now = 1_700_000_000_000;
  #timers: Timer[] = [];
  #draws = 1;

  fetch(request: HttpRequest): { answer: Promise<HttpAnswer>; abort(): void } {
    this.requests.push(request);
    const path = request.url.replace(/^https?:\/\/[^/]+/, '').split('?')[0] ?? '';
    const answer = new Promise<HttpAnswer>((resolve, reject) => {
      void Promise.resolve(this.route(request, path)).then((given) => {
        if (given === 'broken') reject(new Error('broken'));
        else if (given !== 'silent') resolve(given);
      });
    });
    return { answer, abort: () => (this.aborted += 1) };
  }

  openSocket(url: string, handlers: SocketHandlers): { send(text: string): void; close(code?: number): void } {
    const socket = new FakeSocket(url, handlers);
    this.sockets.push(socket);
    void Promise.resolve().then(() => this.onSocket(socket));
    return {
      send: (text) => {
        const message = JSON.parse(text) as FakeSocket['sent'][number];
        socket.sent.push(message);
        void Promise.resolve().then(() => this.onSend(socket, message));
      },
      close: (code) => void (socket.closedWith = code ?? 1005),
    };
  }

  now(): number {
    return this.#now;
  }

  setTimer(callback: () => void, delayMs: number): () => void {
    const timer = { at: this.#now + delayMs, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Names that another page holds. */
  readonly heldElsewhere = new Set<string>();

  async runAlone<T>(name: string, task: () => Promise<T>): Promise<T | undefined> {
    return this.heldElsewhere.has(name) ? undefined : task();
  }

  /** A fixed sequence, so that runs are alike. */
  random(): number {
    this.#draws = (this.#draws * 48_271) % 2_147_483_647;
    return this.#draws / 2_147_483_647;
  }

  get timerCount(): number {
    return this.#timers.length;
  }

  /** Advances the clock, running timers on the way, in order. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      const due = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, due.at);
      due.callback();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  /** The machine sleeps: the clock moves and nothing runs. */
  sleep(ms: number): void {
    this.#now += ms;
  }

  get lastSocket(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error('No socket was opened.');
    return socket;
  }

  socketsOf(part: string): FakeSocket[] {
    return this.sockets.filter((socket) => socket.url.includes(part));
  }
}

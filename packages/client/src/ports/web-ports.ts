import type { MarketLines } from '../raw/market-line.ts';
import { NO_COOKIES, pageCookies, type CookiePage } from '../storage/cookies.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import type { ClientPorts, RecordsPort, SocketHandlers, SocketPort, StoragePort } from './ports.ts';

interface WebSocketLike {
  readonly readyState: number;
  onopen: unknown;
  onmessage: unknown;
  onclose: unknown;
  send(text: string): void;
  close(code?: number): void;
}

interface FetchInit<Signal> {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly credentials: 'include';
  readonly cache: 'no-store';
  readonly body?: string;
  readonly signal: Signal;
}

interface Locks {
  request<T>(
    name: string,
    options: { readonly ifAvailable: true },
    task: (lock: unknown) => Promise<T | undefined>,
  ): Promise<T | undefined>;
}

/** The web platform of a window, a worker or Node; `globalThis` has this shape. */
export interface WebPlatform<Signal, Timer> {
  readonly fetch: (url: string, init: FetchInit<Signal>) => Promise<{ readonly status: number; text(): Promise<string> }>;
  readonly WebSocket: new (url: string) => WebSocketLike;
  readonly AbortController: new () => { readonly signal: Signal; abort(): void };
  readonly setTimeout: (callback: () => void, delayMs: number) => Timer;
  readonly clearTimeout: (timer: Timer) => void;
  readonly crypto: { getRandomValues(target: Uint32Array<ArrayBuffer>): unknown };
  /** Only secure pages have locks; elsewhere each page guards itself alone. */
  readonly navigator?: { readonly locks?: Locks; readonly userAgent?: string };
  /** Pages only. */
  readonly document?: CookiePage;
  readonly location?: { readonly protocol: string; readonly port: string };
}

const RANDOM_RANGE = 2 ** 32;
/** From this state on, a socket closes without having reported it; browsers log an error for messages sent then. */
const CLOSING = 2;

function openWebSocket(create: new (url: string) => WebSocketLike, url: string, handlers: SocketHandlers): SocketPort {
  const socket = new create(url);
  socket.onopen = () => handlers.onOpen();
  socket.onmessage = (event: { readonly data: unknown }) => {
    if (typeof event.data === 'string') handlers.onText(event.data);
  };
  socket.onclose = (event: { readonly code: number }) => handlers.onClose(event.code);
  return {
    send: (text) => {
      // A message lost here is sent again on the next connection.
      if (socket.readyState < CLOSING) socket.send(text);
    },
    close: (code) => socket.close(code),
  };
}

/** Used if large values cannot be stored. */
const refusing = (): Promise<never> => Promise.reject(new Error('There is no database.'));
const NO_RECORDS: RecordsPort = { read: refusing, write: refusing, remove: refusing };

/** Storage on this machine. */
export interface WebStorage {
  /** May throw if storage is blocked: values are then kept in memory. */
  readonly storage: () => StoragePort;
  readonly records?: RecordsPort;
}

/** Work that a page can move to another thread. */
export interface WebThreads {
  readonly lines?: MarketLines | undefined;
}

/** The ports on web APIs: `webPorts(window, { storage: () => window.localStorage }, Date.now)`. */
export function webPorts<Signal, Timer>(
  platform: WebPlatform<Signal, Timer>,
  { storage, records = NO_RECORDS, lines }: WebStorage & WebThreads,
  now: () => number,
): ClientPorts {
  return {
    fetch({ url, method, headers, body, credentials }) {
      const controller = new platform.AbortController();
      const init = { method, headers: { ...headers }, credentials, cache: 'no-store', signal: controller.signal } as const;
      const request = platform.fetch(url, body === undefined ? init : { ...init, body });
      const answer = request.then(async (response) => ({ status: response.status, body: await response.text() }));
      return { answer, abort: () => controller.abort() };
    },
    openSocket: (url, handlers) => openWebSocket(platform.WebSocket, url, handlers),
    now,
    setTimer(callback, delayMs) {
      const timer = platform.setTimeout(callback, delayMs);
      return () => platform.clearTimeout(timer);
    },
    random() {
      const drawn = new Uint32Array(1);
      platform.crypto.getRandomValues(drawn);
      return (drawn[0] ?? 0) / RANDOM_RANGE;
    },
    async runAlone(name, task) {
      const locks = platform.navigator?.locks;
      if (locks === undefined) return task();
      return locks.request(`tapedeck.${name}`, { ifAvailable: true }, async (lock) => (lock === null ? undefined : task()));
    },
    lines,
    storage: safeStorage(storage),
    records,
    cookies: platform.document && platform.location ? pageCookies(platform.document, platform.location) : NO_COOKIES,
    agent: platform.navigator?.userAgent ?? '',
  };
}

/** The storage, or memory when it is denied. */
function safeStorage(storage: () => StoragePort): StoragePort {
  try {
    return storage();
  } catch {
    return memoryStorage();
  }
}

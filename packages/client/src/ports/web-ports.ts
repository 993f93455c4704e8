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

/** What a window, a worker or Node offers; `globalThis` has this shape. */
export interface WebPlatform<Signal, Timer> {
  readonly fetch: (url: string, init: FetchInit<Signal>) => Promise<{ readonly status: number; text(): Promise<string> }>;
  readonly WebSocket: new (url: string) => WebSocketLike;
  readonly AbortController: new () => { readonly signal: Signal; abort(): void };
  readonly setTimeout: (callback: () => void, delayMs: number) => Timer;
  readonly clearTimeout: (timer: Timer) => void;
  readonly crypto: { getRandomValues(target: Uint32Array<ArrayBuffer>): unknown };
  /** Only secure pages have locks; elsewhere each page guards itself alone. */
  readonly navigator?: { readonly locks?: Locks; readonly userAgent?: string };
  /** Where there is a page. */
  readonly document?: CookiePage;
  readonly location?: { readonly protocol: string; readonly port: string };
}

const RANDOM_RANGE = 2 ** 32;
/** From this state on a socket closes, though it has not said so yet; browsers complain about what is sent then. */
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
      // What is lost here is sent anew once there is a connection again.
      if (socket.readyState < CLOSING) socket.send(text);
    },
    close: (code) => socket.close(code),
  };
}

/** Where nothing large can be kept. */
const refusing = (): Promise<never> => Promise.reject(new Error('There is no database.'));
const NO_RECORDS: RecordsPort = { read: refusing, write: refusing, remove: refusing };

/** What keeps things on this machine. */
export interface WebStorage {
  /** May throw where it is closed: things are then kept in memory. */
  readonly storage: () => StoragePort;
  readonly records?: RecordsPort;
}

/** The ports on web APIs: `webPorts(window, { storage: () => window.localStorage }, Date.now)`. */
export function webPorts<Signal, Timer>(
  platform: WebPlatform<Signal, Timer>,
  { storage, records = NO_RECORDS }: WebStorage,
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

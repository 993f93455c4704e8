import type { MarketLines } from '../raw/market-line.ts';

/** One HTTP request; the platform adds the origin's cookies (credentials are always included). */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials: 'include';
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** A request in progress. `answer` rejects without an answer; `abort` makes it reject soon. */
export interface HttpExchange {
  readonly answer: Promise<HttpAnswer>;
  abort(): void;
}

/** The used part of a WebSocket; handlers are set once, right after opening. */
export interface SocketPort {
  send(text: string): void;
  close(code?: number): void;
}

export interface SocketHandlers {
  onOpen(): void;
  onText(text: string): void;
  /** Called once, even if the socket never opened. */
  onClose(code: number): void;
}

/** Text stored on this machine. Every call may throw (denied, full): callers continue without. */
export interface StoragePort {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** Larger values stored on this machine, by key. A call may reject (denied, full, damaged) or never settle: callers continue without. */
export interface RecordsPort {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

/** Script-readable cookies. Without them, nothing is stored. */
export interface CookiePort {
  get(name: string): string | undefined;
  /** Stored for 100 days by default; 0 minutes deletes it. */
  set(name: string, value: string, minutes?: number): void;
}

/** All outside services of the data layer; the package itself accesses no platform. */
export interface ClientPorts {
  fetch(request: HttpRequest): HttpExchange;
  openSocket(url: string, handlers: SocketHandlers): SocketPort;
  /** Milliseconds since 1970, by the wall clock. */
  now(): number;
  /** Calls back once; the returned function cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void;
  /** At least 0, below 1. */
  random(): number;
  /** Runs the task while no other page of this browser runs one of that name; `undefined` if one does. */
  runAlone<T>(name: string, task: () => Promise<T>): Promise<T | undefined>;
  /** Assembles books and tapes on another thread; on this one if absent. */
  readonly lines?: MarketLines | undefined;
  readonly storage: StoragePort;
  readonly records: RecordsPort;
  readonly cookies: CookiePort;
  /** The browser's user agent. */
  readonly agent: string;
}

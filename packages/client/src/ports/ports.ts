/** What one HTTP request needs; the platform adds the origin's cookies (credentials are always included). */
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

/** A request under way. `answer` rejects when none came; `abort` makes it reject soon. */
export interface HttpExchange {
  readonly answer: Promise<HttpAnswer>;
  abort(): void;
}

/** The part of a WebSocket that is used; handlers are set once, right after opening. */
export interface SocketPort {
  send(text: string): void;
  close(code?: number): void;
}

export interface SocketHandlers {
  onOpen(): void;
  onText(text: string): void;
  /** Told once, also when the socket never opened. */
  onClose(code: number): void;
}

/** Text kept on this machine. Every call may throw (denied, full): callers go on without. */
export interface StoragePort {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** Larger values kept on this machine, by key. A call may reject (denied, full, damaged), and may never end: callers go on without. */
export interface RecordsPort {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

/** Cookies that scripts may read. Where there are none, nothing is kept. */
export interface CookiePort {
  get(name: string): string | undefined;
  /** Kept for 100 days unless told otherwise; for 0 minutes it is gone. */
  set(name: string, value: string, minutes?: number): void;
}

/** Everything the data layer needs from outside; nothing in the package touches a platform by itself. */
export interface ClientPorts {
  fetch(request: HttpRequest): HttpExchange;
  openSocket(url: string, handlers: SocketHandlers): SocketPort;
  /** Milliseconds since 1970, by the wall clock. */
  now(): number;
  /** Calls back once; the answer cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void;
  /** At least 0, below 1. */
  random(): number;
  /** Runs the task while no other page of this browser runs one of that name; `undefined` when one does. */
  runAlone<T>(name: string, task: () => Promise<T>): Promise<T | undefined>;
  readonly storage: StoragePort;
  readonly records: RecordsPort;
  readonly cookies: CookiePort;
  /** What the browser calls itself. */
  readonly agent: string;
}

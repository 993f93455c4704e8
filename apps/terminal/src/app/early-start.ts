import type { WebPlatform } from '@tapedeck/client';

/** What `public/start.js` asked for before this script was there. */
export interface EarlyStart {
  /** By path, without the query. */
  readonly answers: Map<string, Promise<{ readonly status: number; readonly body: string }>>;
  readonly market: EarlyMarket;
}

/** The public socket, told to send some topics, and what came since. */
export interface EarlyMarket {
  readonly url: string;
  readonly socket: WebSocket;
  readonly topics: readonly string[];
  readonly frames: readonly MessageEvent[];
}

declare global {
  interface Window {
    tapedeckEarly?: EarlyStart;
  }
}

const isAbout = (message: unknown, topics: readonly string[]): boolean =>
  typeof message === 'string' && topics.some((topic) => message.includes(`"${topic}"`));

/** What waits for its topic to be asked for; more means that nobody will. */
const FRAMES_MAX = 400;

/**
 * A socket that was opened early, for its new owner. The first subscription that names a topic that was asked for already finds what came
 * since, and ends those it does not name; from then on the socket is like any other.
 */
class EarlySocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readonly #market: EarlyMarket;
  #frames: MessageEvent[] | undefined;

  constructor(market: EarlyMarket) {
    this.#market = market;
    this.#frames = [...market.frames];
    const { socket } = market;
    const open = (): void => this.onopen?.();
    if (socket.readyState === WebSocket.OPEN) queueMicrotask(open);
    else socket.addEventListener('open', open);
    socket.onmessage = (event) => this.#received(event);
    socket.onclose = (event) => this.onclose?.(event);
  }

  get readyState(): number {
    return this.#market.socket.readyState;
  }

  send(text: string): void {
    this.#market.socket.send(text);
    const { topics } = this.#market;
    if (this.#frames === undefined || !text.startsWith('{"op":"subscribe"') || !isAbout(text, topics)) return;
    this.#handOver(topics.filter((topic) => !isAbout(text, [topic])));
  }

  close(code?: number): void {
    this.#market.socket.close(code);
  }

  #received(event: MessageEvent): void {
    if (this.#frames === undefined || !isAbout(event.data, this.#market.topics)) this.onmessage?.(event);
    else if (this.#frames.push(event) > FRAMES_MAX) this.close();
  }

  /** The exchange sends what is subscribed already only once; nothing has to be left out of the subscription. */
  #handOver(unwanted: readonly string[]): void {
    if (unwanted.length > 0) this.#market.socket.send(JSON.stringify({ op: 'unsubscribe', args: unwanted }));
    // After the caller has noted that it subscribed.
    queueMicrotask(() => {
      const frames = this.#frames ?? [];
      this.#frames = undefined;
      for (const frame of frames) this.onmessage?.(frame);
    });
  }
}

/** The browser's network; the first request for what was asked for early gets that answer. */
export function platformWith(early: EarlyStart | undefined): WebPlatform<AbortSignal, number> {
  let market = early?.market;
  const takeAnswer = (path: string) => {
    const answer = early?.answers.get(path);
    early?.answers.delete(path);
    return answer;
  };
  const takeSocket = (url: string): EarlySocket | undefined => {
    if (market?.url !== url) return undefined;
    const taken = market;
    market = undefined;
    return taken.socket.readyState > WebSocket.OPEN ? undefined : new EarlySocket(taken);
  };
  return {
    fetch: async (url, init) => {
      const asked = init.method === 'GET' ? takeAnswer(url.replace(/\?.*$/, '')) : undefined;
      if (asked === undefined) return window.fetch(url, init);
      const { status, body } = await asked;
      return { status, text: () => Promise.resolve(body) };
    },
    WebSocket: new Proxy<new (url: string) => EarlySocket | WebSocket>(WebSocket, {
      construct: (Socket, [url]: [string]) => takeSocket(url) ?? new Socket(url),
    }),
    AbortController,
    setTimeout: (callback, delayMs) => window.setTimeout(callback, delayMs),
    clearTimeout: (timer) => window.clearTimeout(timer),
    crypto,
    navigator: window.navigator,
    document,
    location,
  };
}

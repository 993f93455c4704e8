import type { WebPlatform } from '@tapedeck/client';

/** Requests that `public/start.js` sent before this script loaded. */
export interface EarlyStart {
  /** By path, without the query. */
  readonly answers: Map<string, Promise<{ readonly status: number; readonly body: string }>>;
  readonly market: EarlyMarket;
}

/** The public socket with its first topics, and the frames received since. */
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

/** Frames waiting for a subscriber of their topic; a larger number means that none will come. */
const FRAMES_MAX = 400;

/**
 * Hands an early socket to its new owner. The first subscription to an early topic receives the frames that have arrived, and unsubscribes
 * the topics it does not name; from then on the socket is like any other.
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

  /** The exchange ignores repeated subscriptions, so the full list can be sent. */
  #handOver(unwanted: readonly string[]): void {
    if (unwanted.length > 0) this.#market.socket.send(JSON.stringify({ op: 'unsubscribe', args: unwanted }));
    // After the caller has recorded its subscription.
    queueMicrotask(() => {
      const frames = this.#frames ?? [];
      this.#frames = undefined;
      for (const frame of frames) this.onmessage?.(frame);
    });
  }
}

/** The browser's network; the first matching request receives the early answer. */
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
      const asked = init.method === 'GET' ? takeAnswer(url.split('?', 1)[0] ?? url) : undefined;
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

/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** In the page: takes over the book's topic of the public socket, to feed it updates of its own making. */
function takeOverBook(): void {
  const Native = window.WebSocket;
  let taken = false;
  let update = 0;
  let symbol = '';
  let best: [bid: number, ask: number] = [60_000, 60_000.1];
  let socket: WebSocket | undefined;
  const keep = (opened: WebSocket): void => {
    socket = opened;
  };
  class Tapped extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      if (!String(url).includes('/realtime')) return;
      keep(this);
      this.addEventListener('message', (event: MessageEvent<string>) => {
        if (!event.isTrusted || !event.data.includes('"orderBook_')) return;
        if (taken) return event.stopImmediatePropagation();
        const frame = JSON.parse(event.data) as { data: { u: number; s: string; b: [string, string][]; a: [string, string][] } };
        const { u, s, b, a } = frame.data;
        update = u;
        symbol = s;
        if (event.data.includes('"snapshot"')) best = [Number(b[0]?.[0]), Number(a[0]?.[0])];
      });
    }
  }
  window.WebSocket = Tapped;
  const frame = (type: 'snapshot' | 'delta', rows: number): string => {
    update += 1;
    const levels = (from: number, step: number): [string, string][] =>
      Array.from({ length: rows }, (_, row) => [
        (from + step * (type === 'snapshot' ? row : row * 3 + (update % 3))).toFixed(1),
        (((update * 7 + row * 13) % 900) / 100 + 0.01).toFixed(3),
      ]);
    return JSON.stringify({
      topic: `orderBook_200.${symbol}`,
      type,
      ts: Date.now(),
      data: { s: symbol, u: update, b: levels(best[0], -0.1), a: levels(best[1], 0.1) },
    });
  };
  const say = (text: string): void => void socket?.dispatchEvent(new MessageEvent('message', { data: text }));
  let queue: string[] = [];
  Object.assign(window, {
    // Texts that are made before they are measured.
    queueBook: (count: number, rows: number) => {
      taken = true;
      say(frame('snapshot', 200));
      queue = Array.from({ length: count }, () => frame('delta', rows));
    },
    playBook: (perSecond: number) =>
      new Promise<void>((resolve) => {
        let next = 0;
        const timer = setInterval(() => {
          const text = queue[next];
          next += 1;
          if (text !== undefined) return say(text);
          clearInterval(timer);
          resolve();
        }, 1_000 / perSecond);
      }),
    feedBook: (perSecond: number) => {
      taken = true;
      say(frame('snapshot', 200));
      setInterval(() => say(frame('delta', 12)), 1_000 / perSecond);
    },
  });
}

/** In the page: says the newest ticker of each instrument again and again, each time with another mark price. */
function repeatTickers(): void {
  const Native = window.WebSocket;
  const newest = new Map<string, { frame: { ts: number; data: { markPrice: string; timeE3: number } }; mark: number; digits: number }>();
  let socket: WebSocket | undefined;
  const keep = (opened: WebSocket): void => {
    socket = opened;
  };
  class Tapped extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      if (!String(url).includes('/realtime')) return;
      keep(this);
      this.addEventListener('message', (event: MessageEvent<string>) => {
        if (!event.isTrusted || !event.data.startsWith('{"topic":"instrument_info.')) return;
        const frame = JSON.parse(event.data) as { topic: string; ts: number; data: { markPrice: string; timeE3: number } };
        const { markPrice } = frame.data;
        newest.set(frame.topic, { frame, mark: Number(markPrice), digits: markPrice.split('.')[1]?.length ?? 0 });
      });
    }
  }
  window.WebSocket = Tapped;
  let turn = 0;
  const say = (): void => {
    turn += 1;
    for (const { frame, mark, digits } of newest.values()) {
      const markPrice = (mark * (1 + ((turn % 21) - 10) / 20_000)).toFixed(digits);
      const data = JSON.stringify({ ...frame, ts: Date.now(), data: { ...frame.data, markPrice } });
      socket?.dispatchEvent(new MessageEvent('message', { data }));
    }
  };
  Object.assign(window, {
    tickers: () => newest.size,
    repeatTickers: (perSecond: number) => {
      setInterval(say, 1_000 / perSecond);
    },
  });
}

interface Taps {
  queueBook(count: number, rows: number): void;
  playBook(perSecond: number): Promise<void>;
  feedBook(perSecond: number): void;
  tickers(): number;
  repeatTickers(perSecond: number): void;
}

/** Before the page is opened: makes its market one that can be fed. */
export async function tapMarket(page: Page): Promise<void> {
  await page.addInitScript(takeOverBook);
  await page.addInitScript(repeatTickers);
}

/** From now on the book changes so many times a second, by 12 rows a side. */
export const feedBook = (page: Page, perSecond: number): Promise<void> =>
  page.evaluate((times) => (window as unknown as Taps).feedBook(times), perSecond);

/** Makes so many updates of so many rows a side, after a snapshot of 200 that is sent at once. */
export const queueBook = (page: Page, count: number, rows: number): Promise<void> =>
  page.evaluate(([updates, changed]) => (window as unknown as Taps).queueBook(updates, changed), [count, rows] as const);

/** Tells them at a steady pace; resolves after the last. */
export const playBook = (page: Page, perSecond: number): Promise<void> =>
  page.evaluate((times) => (window as unknown as Taps).playBook(times), perSecond);

/** From now on the mark price of each of at least `count` instruments changes so many times a second. */
export async function tickMarks(page: Page, perSecond: number, count: number): Promise<void> {
  await page.waitForFunction((least) => (window as unknown as Taps).tickers() >= least, count);
  await page.evaluate((times) => (window as unknown as Taps).repeatTickers(times), perSecond);
}

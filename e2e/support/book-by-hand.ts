/// <reference lib="dom" />
import type { Page } from 'playwright-core';

interface BookFrame {
  readonly topic: string;
  readonly type: 'snapshot' | 'delta';
  readonly data: { s: string; u: number; b: [string, string][]; a: [string, string][] };
}

interface HandWindow extends Window {
  bookByHand?: { last: BookFrame | undefined; readonly bids: Map<string, string>; socket: WebSocket | undefined; held: boolean };
}

/** In the page, before its own scripts: notes the public socket and its newest book frame, and lets no more of them through once held. */
export function noteBookSocket(): void {
  const Native = window.WebSocket;
  const hand: NonNullable<HandWindow['bookByHand']> = { last: undefined, bids: new Map(), socket: undefined, held: false };
  (window as HandWindow).bookByHand = hand;
  window.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', (event: MessageEvent<string>) => {
        if (!event.isTrusted || !event.data.includes('"topic":"orderBook_')) return;
        if (hand.held) {
          event.stopImmediatePropagation();
          return;
        }
        hand.last = JSON.parse(event.data) as BookFrame;
        hand.socket = event.currentTarget as WebSocket;
        if (hand.last.type === 'snapshot') hand.bids.clear();
        for (const [price, quantity] of hand.last.data.b) {
          if (Number(quantity) === 0) hand.bids.delete(price);
          else hand.bids.set(price, quantity);
        }
      });
    }
  };
}

/**
 * Stops the book, takes the best `count` bids out of it, and clicks in the very frame in which the page sees the change painted: no
 * machine is too slow for the click to come just after.
 */
export function changeAndClick(page: Page, count: number, x: number, y: number): Promise<void> {
  return page.evaluate(
    ([gone, left, top, stillFrames]) =>
      new Promise<void>((resolve, reject) => {
        const hand = (window as HandWindow).bookByHand;
        const surface = document.querySelector('[data-testid="book-bids"]');
        const canvas = surface?.parentElement?.querySelector('canvas');
        const copy = document.createElement('canvas');
        const context = copy.getContext('2d', { willReadFrequently: true });
        if (hand?.last === undefined || hand.socket === undefined || !surface || !canvas || context === null) {
          reject(new Error('There is no book'));
          return;
        }
        hand.held = true;
        const { topic, data } = hand.last;
        const best = [...hand.bids.keys()].sort((a, b) => Number(b) - Number(a)).slice(0, gone);
        const frame = {
          topic,
          type: 'delta',
          ts: Date.now(),
          data: { s: data.s, u: data.u + 1, b: best.map((price) => [price, '0']), a: [] },
        };
        [copy.width, copy.height] = [canvas.width, canvas.height];
        const picture = (): string => {
          context.clearRect(0, 0, copy.width, copy.height);
          context.drawImage(canvas, 0, 0);
          return copy.toDataURL();
        };
        let before = picture();
        let still = 0;
        const look = (): void => {
          if (picture() === before) return void requestAnimationFrame(look);
          surface.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: left, clientY: top }));
          resolve();
        };
        // Updates from before the book stopped may still be on their way to the screen.
        const settle = (): void => {
          const now = picture();
          still = now === before ? still + 1 : 0;
          before = now;
          if (still < stillFrames) return void requestAnimationFrame(settle);
          hand.socket?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
          look();
        };
        settle();
      }),
    [count, x, y, 12] as const,
  );
}

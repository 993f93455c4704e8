/// <reference lib="dom" />
import type { Page } from 'playwright-core';

interface BookFrame {
  readonly topic: string;
  readonly type: 'snapshot' | 'delta';
  readonly data: { s: string; u: number; b: [string, string][]; a: [string, string][] };
}

interface HandWindow extends Window {
  bookByHand?: { last: BookFrame | undefined; socket: WebSocket | undefined; held: boolean };
}

/** In the page, before its own scripts: notes the public socket and its newest book frame, and lets no more of them through once held. */
export function noteBookSocket(): void {
  const Native = window.WebSocket;
  const hand: NonNullable<HandWindow['bookByHand']> = { last: undefined, socket: undefined, held: false };
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
      });
    }
  };
}

/**
 * Stops the book, takes `prices` out of the bids, and clicks on the canvas in the very frame that paints the change: no machine is too slow
 * for the click to come just after.
 */
export function changeAndClick(page: Page, prices: readonly string[], x: number, y: number): Promise<void> {
  return page.evaluate(
    ([gone, left, top]) =>
      new Promise<void>((resolve, reject) => {
        const hand = (window as HandWindow).bookByHand;
        const canvas = document.querySelector('[data-testid="book-bids"]');
        if (hand?.last === undefined || hand.socket === undefined || canvas === null) {
          reject(new Error('There is no book'));
          return;
        }
        hand.held = true;
        const { topic, data } = hand.last;
        const frame = {
          topic,
          type: 'delta',
          ts: Date.now(),
          data: { s: data.s, u: data.u + 1, b: gone.map((price) => [price, '0']), a: [] },
        };
        hand.socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
        requestAnimationFrame(() => {
          canvas.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: left, clientY: top }));
          resolve();
        });
      }),
    [prices, x, y] as const,
  );
}

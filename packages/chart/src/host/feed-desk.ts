import type { FrameMessage, HostMessage } from '../bridge/messages.ts';
import type { Datafeed } from '../datafeed.ts';

type FeedRequest = Extract<
  FrameMessage,
  { readonly kind: 'historyRequest' | 'marksRequest' | 'searchRequest' | 'resolveRequest' | 'subscribe' | 'unsubscribe' }
>;

/** Serves the frame's questions from the datafeed. Answers that come after `clear` are dropped. */
export interface FeedDesk {
  handle(request: FeedRequest): void;
  /** Ends every subscription and forgets what is under way: the frame started anew, or is gone. */
  clear(): void;
}

export function createFeedDesk(datafeed: Datafeed, send: (message: HostMessage) => void): FeedDesk {
  const subscriptions = new Map<number, () => void>();
  let session = 0;

  const answer = (request: number, ask: () => Promise<HostMessage>): void => {
    const asked = session;
    const reply = (message: HostMessage): void => {
      if (asked === session) send(message);
    };
    // A plug that throws at once fails like one that rejects.
    void Promise.resolve()
      .then(ask)
      .then(reply, () => reply({ kind: 'requestFailed', request }));
  };

  const subscribe = (message: Extract<FeedRequest, { readonly kind: 'subscribe' }>): void => {
    const { subscription, ticker, series, resolution } = message;
    subscriptions.get(subscription)?.();
    let live = true;
    const stop = datafeed.subscribe({ ticker, series, resolution }, (bar) => {
      if (live) send(bar === undefined ? { kind: 'historyChanged', subscription } : { kind: 'bar', subscription, bar });
    });
    subscriptions.set(subscription, () => {
      live = false;
      stop();
    });
  };

  return {
    handle: (message) => {
      switch (message.kind) {
        case 'historyRequest': {
          const { request, kind: _, ...query } = message;
          answer(request, async () => {
            const page = await datafeed.history(query);
            return { kind: 'history', request, bars: page.bars, complete: page.complete };
          });
          return;
        }
        case 'marksRequest': {
          const { request, ticker, from, to } = message;
          answer(request, async () => ({ kind: 'marks', request, marks: await datafeed.marks({ ticker, from, to }) }));
          return;
        }
        case 'searchRequest': {
          const { request, text, of } = message;
          answer(request, async () => ({ kind: 'found', request, symbols: await datafeed.search({ text, of }) }));
          return;
        }
        case 'resolveRequest': {
          const { request, ticker } = message;
          answer(request, async () => ({ kind: 'resolved', request, symbol: await datafeed.resolve(ticker) }));
          return;
        }
        case 'subscribe':
          subscribe(message);
          return;
        case 'unsubscribe':
          subscriptions.get(message.subscription)?.();
          subscriptions.delete(message.subscription);
      }
    },
    clear: () => {
      session += 1;
      for (const stop of subscriptions.values()) stop();
      subscriptions.clear();
    },
  };
}

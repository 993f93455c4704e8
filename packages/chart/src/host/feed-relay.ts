import type { FrameMessage, HostMessage } from '../bridge/messages.ts';
import { enclose, isChartBar, MAX_BARS, MAX_MARKS, MAX_SYMBOLS, readHostMessage } from '../bridge/validate.ts';
import type { Datafeed } from '../datafeed.ts';

type Question = Extract<FrameMessage, { readonly kind: 'historyRequest' | 'marksRequest' | 'searchRequest' | 'resolveRequest' }>;
type Subscribe = Extract<FrameMessage, { readonly kind: 'subscribe' }>;
type FeedRequest = Question | Subscribe | Extract<FrameMessage, { readonly kind: 'unsubscribe' | 'followQuotes' }>;

/** A datafeed without an answer by then has failed: the frame offers a retry. */
const PATIENCE_MS = 30_000;

/** Answers the frame's requests from the datafeed. Answers after `clear` are dropped. */
export interface FeedRelay {
  handle(request: FeedRequest): void;
  /** Ends every subscription and drops pending requests: the frame has restarted or closed. */
  clear(): void;
}

export function createFeedRelay(datafeed: Datafeed, send: (message: HostMessage) => void): FeedRelay {
  const subscriptions = new Map<number, () => void>();
  const waiting = new Set<ReturnType<typeof setTimeout>>();
  let session = 0;
  let stopQuotes: (() => void) | undefined;

  const answer = (request: number, question: () => Promise<HostMessage>): void => {
    const asked = session;
    let isAnswered = false;
    const reply = (message: HostMessage): void => {
      clearTimeout(late);
      waiting.delete(late);
      if (asked === session && !isAnswered) send(message);
      isAnswered = true;
    };
    const fail = (): void => reply({ kind: 'requestFailed', request });
    const late = setTimeout(fail, PATIENCE_MS);
    waiting.add(late);
    // A plug-in that throws synchronously fails like one that rejects, as does one with a malformed answer.
    void Promise.resolve()
      .then(question)
      .then((message) => (readHostMessage(enclose(message)) === undefined ? fail() : reply(message)), fail);
  };

  const subscribe = (message: Subscribe): void => {
    const { subscription, ticker, series, resolution } = message;
    subscriptions.get(subscription)?.();
    let live = true;
    const stop = datafeed.subscribe({ ticker, series, resolution }, (bar) => {
      if (!live || (bar !== undefined && !isChartBar(bar))) return;
      send(bar === undefined ? { kind: 'historyChanged', subscription } : { kind: 'bar', subscription, bar });
    });
    subscriptions.set(subscription, () => {
      live = false;
      stop();
    });
  };

  const follow = (tickers: readonly string[]): void => {
    stopQuotes?.();
    let live = true;
    const stop =
      tickers.length === 0
        ? undefined
        : datafeed.quotes?.(tickers, (quotes) => {
            const message: HostMessage = { kind: 'quotes', quotes };
            if (live && readHostMessage(enclose(message)) !== undefined) send(message);
          });
    stopQuotes = () => {
      live = false;
      stop?.();
    };
  };

  return {
    handle: (message) => {
      if (message.kind === 'subscribe') subscribe(message);
      else if (message.kind === 'followQuotes') follow(message.tickers);
      else if (message.kind === 'unsubscribe') {
        subscriptions.get(message.subscription)?.();
        subscriptions.delete(message.subscription);
      } else answer(message.request, () => ask(datafeed, message));
    },
    clear: () => {
      session += 1;
      for (const stop of subscriptions.values()) stop();
      subscriptions.clear();
      stopQuotes?.();
      stopQuotes = undefined;
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** Asks the datafeed, and limits the answer to the size of one message. */
async function ask(datafeed: Datafeed, message: Question): Promise<HostMessage> {
  const { request } = message;
  switch (message.kind) {
    case 'historyRequest': {
      const { ticker, series, resolution, before, limit } = message;
      const { bars, complete } = await datafeed.history({ ticker, series, resolution, before, limit });
      return { kind: 'history', request, bars: bars.filter(isChartBar).slice(-MAX_BARS), complete };
    }
    case 'marksRequest': {
      const { ticker, from, to } = message;
      return { kind: 'marks', request, marks: (await datafeed.marks({ ticker, from, to })).slice(-MAX_MARKS) };
    }
    case 'searchRequest': {
      const { text, of } = message;
      return { kind: 'found', request, symbols: (await datafeed.search({ text, of })).slice(0, MAX_SYMBOLS) };
    }
    case 'resolveRequest':
      return { kind: 'resolved', request, symbol: await datafeed.resolve(message.ticker) };
  }
}

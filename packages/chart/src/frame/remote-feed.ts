import type {
  ChartBar,
  ChartMark,
  ChartQuote,
  ChartSymbolInfo,
  FrameMessage,
  HostMessage,
  SymbolKind,
  WantedOrder,
} from '../bridge/messages.ts';
import type { BarsQuery } from '../datafeed.ts';
import type { RemoteFeed } from './bar-feed.ts';

type FeedAnswer = Extract<
  HostMessage,
  { readonly kind: 'history' | 'marks' | 'found' | 'resolved' | 'quantities' | 'requestFailed' | 'bar' | 'historyChanged' | 'quotes' }
>;

interface Waiting {
  readonly settle: (message: FeedAnswer) => void;
  readonly fail: () => void;
}

/** Followers of the same bars, which share one subscription over the bridge. */
interface Followed {
  readonly subscription: number;
  readonly key: string;
  readonly followers: Set<Follower>;
}

interface Follower {
  readonly onBar: (bar: ChartBar) => void;
  readonly onHistoryChanged: () => void;
}

/** Turns the bridge's numbered requests and answers into promises and subscriptions. */
export interface RemoteFeedRelay extends RemoteFeed {
  search(query: { text: string; of: SymbolKind | undefined }): Promise<readonly ChartSymbolInfo[]>;
  resolve(ticker: string): Promise<ChartSymbolInfo>;
  /** Quantities of the orders, as display text. */
  quantities(orders: readonly WantedOrder[]): Promise<readonly string[]>;
  /** Follows the quotes of these symbols instead of the previous ones; an empty list ends it. */
  quotes(tickers: readonly string[], listener: (quotes: readonly ChartQuote[]) => void): void;
  receive(message: FeedAnswer): void;
}

export function createRemoteFeed(send: (message: FrameMessage) => void): RemoteFeedRelay {
  let nextNumber = 1;
  const waiting = new Map<number, Waiting>();
  let onQuotes: (quotes: readonly ChartQuote[]) => void = () => undefined;
  const subscriptions = createSubscriptions(send, () => nextNumber++);

  const ask: Ask = (build, take) =>
    new Promise((resolve, reject) => {
      const request = nextNumber++;
      const fail = (): void => reject(new Error('The page could not answer'));
      const settle = (message: FeedAnswer): void => {
        const value = take(message);
        if (value === undefined) fail();
        else resolve(value);
      };
      waiting.set(request, { settle, fail });
      send(build(request));
    });

  const settle = (request: number, message: FeedAnswer): void => {
    const entry = waiting.get(request);
    waiting.delete(request);
    if (message.kind === 'requestFailed') entry?.fail();
    else entry?.settle(message);
  };

  return {
    ...questionsOf(ask),
    subscribe: subscriptions.subscribe,
    quotes: (tickers, listener) => {
      onQuotes = listener;
      send({ kind: 'followQuotes', tickers });
    },
    receive: (message) => {
      switch (message.kind) {
        case 'history':
        case 'marks':
        case 'found':
        case 'resolved':
        case 'quantities':
        case 'requestFailed':
          settle(message.request, message);
          return;
        case 'bar':
          for (const { onBar } of subscriptions.followersOf(message.subscription)) onBar(message.bar);
          return;
        case 'historyChanged':
          for (const { onHistoryChanged } of subscriptions.followersOf(message.subscription)) onHistoryChanged();
          return;
        case 'quotes':
          onQuotes(message.quotes);
      }
    },
  };
}

type Ask = <T>(build: (request: number) => FrameMessage, take: (message: FeedAnswer) => T | undefined) => Promise<T>;

const questionsOf = (ask: Ask): Pick<RemoteFeedRelay, 'history' | 'marks' | 'search' | 'resolve' | 'quantities'> => ({
  history: (query) =>
    ask<{ bars: readonly ChartBar[]; complete: boolean }>(
      (request) => ({ kind: 'historyRequest', request, ...query }),
      (message) => (message.kind === 'history' ? { bars: message.bars, complete: message.complete } : undefined),
    ),
  marks: (query) =>
    ask<readonly ChartMark[]>(
      (request) => ({ kind: 'marksRequest', request, ...query }),
      (message) => (message.kind === 'marks' ? message.marks : undefined),
    ),
  search: (query) =>
    ask<readonly ChartSymbolInfo[]>(
      (request) => ({ kind: 'searchRequest', request, ...query }),
      (message) => (message.kind === 'found' ? message.symbols : undefined),
    ),
  resolve: (ticker) =>
    ask<ChartSymbolInfo>(
      (request) => ({ kind: 'resolveRequest', request, ticker }),
      (message) => (message.kind === 'resolved' ? message.symbol : undefined),
    ),
  quantities: (orders) =>
    ask<readonly string[]>(
      (request) => ({ kind: 'quantitiesRequest', request, orders }),
      (message) => (message.kind === 'quantities' ? message.quantities : undefined),
    ),
});

interface Subscriptions extends Pick<RemoteFeed, 'subscribe'> {
  followersOf(subscription: number): readonly Follower[];
}

function createSubscriptions(send: (message: FrameMessage) => void, nextNumber: () => number): Subscriptions {
  const followed = new Map<number, Followed>();
  const follow = (query: BarsQuery): Followed => {
    const key = `${query.ticker} ${query.series} ${query.resolution}`;
    const known = [...followed.values()].find((entry) => entry.key === key);
    if (known !== undefined) return known;
    const made = { subscription: nextNumber(), key, followers: new Set<Follower>() };
    followed.set(made.subscription, made);
    send({ kind: 'subscribe', subscription: made.subscription, ...query });
    return made;
  };
  return {
    followersOf: (subscription) => [...(followed.get(subscription)?.followers ?? [])],
    subscribe: (query, onBar, onHistoryChanged) => {
      const { subscription, followers } = follow(query);
      const follower = { onBar, onHistoryChanged };
      followers.add(follower);
      return () => {
        if (!followers.delete(follower) || followers.size > 0) return;
        followed.delete(subscription);
        send({ kind: 'unsubscribe', subscription });
      };
    },
  };
}

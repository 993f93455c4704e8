import type { MarketFeed, Readable, TickerFeed } from '@tapedeck/client';
import { useMemo } from 'react';
import { useClient } from './client-context.tsx';
import { useReadable } from './use-readable.ts';

/** A feed requested by a render is released if it has no follower by then: the render was interrupted. */
const UNFOLLOWED_MS = 10_000;

/** Holds the feed from first use until the last follower leaves. */
function held<Feed extends TickerFeed>(open: () => Feed): Readable<Feed> {
  let feed: Feed | undefined;
  let followers = 0;
  const letGo = (): void => {
    if (followers > 0) return;
    feed?.release();
    feed = undefined;
  };
  return {
    get: () => {
      if (feed === undefined) {
        feed = open();
        setTimeout(letGo, UNFOLLOWED_MS);
      }
      return feed;
    },
    subscribe: () => {
      followers += 1;
      return () => {
        followers -= 1;
        letGo();
      };
    },
  };
}

/** Live data of one contract of the catalogue, held while the component is mounted. */
export function useMarketFeed(symbol: string): MarketFeed {
  const client = useClient();
  return useReadable(useMemo(() => held(() => client.markets.feed(symbol)), [client, symbol]));
}

/** Its ticker only. */
export function useTickerFeed(symbol: string): TickerFeed {
  const client = useClient();
  return useReadable(useMemo(() => held(() => client.markets.ticker(symbol)), [client, symbol]));
}

import type { MarketFeed, Readable, TerminalClient } from '@tapedeck/client';
import { useMemo } from 'react';
import { useClient } from './client-context.tsx';
import { useReadable } from './use-readable.ts';

/** Holds the feed while somebody follows it, so that an interrupted render never leaves a subscription behind. */
function heldFeed(client: TerminalClient, symbol: string): Readable<MarketFeed | undefined> {
  let feed: MarketFeed | undefined;
  let followers = 0;
  return {
    get: () => feed,
    subscribe: () => {
      if (followers++ === 0) feed = client.market(symbol);
      return () => {
        if (--followers > 0) return;
        feed?.release();
        feed = undefined;
      };
    },
  };
}

/** Live data of one contract, held while the component is on screen; `undefined` before its first effect. */
export function useMarketFeed(symbol: string): MarketFeed | undefined {
  const client = useClient();
  return useReadable(useMemo(() => heldFeed(client, symbol), [client, symbol]));
}

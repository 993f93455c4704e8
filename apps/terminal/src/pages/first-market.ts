import type { TerminalClient } from '@tapedeck/client';
import { hasNoMarket } from '@tapedeck/domain';

/** How long the feed is held for the screen to take over. */
const HELD_MS = 10_000;

/**
 * Requests the market of the address as soon as its instrument is known, so that its book arrives while the screen is
 * still being built.
 */
export function holdFirstMarket(client: Pick<TerminalClient, 'markets'>, symbol: string): void {
  let done = false;
  const hold = (): void => {
    const instrument = client.markets.instrument(symbol);
    if (done || instrument === undefined || hasNoMarket(instrument)) return;
    done = true;
    const feed = client.markets.feed(symbol);
    setTimeout(() => feed.release(), HELD_MS);
  };
  const look = (): void => {
    hold();
    if (!done && client.markets.catalogue.get().status !== 'success') return;
    for (const end of ends) end();
  };
  const ends = [client.markets.first.subscribe(look), client.markets.catalogue.subscribe(look)];
  hold();
}

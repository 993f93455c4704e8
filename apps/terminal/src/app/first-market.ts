import type { TerminalClient } from '@tapedeck/client';
import { hasNoMarket } from '@tapedeck/domain';

/** How long the feed is held for the screen to take it over. */
const HELD_MS = 10_000;

/** Asks for the market of the address as soon as its instrument is known, so that its book arrives while the screen is still made. */
export function holdFirstMarket(client: Pick<TerminalClient, 'first' | 'catalogue' | 'instrument' | 'market'>, symbol: string): void {
  let done = false;
  const hold = (): void => {
    const instrument = client.instrument(symbol);
    if (done || instrument === undefined || hasNoMarket(instrument)) return;
    done = true;
    const feed = client.market(symbol);
    setTimeout(() => feed.release(), HELD_MS);
  };
  const look = (): void => {
    hold();
    if (!done && client.catalogue.get().status !== 'success') return;
    for (const end of ends) end();
  };
  const ends = [client.first.subscribe(look), client.catalogue.subscribe(look)];
  hold();
}

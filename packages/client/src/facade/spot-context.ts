import { USUAL_ACCOUNT } from '../forms/account-traits.ts';
import type { SpotContext } from '../forms/spot/spot-form.ts';
import { withFeeTier } from '@tapedeck/domain';
import { dataOf } from '../store/loadable.ts';
import { derived, type Readable } from '../store/readable.ts';
import { newestTerms } from './newest-terms.ts';
import type { MarketFeed, TerminalClient } from './terminal-client.ts';

/** All inputs of the spot form; the book in it is read in place and changes without notification. */
export function spotContext(
  client: Pick<TerminalClient, 'session' | 'markets' | 'orders' | 'funds'>,
  feed: MarketFeed,
): Readable<SpotContext> {
  const { instrument } = feed;
  const orders = derived([client.orders.open], (now) =>
    (dataOf(now) ?? []).filter((view) => view.state === 'live' && view.record.instrument === instrument.id).map((view) => view.record),
  );
  // The book is one object changed in place: only this part of it is followed.
  const outdated: Readable<boolean> = {
    get: () => feed.book.get().outdated === true,
    subscribe: (listener) => feed.book.subscribe(listener),
  };
  const held = derived([client.funds.coins, orders], (coins, own) => ({ coins: dataOf(coins), orders: own }));
  return derived(
    [feed.ticker, client.session.state, held, outdated, newestTerms(client.markets, instrument), client.funds.feeTier],
    (ticker, session, own, marketStale, listed, tier): SpotContext => {
      const market = ticker.ticker?.market;
      const user = dataOf(session)?.user;
      return {
        ...own,
        instrument: withFeeTier(listed, tier),
        last: market?.last,
        mark: market?.mark,
        index: market?.index,
        premium: market?.premium,
        book: feed.book.get(),
        loggedIn: dataOf(session)?.loggedIn === true,
        traits: user === undefined ? USUAL_ACCOUNT : { kind: user.accountKind, isDemo: user.isDemo },
        marketStale,
      };
    },
  );
}

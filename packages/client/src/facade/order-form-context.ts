import { priceOfTicks, tickCount, withFeeTier, type PositionIndex, type PositionRecord, type Price, type Ticks } from '@tapedeck/domain';
import type { SessionResult } from '@tapedeck/protocol';
import { USUAL_ACCOUNT, type AccountTraits } from '../forms/account-traits.ts';
import type { OrderFormContext } from '../forms/order/order-form.ts';
import { dataOf } from '../store/loadable.ts';
import { derived, type Readable } from '../store/readable.ts';
import type { MarketFeed, TerminalClient } from './terminal-client.ts';

const INDICES: readonly PositionIndex[] = [0, 1, 2];

const traitsOf = (user: SessionResult['user']): AccountTraits =>
  user === undefined ? USUAL_ACCOUNT : { kind: user.accountKind, isDemo: user.isDemo };

/**
 * Everything that the order form of one instrument is read against. Changes with the ticker and the account, a few times a second;
 * the book in it is read in place and changes without telling.
 */
export function orderFormContext(client: Pick<TerminalClient, 'account' | 'session'>, feed: MarketFeed): Readable<OrderFormContext> {
  const { instrument } = feed;
  const { account } = client;
  const records = INDICES.map((index) => {
    const view = account.position(`${instrument.symbol}:${index}`);
    return derived([view], (now): PositionRecord | undefined => now?.record);
  });
  const positions = derived(records, (...now) => now.filter((record) => record !== undefined));
  const orders = derived([account.openOrders], (now) =>
    (dataOf(now) ?? []).filter((view) => view.state === 'live' && view.record.instrument === instrument.id).map((view) => view.record),
  );
  // The book is one object changed in place: only this word of it is followed.
  const outdated: Readable<boolean> = {
    get: () => feed.book.get().outdated === true,
    subscribe: (listener) => feed.book.subscribe(listener),
  };
  const best = (at: Ticks | undefined): Price | undefined =>
    at === undefined || tickCount(at) === 0 ? undefined : priceOfTicks(at, instrument.tickSize);

  const follows = derived([account.copying], (part) => dataOf(part)?.role === 'follower');
  const held = derived(
    [account.totalsIn(instrument.settleCoin), account.settings(instrument.id), positions, orders],
    (totals, settings, ownPositions, ownOrders) => ({ account: dataOf(totals), settings, positions: ownPositions, orders: ownOrders }),
  );
  return derived(
    [feed.ticker, client.session, held, outdated, account.feeTier, follows],
    (ticker, session, own, marketStale, tier, isFollower): OrderFormContext => {
      const market = ticker.ticker?.market;
      return {
        ...own,
        instrument: withFeeTier(instrument, tier),
        last: market?.last,
        mark: market?.mark,
        index: market?.index,
        premium: market?.premium,
        time: market?.time,
        bestBid: best(market?.bestBid),
        bestAsk: best(market?.bestAsk),
        loggedIn: dataOf(session)?.loggedIn === true,
        traits: traitsOf(dataOf(session)?.user),
        follows: isFollower,
        book: feed.book.get(),
        marketStale,
      };
    },
  );
}

import { priceOfTicks, tickCount, withFeeTier, type PositionIndex, type PositionRecord, type Price, type Ticks } from '@tapedeck/domain';
import type { SessionResult } from '@tapedeck/protocol';
import { USUAL_ACCOUNT, type AccountTraits } from '../forms/account-traits.ts';
import type { OrderFormContext } from '../forms/order/order-form.ts';
import { dataOf } from '../store/loadable.ts';
import { derived, type Readable } from '../store/readable.ts';
import { newestTerms } from './newest-terms.ts';
import type { MarketFeed, TerminalClient } from './terminal-client.ts';

/** The branches of the client that an order form reads. */
export type OrderFormSources = Pick<TerminalClient, 'session' | 'markets' | 'orders' | 'positions' | 'funds' | 'copying'>;

const INDICES: readonly PositionIndex[] = [0, 1, 2];

const traitsOf = (user: SessionResult['user']): AccountTraits =>
  user === undefined ? USUAL_ACCOUNT : { kind: user.accountKind, isDemo: user.isDemo };

/**
 * All inputs of the order form of one instrument. Changes with the ticker and the account, a few times a second; the
 * book in it is read in place and changes without notification.
 */
export function orderFormContext(client: OrderFormSources, feed: MarketFeed): Readable<OrderFormContext> {
  const { instrument } = feed;
  const { markets, positions, orders, copying, funds } = client;
  const byIndex = INDICES.map((index) => {
    const view = positions.position(`${instrument.symbol}:${index}`);
    return derived([view], (now): PositionRecord | undefined => now?.record);
  });
  const ownPositions = derived(byIndex, (...now) => now.filter((record) => record !== undefined));
  const ownOrders = derived([orders.open], (now) =>
    (dataOf(now) ?? []).filter((view) => view.state === 'live' && view.record.instrument === instrument.id).map((view) => view.record),
  );
  // The book is one object changed in place: only this part of it is followed.
  const outdated: Readable<boolean> = {
    get: () => feed.book.get().outdated === true,
    subscribe: (listener) => feed.book.subscribe(listener),
  };
  const best = (at: Ticks | undefined): Price | undefined =>
    at === undefined || tickCount(at) === 0 ? undefined : priceOfTicks(at, instrument.tickSize);

  const follows = derived([copying.state], (part) => dataOf(part)?.role === 'follower');
  const held = derived(
    [funds.totalsIn(instrument.settleCoin), positions.settings(instrument.id), ownPositions, ownOrders],
    (totals, settings, positionsNow, ordersNow) => ({ account: dataOf(totals), settings, positions: positionsNow, orders: ordersNow }),
  );
  const terms = newestTerms(markets, instrument);
  return derived(
    [feed.ticker, client.session.state, held, outdated, terms, funds.feeTier, follows],
    (ticker, session, own, marketStale, listed, tier, isFollower): OrderFormContext => {
      const market = ticker.ticker?.market;
      return {
        ...own,
        instrument: withFeeTier(listed, tier),
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

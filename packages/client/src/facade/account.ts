import { type Instrument } from '@tapedeck/domain';
import { slippageRangeResult } from '@tapedeck/protocol';
import { NOT_LOGGED_IN, SERVER_AWAY, UNKNOWN_HERE } from '../connection/failure-codes.ts';
import type { Http } from '../connection/http.ts';
import { oneTimeToken } from '../connection/one-time-token.ts';
import { createApiKeyCommands } from '../flows/api-keys.ts';
import { createCopyCommands } from '../flows/copy-commands.ts';
import { createExitCommands } from '../flows/exit-commands.ts';
import { createFundsCommands } from '../flows/funds-commands.ts';
import { createGuard } from '../flows/guard.ts';
import { createMarginCommands } from '../flows/margin-commands.ts';
import { createMissedEnds, type MissedOrder } from '../flows/missed-ends.ts';
import { createOnce } from '../flows/once.ts';
import { createOrderCommands } from '../flows/order-commands.ts';
import { createOrderPlacing, type OrderPlacing } from '../flows/place-order.ts';
import { createOwnEmail, type OwnEmail } from '../flows/own-email.ts';
import { createOwnGestures } from '../flows/own-gestures.ts';
import { createPositionCommands } from '../flows/position-commands.ts';
import { createReverseFlow } from '../flows/reverse.ts';
import { createStrategyCommands } from '../flows/strategy-commands.ts';
import { orderCommand } from '../forms/order/order-command.ts';
import { SLIPPAGE_BOUNDS, type SlippageBounds } from '../forms/slippage/slippage.ts';
import { numberIn } from '../inputs/number-input.ts';
import { createAccountFeed, type AccountFeed } from '../raw/account-feed.ts';
import { isFlowing, worstFreshness } from '../raw/freshness.ts';
import { createAccountSelectors, type AccountSelectors, type AccountSources } from '../selectors/account-selectors.ts';
import { followHeldPrices } from '../selectors/held-prices.ts';
import { dataOf, failed, succeeded, type Failure, type Result } from '../store/loadable.ts';
import { derived } from '../store/readable.ts';
import { createHistories, createMarketHistories, type MarketPast } from './histories.ts';
import type { Layers } from './layers.ts';
import { createNotices } from './notices.ts';
import { emptyPositions, positionList, type PositionsAsked } from './position-list.ts';
import type { SessionFlow } from './session-flow.ts';
import type { Copying, Funds, Histories, Notices, Orders, Positions, Session, Strategies } from './terminal-client.ts';

/** The account: its private channel, its figures, and all calls that change it. */
export interface Account {
  readonly feed: AccountFeed;
  /** The channel was opened for an account, or closed. */
  opened(): void;
  closed(): void;
  readonly apiKeys: Session['apiKeys'];
  readonly email: OwnEmail;
  readonly orders: Orders;
  readonly positions: Positions;
  readonly funds: Funds;
  readonly strategies: Strategies;
  readonly copying: Copying;
  readonly histories: Omit<Histories, 'file'>;
  readonly onNotice: Notices['onNotice'];
  /** Not part of the account, but loaded with it. */
  readonly marketPast: MarketPast;
}

/** A number from the server in units of 1e-8; the client's own default if it is not a number. */
function readBounds(wire: { readonly min: string; readonly max: string }, known: { readonly min: bigint; readonly max: bigint }) {
  return { min: numberIn(wire.min) ?? known.min, max: numberIn(wire.max) ?? known.max };
}

async function slippageBounds(http: Http): Promise<Result<SlippageBounds>> {
  const answer = await http.get('/public/instrument/slippage', {}, slippageRangeResult);
  if (!answer.ok) return answer;
  const { percent, tickSize } = answer.value;
  return succeeded({ percent: readBounds(percent, SLIPPAGE_BOUNDS.percent), ticks: readBounds(tickSize, SLIPPAGE_BOUNDS.ticks) });
}

/** All calls that change the account. */
function createFlows({ ports, http, flow }: Layers, feed: AccountFeed) {
  const guard = createGuard(ports);
  const once = createOnce(ports, http, () => dataOf(flow.session.get())?.user?.id);
  const { mirror } = feed;
  const { instrumentById } = flow;
  const reportsFlow = (): boolean => isFlowing(feed.freshness.get());
  const missed = createMissedEnds({ ports, http, feed, instrumentById });
  const onUnseen = (order: MissedOrder): void => void missed.find([order]);
  const placing = createOrderPlacing({ ports, http, guard, mirror, reportsFlow, onUnseen, instrument: flow.instrument });
  const gestures = createOwnGestures();
  const held = { guard, once, mirror, instrumentById };
  return {
    gestures,
    placing,
    orders: createOrderCommands({ ...held, gestures, reportsFlow }),
    positions: {
      ...createPositionCommands({ ...held, placing }),
      ...createExitCommands(held),
      ...createMarginCommands({ ...held, http }),
      reversal: createReverseFlow({ ports, http, guard, placing, mirror, reportsFlow, instrumentById }),
    },
    funds: createFundsCommands(guard, once),
    apiKeys: createApiKeyCommands(http, guard),
    copying: createCopyCommands({ http, guard, once }),
    strategies: createStrategyCommands({ http, guard, once, reportsFlow, instrumentById }),
  };
}

/**
 * Why no order can be sent: the user is not logged in, or the instrument terms are not current. Stored terms do not
 * block reducing orders: the exchange validates them, and a trader must be able to close.
 */
function refusalOf({ fallback, session }: SessionFlow, reduceOnly: boolean): Failure | undefined {
  const isLoggedIn = dataOf(session.get())?.loggedIn === true;
  if (fallback.get() !== undefined && !(reduceOnly && isLoggedIn)) return { code: SERVER_AWAY, message: '' };
  return isLoggedIn ? undefined : { code: NOT_LOGGED_IN, message: '' };
}

/** The account computed from its mirror and the followed prices. */
function createFigures({ ports, hub, flow }: Layers, feed: AccountFeed, unseen: AccountSources['unseen']) {
  const { instrumentById } = flow;
  const contracts = (): readonly Instrument[] => dataOf(flow.catalogue.get()) ?? [];
  const instruments = (): readonly Instrument[] => [...contracts(), ...(dataOf(flow.pairs.get()) ?? [])];
  const listing = { listed: flow.pairs, instruments, instrumentById };
  const { marks, coinIndexes, last, options, freshness } = followHeldPrices({ ports, hub, mirror: feed.mirror, ...listing });
  const selectors = createAccountSelectors({
    mirror: feed.mirror,
    marks,
    coinIndexes,
    kind: derived([flow.session], (session) => dataOf(session)?.user?.accountKind ?? 'UTA2'),
    options,
    unseen,
    loggedIn: derived([flow.session], (session) => dataOf(session)?.loggedIn === true),
    instrumentById,
    settleCoin: () => contracts()[0]?.settleCoin ?? '',
  });
  const empty = emptyPositions(feed.mirror, instrumentById);
  const list = (asked: PositionsAsked = {}) => positionList({ mirror: feed.mirror, selectors, empties: empty, last, coinIndexes }, asked);
  /** Figures of the account are as reliable as its reports and the prices that value it, whichever is worse. */
  const figuresFreshness = derived([feed.freshness, freshness], (own, prices) => worstFreshness([own, prices]));
  return { selectors, empty, list, figuresFreshness };
}

/** Sends the orders of the forms, unless a reason blocks all orders. */
function createPlacing(
  { http, flow }: Layers,
  placing: OrderPlacing,
  selectors: AccountSelectors,
): Pick<Orders, 'place' | 'placeSpot' | 'slippageBounds'> {
  return {
    slippageBounds: () => slippageBounds(http),
    async placeSpot(terms) {
      const isKnown = flow.isConfirmed(terms.instrument.symbol);
      const reason = refusalOf(flow, false) ?? (isKnown ? undefined : { code: SERVER_AWAY, message: '' });
      return reason === undefined ? placing.place('form', terms) : failed(reason);
    },
    async place(draft, side, options) {
      const reason = refusalOf(flow, draft.reduceOnly);
      if (reason !== undefined) return failed(reason);
      const instrument = flow.instrument(draft.symbol);
      const terms = instrument && orderCommand(draft, side, instrument, selectors.settings(instrument.id).get());
      return terms === undefined ? failed({ code: UNKNOWN_HERE, message: '' }) : placing.place('form', { ...terms, options });
    },
  };
}

/** The channel is opened after log-in (`followSession`). */
function createFeed({ ports, http, flow, socketOrigin, sessionLost }: Layers): AccountFeed {
  return createAccountFeed(ports, {
    url: `${socketOrigin}/private?v=2`,
    async token() {
      const answer = await oneTimeToken(http, ports);
      return answer.ok ? answer.value : undefined;
    },
    onSessionEnded() {
      // A user who is logging out or switching accounts needs no message.
      const settled = flow.session.get().status === 'success';
      if (flow.sessionOver() && settled) sessionLost();
    },
  });
}

export function createAccount(layers: Layers): Account {
  const { http, flow } = layers;
  const feed = createFeed(layers);
  const { gestures, placing, apiKeys, ...flows } = createFlows(layers, feed);
  const { selectors, empty, list, figuresFreshness } = createFigures(layers, feed, placing.pending);
  feed.onNews(({ kind }) => {
    if (kind === 'feesChanged') void flow.renew();
  });
  return {
    feed,
    opened: () => placing.resume(),
    closed: () => placing.forget(),
    apiKeys,
    email: createOwnEmail(http),
    orders: { ...flows.orders, open: selectors.openOrders, ...createPlacing(layers, placing, selectors) },
    positions: {
      ...flows.positions,
      keys: selectors.positionKeys,
      empty,
      list,
      position: selectors.position,
      exits: selectors.exits,
      settings: selectors.settings,
    },
    funds: {
      ...flows.funds,
      totals: selectors.totals,
      totalsIn: selectors.totalsIn,
      coins: selectors.coins,
      feeTier: selectors.feeTier,
      freshness: figuresFreshness,
    },
    strategies: { ...flows.strategies, list: selectors.strategies },
    copying: { ...flows.copying, state: selectors.copying },
    histories: { ...createHistories(http), version: derived([feed.mirror], (mirror) => mirror?.seq ?? 0) },
    marketPast: createMarketHistories(http),
    onNotice: createNotices({ feed, placing, gestures, instrument: flow.instrument, instrumentById: flow.instrumentById }),
  };
}

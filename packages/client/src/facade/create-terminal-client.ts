import { isInverse, type Instrument } from '@tapedeck/domain';
import { candlesResult, slippageRangeResult, type NoticeItem } from '@tapedeck/protocol';
import { NOT_LOGGED_IN, SERVER_AWAY, SESSION_OVER, UNKNOWN_HERE } from '../connection/failure-codes.ts';
import { createHttp, type Http } from '../connection/http.ts';
import { oneTimeToken } from '../connection/one-time-token.ts';
import { createUserToken } from '../connection/user-token.ts';
import { createApiKeyCommands } from '../flows/api-keys.ts';
import { createAccountCommands } from '../flows/account-commands.ts';
import { createCopyCommands } from '../flows/copy-commands.ts';
import { createFundsFlow } from '../flows/funds.ts';
import { createGuard } from '../flows/guard.ts';
import { createMarginCommands } from '../flows/margin-commands.ts';
import { createOwnEmail } from '../flows/own-email.ts';
import { createMissedEnds, type MissedOrder } from '../flows/missed-ends.ts';
import { createOnce } from '../flows/once.ts';
import { createOrderPlacing } from '../flows/place-order.ts';
import { createVisitorCheck } from '../flows/visitor-check.ts';
import { createStrategyCommands } from '../flows/strategy-commands.ts';
import { createStopCommands } from '../flows/stop-commands.ts';
import { createReverseFlow } from '../flows/reverse.ts';
import { createClosedNotices } from '../flows/closed-notices.ts';
import { createConfirmations } from '../flows/confirmations.ts';
import { createReverseTip } from '../flows/reverse-tip.ts';
import { orderCommand } from '../forms/order/order-command.ts';
import { SLIPPAGE_BOUNDS, type SlippageBounds } from '../forms/slippage/slippage.ts';
import { numberIn } from '../inputs/number-input.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { createAccountFeed, type AccountFeed } from '../raw/account-feed.ts';
import { createPublicHub, type PublicHub } from '../raw/public-hub.ts';
import { isFlowing } from '../raw/freshness.ts';
import { NOTICE_TOPIC, createNoticeMirror } from '../raw/notice-mirror.ts';
import { SYMBOL_LIST_TOPIC, createSymbolListMirror } from '../raw/symbol-list-mirror.ts';
import { createFailureNews } from '../errors/failure-news.ts';
import { createTelemetry, type Telemetry } from '../errors/telemetry.ts';
import { createAccountSelectors, type AccountSelectors } from '../selectors/account-selectors.ts';
import { followHeldPrices } from '../selectors/held-prices.ts';
import { dataOf, failed, succeeded, type Failure, type Result } from '../store/loadable.ts';
import { createStore, derived, type Readable } from '../store/readable.ts';
import { createHistories } from './histories.ts';
import { followCandles, openMarketFeed, openTickerFeed } from './market-feeds.ts';
import { createNotices } from './notices.ts';
import { createOptionBoards } from './option-boards.ts';
import { emptyPositions, positionList } from './position-list.ts';
import { createSessionFlow, type FirstScreen, type SessionFlow, type SessionParts } from './session-flow.ts';
import type { Account, ConnectionState, TerminalClient } from './terminal-client.ts';

export interface TerminalClientOptions {
  /** Where the web API is; '' for the page's own origin. */
  readonly origin: string;
  /** `ws://host` or `wss://host`. */
  readonly socketOrigin: string;
  /** Language of the server's messages. */
  readonly language: () => string;
  /** What can wait until it is shown comes after it: the lists of instruments, the private channel. At once when it is left out. */
  readonly firstScreen?: FirstScreen;
}

/** How soon the catalogue and the session are asked for again when they could not be had. */
export const LOAD_RETRY_MS = 2_000;

interface Layers {
  readonly ports: ClientPorts;
  readonly http: Http;
  readonly flow: SessionFlow;
  readonly hub: PublicHub;
  readonly feed: AccountFeed;
  readonly notices: Readable<readonly NoticeItem[]>;
  readonly telemetry: Telemetry;
  onFailure(listener: (failure: Failure) => void): () => void;
}

function connectionOf({ flow, hub, feed }: Layers): Readable<ConnectionState> {
  return derived([hub.freshness, feed.freshness, hub.link.latency, flow.session], (market, own, latency, session): ConnectionState => {
    const loggedIn = dataOf(session)?.loggedIn;
    // Prices come first: until it is known who is logged in, nobody can say that there is no account to wait for.
    return { market, account: loggedIn === undefined ? 'loading' : loggedIn ? own : undefined, latency };
  });
}

/** Opens the private channel while somebody is logged in and the catalogue is there to read it by. */
function followSession({ flow, feed }: Layers, after: Promise<void> | undefined, opened: () => void, closed: () => void): void {
  let account: number | undefined;
  const asked = new Set<string>();
  /** The account may hold what is in no list. */
  const known = (symbol: string): Instrument | undefined => {
    const instrument = flow.instrument(symbol);
    if (instrument !== undefined || asked.has(symbol)) return instrument;
    asked.add(symbol);
    void flow.learnSymbol(symbol).then((found) => {
      if (found) feed.reload();
      else asked.delete(symbol);
    });
    return undefined;
  };
  let mayOpen = after === undefined;
  const align = (): void => {
    if (!mayOpen) return;
    const session = dataOf(flow.session.get());
    const user = session?.loggedIn === true && flow.catalogue.get().status === 'success' ? session.user : undefined;
    const next = user === undefined ? undefined : Number(user.id);
    if (next === account) return;
    if (account !== undefined) {
      feed.close();
      closed();
    }
    account = next;
    if (next === undefined) return;
    feed.open({ account: next, instrument: known });
    opened();
  };
  flow.session.subscribe(align);
  flow.catalogue.subscribe(align);
  void after?.then(() => {
    mayOpen = true;
    align();
  });
}

function createLayers(ports: ClientPorts, options: TerminalClientOptions): Layers {
  const token = createUserToken(ports);
  const http: Http = createHttp(ports, {
    origin: options.origin,
    language: options.language,
    onFailure: (failure) => heard(failure),
    headers: token.headers,
    business(symbol) {
      const instrument = flow.instrument(symbol);
      if (instrument === undefined) return undefined;
      return isInverse(instrument) ? 'inverse' : instrument.settleCoin === 'USDC' ? 'usdc' : 'usdt';
    },
  });
  const failures = createFailureNews();
  const heard = (failure: Failure): void => {
    // A visitor who is told to log in has lost nothing.
    if (SESSION_OVER.has(failure.code) && !flow.sessionOver()) return;
    failures.tell(failure);
  };
  const telemetry = createTelemetry(ports, http);
  const flow = createSessionFlow({ ports, http, token, traces: telemetry, screen: options.firstScreen });
  const hub = createPublicHub(ports, `${options.socketOrigin}/realtime?v=2`);
  const notices = createStore<readonly NoticeItem[]>([]);
  hub.acquire(SYMBOL_LIST_TOPIC, () => createSymbolListMirror((news) => flow.takeContracts(news)));
  hub.acquire(NOTICE_TOPIC, () => createNoticeMirror(notices, http.clockOffset));
  const feed = createAccountFeed(ports, {
    url: `${options.socketOrigin}/private?v=2`,
    async token() {
      const answer = await oneTimeToken(http, ports);
      return answer.ok ? answer.value : undefined;
    },
    onSessionEnded() {
      // Who is logging out, or in by another account, need not be told.
      const settled = flow.session.get().status === 'success';
      if (flow.sessionOver() && settled) failures.tell({ code: NOT_LOGGED_IN, message: '' });
    },
  });
  return { ports, http, flow, hub, feed, notices, telemetry, onFailure: failures.listen };
}

function createRunning({ ports, flow, hub, feed }: Layers, started: () => void): Pick<TerminalClient, 'start' | 'stop'> {
  let running = false;
  let cancelRetry = (): void => undefined;

  async function load(): Promise<void> {
    await flow.load();
    const missing = [flow.catalogue, flow.pairs, flow.session].some((part) => part.get().status !== 'success');
    if (running && missing) cancelRetry = ports.setTimer(() => void load(), LOAD_RETRY_MS);
  }

  return {
    start() {
      if (running) return;
      running = true;
      hub.start();
      feed.resume();
      void load();
      started();
    },
    stop() {
      running = false;
      cancelRetry();
      hub.stop();
      feed.suspend();
    },
  };
}

/** A number of the server as units of 1e-8; what the client knows by itself where it is none. */
function readBounds(wire: { readonly min: string; readonly max: string }, known: { readonly min: bigint; readonly max: bigint }) {
  return { min: numberIn(wire.min) ?? known.min, max: numberIn(wire.max) ?? known.max };
}

async function slippageBounds(http: Http): Promise<Result<SlippageBounds>> {
  const answer = await http.get('/public/instrument/slippage', {}, slippageRangeResult);
  if (!answer.ok) return answer;
  const { percent, tickSize } = answer.value;
  return succeeded({ percent: readBounds(percent, SLIPPAGE_BOUNDS.percent), ticks: readBounds(tickSize, SLIPPAGE_BOUNDS.ticks) });
}

const marketQuestions = (http: Http): Pick<TerminalClient, 'candles' | 'slippageBounds'> => ({
  slippageBounds: () => slippageBounds(http),
  candles: ({ symbol, series, resolution, before, limit }) =>
    http.get('/contract/v5/market/candles', { symbol, series, resolution, to: before, limit }, candlesResult),
});

const sessionParts = ({
  first,
  session,
  catalogue,
  fallback,
  pairs,
  pairsFallback,
  login,
  logout,
  switchAccount,
  instrument,
  facts,
  instrumentById,
}: SessionFlow): SessionParts => ({
  first,
  session,
  catalogue,
  fallback,
  pairs,
  pairsFallback,
  login,
  logout,
  switchAccount,
  instrument,
  facts,
  instrumentById,
});

const accountParts = (
  feed: AccountFeed,
  selectors: AccountSelectors,
  { onNotice, emptyPositions: empties }: Pick<Account, 'onNotice' | 'emptyPositions'>,
): Account => ({
  freshness: feed.freshness,
  version: derived([feed.mirror], (mirror) => mirror?.seq ?? 0),
  totals: selectors.totals,
  totalsIn: selectors.totalsIn,
  coins: selectors.coins,
  positionKeys: selectors.positionKeys,
  emptyPositions: empties,
  openOrders: selectors.openOrders,
  strategies: selectors.strategies,
  copying: selectors.copying,
  feeTier: selectors.feeTier,
  position: selectors.position,
  exits: selectors.exits,
  settings: selectors.settings,
  onNotice,
});

/** Everything that changes the account. */
function createFlows({ ports, http, flow, feed }: Layers) {
  const guard = createGuard(ports);
  const once = createOnce(ports, http);
  const { mirror } = feed;
  const { instrumentById } = flow;
  const reportsFlow = (): boolean => isFlowing(feed.freshness.get());
  const missed = createMissedEnds({ ports, http, feed, instrumentById });
  const onUnseen = (order: MissedOrder): void => void missed.find([order]);
  const placing = createOrderPlacing({ ports, http, guard, mirror, reportsFlow, onUnseen, instrument: flow.instrument });
  const commands = {
    ...createAccountCommands({ guard, once, placing, mirror, instrumentById }),
    ...createFundsFlow(guard, once),
    reversal: createReverseFlow({ ports, http, guard, placing, mirror, reportsFlow, instrumentById }),
    apiKeys: createApiKeyCommands(http, guard),
    copying: createCopyCommands({ http, guard, once }),
    strategies: createStrategyCommands({ http, guard, once, reportsFlow, instrumentById }),
    margin: createMarginCommands({ http, guard, once, mirror, instrumentById }),
    stops: createStopCommands({ guard, once, mirror, reportsFlow, instrumentById }),
  };
  return { placing, commands };
}

/**
 * Why no order can be sent: nobody is logged in, or the rules it would go by are not the exchange's. Kept rules do not hold up an order
 * that only reduces: the exchange checks it, and a trader must be able to get out.
 */
function refusalOf({ fallback, session }: SessionFlow, reduceOnly: boolean): Failure | undefined {
  const isLoggedIn = dataOf(session.get())?.loggedIn === true;
  if (fallback.get() !== undefined && !(reduceOnly && isLoggedIn)) return { code: SERVER_AWAY, message: '' };
  return isLoggedIn ? undefined : { code: NOT_LOGGED_IN, message: '' };
}

/** The data layer of one terminal. Nothing happens before `start`. */
export function createTerminalClient(ports: ClientPorts, options: TerminalClientOptions): TerminalClient {
  const layers = createLayers(ports, options);
  const { http, flow, hub, feed } = layers;
  const { instrumentById } = flow;
  const { placing, commands } = createFlows(layers);
  const reverseTip = createReverseTip(ports, http);
  const closedNotices = createClosedNotices(ports, http);
  const confirmations = createConfirmations(ports, http, reverseTip);
  const visitor = createVisitorCheck(http, options.language);
  const contracts = (): readonly Instrument[] => dataOf(flow.catalogue.get()) ?? [];
  const instruments = (): readonly Instrument[] => [...contracts(), ...(dataOf(flow.pairs.get()) ?? [])];
  const listing = { listed: flow.pairs, instruments, instrumentById };
  const { marks, coinIndexes, last, options: optionStates } = followHeldPrices({ ports, hub, mirror: feed.mirror, ...listing });
  const loggedIn = derived([flow.session], (session) => dataOf(session)?.loggedIn === true);
  const selectors = createAccountSelectors({
    mirror: feed.mirror,
    marks,
    coinIndexes,
    kind: derived([flow.session], (session) => dataOf(session)?.user?.accountKind ?? 'UTA2'),
    options: optionStates,
    unseen: placing.pending,
    loggedIn,
    instrumentById,
    settleCoin: () => contracts()[0]?.settleCoin ?? '',
  });
  followSession(
    layers,
    options.firstScreen?.shown,
    () => {
      placing.resume();
      void reverseTip.load();
      void closedNotices.load();
      void confirmations.load();
    },
    () => placing.forget(),
  );

  const empties = emptyPositions(feed.mirror, instrumentById);
  const listed = (symbol: string): Instrument => {
    const instrument = flow.instrument(symbol);
    if (instrument === undefined) throw new Error(`The catalogue has no symbol ${symbol}.`);
    return instrument;
  };

  return {
    ...createRunning(layers, () => void (options.firstScreen?.shown ?? Promise.resolve()).then(visitor.load)),
    positions: (asked = {}) => positionList({ mirror: feed.mirror, selectors, empties, last, coinIndexes }, asked),
    ...marketQuestions(http),
    ...createHistories(http, options.origin),
    email: createOwnEmail(http),
    ...commands,
    onFailure: layers.onFailure,
    telemetry: layers.telemetry,
    reverseTip,
    notices: layers.notices,
    isBanned: visitor.isBanned,
    closedNotices,
    confirmations,
    connection: connectionOf(layers),
    exchangeTime: hub.exchangeTime,
    ...sessionParts(flow),
    options: createOptionBoards(http, flow),
    market: (symbol) => openMarketFeed(hub, listed(symbol)),
    ticker: (symbol) => openTickerFeed(hub, listed(symbol)),
    account: accountParts(feed, selectors, {
      onNotice: createNotices({ feed, placing, instrument: flow.instrument, instrumentById }),
      emptyPositions: empties,
    }),
    followCandles: (query, listener) => followCandles(hub, query, listener),
    async placeSpotOrder(terms) {
      const isKnown = flow.isConfirmed(terms.instrument.symbol);
      const reason = refusalOf(flow, false) ?? (isKnown ? undefined : { code: SERVER_AWAY, message: '' });
      return reason === undefined ? placing.place('form', terms) : failed(reason);
    },
    async placeOrder(draft, side, options) {
      const reason = refusalOf(flow, draft.reduceOnly);
      if (reason !== undefined) return failed(reason);
      const instrument = flow.instrument(draft.symbol);
      const terms = instrument && orderCommand(draft, side, instrument, selectors.settings(instrument.id).get());
      return terms === undefined ? failed({ code: UNKNOWN_HERE, message: '' }) : placing.place('form', { ...terms, options });
    },
  };
}

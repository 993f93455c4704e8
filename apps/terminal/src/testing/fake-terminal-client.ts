import { createStore, SLIPPAGE_BOUNDS, type Store } from '@tapedeck/client';
import type {
  Account,
  AccountView,
  CatalogueFallback,
  SpotFallback,
  ConfirmationKind,
  CoinView,
  ConnectionState,
  CopyState,
  Failure,
  Freshness,
  LiveBook,
  LiveTape,
  LiveTicker,
  Loadable,
  MarketFeed,
  Notice,
  NoticeFlag,
  OrderView,
  PositionView,
  ReverseState,
  TerminalClient,
} from '@tapedeck/client';
import {
  BASE_FEE_TIER,
  isOption,
  STRATEGY_KINDS,
  type FeeTier,
  type Instrument,
  type InstrumentId,
  type PositionExits,
  type SettingsRecord,
  type StrategyRecord,
} from '@tapedeck/domain';
import { encodeInstrument, normaliseSymbol } from '@tapedeck/protocol';
import type { NoticeItem, SessionResult } from '@tapedeck/protocol';
import { vi } from 'vitest';
import { accountView, liveTicker, moneyOf, settingsOf, TEST_INSTRUMENT } from './records.ts';

/** A feed whose parts a test sets by hand. */
export interface FakeFeed extends MarketFeed {
  readonly ticker: Store<LiveTicker>;
  readonly book: Store<LiveBook>;
  readonly tape: Store<LiveTape>;
}

export interface FakeAccount extends Account {
  readonly freshness: Store<Freshness>;
  readonly version: Store<number>;
  readonly feeTier: Store<FeeTier>;
  readonly totals: Store<Loadable<AccountView>>;
  readonly coins: Store<Loadable<readonly CoinView[]>>;
  readonly positionKeys: Store<Loadable<readonly string[]>>;
  readonly emptyPositions: Store<readonly PositionView[]>;
  readonly openOrders: Store<Loadable<readonly OrderView[]>>;
  readonly copying: Store<Loadable<CopyState>>;
  readonly strategies: Store<Loadable<readonly StrategyRecord[]>>;
  position(key: string): Store<PositionView | undefined>;
  exits(key: string): Store<PositionExits>;
  settings(instrument: InstrumentId): Store<SettingsRecord | undefined>;
  say(notice: Notice): void;
}

export interface FakeClient extends TerminalClient {
  readonly notices: Store<readonly NoticeItem[]>;
  readonly isBanned: Store<boolean>;
  readonly account: FakeAccount;
  readonly session: Store<Loadable<SessionResult>>;
  readonly connection: Store<ConnectionState>;
  readonly exchangeTime: Store<number | undefined>;
  readonly catalogue: Store<Loadable<readonly Instrument[]>>;
  readonly fallback: Store<CatalogueFallback | undefined>;
  readonly pairsFallback: Store<SpotFallback | undefined>;
  feed(symbol: string): FakeFeed;
  /** As if a call had been refused. */
  fail(failure: Failure): void;
}

export const VENUE: SessionResult['venue'] = {
  name: 'fake',
  marginModes: ['cross', 'isolated'],
  positionModes: ['MergedSingle', 'BothSide'],
  strategies: STRATEGY_KINDS,
  copyTrading: true,
  lending: true,
  cancelOnDisconnect: true,
};
const MARKET: SessionResult['market'] = { source: 'simulated', label: '42', speed: 1 };
export const LOGGED_IN: SessionResult = {
  loggedIn: true,
  user: {
    id: '100',
    username: 'trader-01',
    accountKind: 'UTA2',
    isDemo: false,
    vipLevel: 0,
    proLevel: 0,
    copyRole: 'none',
    isTrial: false,
    accounts: [{ id: '100', accountKind: 'UTA2', isDemo: false }],
  },
  needsPassphrase: false,
  registrationOpen: true,
  venue: VENUE,
  market: MARKET,
};
export const LOGGED_OUT: SessionResult = { loggedIn: false, needsPassphrase: false, registrationOpen: true, venue: VENUE, market: MARKET };

const success = <T>(data: T): Loadable<T> => ({ status: 'success', data });
const keyed = <Key, T>(make: (key: Key) => T): ((key: Key) => T) => {
  const made = new Map<Key, T>();
  return (key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
};

function fakeFeed(instrument: Instrument): FakeFeed {
  return {
    instrument,
    ticker: createStore(liveTicker(instrument)),
    book: createStore<LiveBook>({ freshness: 'live', bids: [641823, 500, 641820, 1200], asks: [641824, 300, 641830, 900], update: 1 }),
    tape: createStore<LiveTape>({ freshness: 'live', trades: [] }),
    release: vi.fn(),
  };
}

function fakeAccount(): FakeAccount {
  const listeners = new Set<(notice: Notice) => void>();
  const totals = createStore<Loadable<AccountView>>(success(accountView()));
  return {
    freshness: createStore<Freshness>('live'),
    version: createStore(0),
    feeTier: createStore<FeeTier>(BASE_FEE_TIER),
    totals,
    totalsIn: () => totals,
    coins: createStore<Loadable<readonly CoinView[]>>(success([])),
    positionKeys: createStore<Loadable<readonly string[]>>(success([])),
    emptyPositions: createStore<readonly PositionView[]>([]),
    openOrders: createStore<Loadable<readonly OrderView[]>>(success([])),
    copying: createStore<Loadable<CopyState>>(success({ role: 'none' })),
    strategies: createStore<Loadable<readonly StrategyRecord[]>>(success([])),
    position: keyed(() => createStore<PositionView | undefined>(undefined)),
    exits: keyed(() => createStore<PositionExits>({ partial: [] })),
    settings: keyed((id: InstrumentId) => createStore<SettingsRecord | undefined>(settingsOf(id))),
    onNotice: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say: (notice) => {
      for (const listener of listeners) listener(notice);
    },
  };
}

/** A client for tests of the screens: nothing happens but what the test does. */
export function fakeClient(instruments: readonly Instrument[] = [TEST_INSTRUMENT]): FakeClient {
  const find = (symbol: string) => instruments.find((instrument) => instrument.symbol === symbol);
  const feed = keyed((symbol: string) => fakeFeed(find(symbol) ?? TEST_INSTRUMENT));
  const done = () => Promise.resolve({ ok: true as const, value: undefined });
  const noPage = () => Promise.resolve({ ok: true as const, value: { rows: [], cursor: '' } });
  const session = createStore<Loadable<SessionResult>>(success(LOGGED_IN));
  const failureListeners = new Set<(failure: Failure) => void>();
  const hidden = createStore(false);
  const confirmationsOff = createStore<ReadonlySet<ConfirmationKind>>(new Set());
  return {
    start: vi.fn(),
    stop: vi.fn(),
    connection: createStore<ConnectionState>({ market: 'live', account: 'live', latency: 3 }),
    exchangeTime: createStore<number | undefined>(undefined),
    pairs: createStore<Loadable<readonly Instrument[]>>(success([])),
    pairsFallback: createStore<SpotFallback | undefined>(undefined),
    session,
    notices: createStore<readonly NoticeItem[]>([]),
    isBanned: createStore(false),
    login: vi.fn(() => {
      session.set(success(LOGGED_IN));
      return Promise.resolve({ ok: true as const, value: LOGGED_IN });
    }),
    logout: vi.fn(() => {
      session.set(success(LOGGED_OUT));
      return Promise.resolve({ ok: true as const, value: LOGGED_OUT });
    }),
    switchAccount: vi.fn((accountKind, isDemo) => {
      const next: SessionResult = { ...LOGGED_IN, ...(LOGGED_IN.user && { user: { ...LOGGED_IN.user, accountKind, isDemo } }) };
      session.set(success(next));
      return Promise.resolve({ ok: true as const, value: next });
    }),
    fundings: vi.fn(() => Promise.resolve({ ok: true as const, value: { rows: [], cursor: '' } })),
    deliveries: vi.fn(() => Promise.resolve({ ok: true as const, value: { rows: [], cursor: '' } })),
    insurance: vi.fn(() => Promise.resolve({ ok: true as const, value: [] })),
    slippageBounds: vi.fn(() => Promise.resolve({ ok: true as const, value: SLIPPAGE_BOUNDS })),
    first: createStore(undefined),
    catalogue: createStore(success(instruments)),
    fallback: createStore<CatalogueFallback | undefined>(undefined),
    options: { board: keyed(() => createStore(success(instruments.filter(isOption)))), load: vi.fn(() => Promise.resolve()) },
    instrument: find,
    facts: (symbol) => {
      const instrument = find(symbol);
      return instrument && normaliseSymbol(encodeInstrument(instrument));
    },
    instrumentById: (id) => instruments.find((instrument) => instrument.id === id),
    market: vi.fn(feed),
    ticker: vi.fn(feed),
    feed,
    account: fakeAccount(),
    candles: vi.fn(() => Promise.resolve({ ok: true as const, value: { rows: [], complete: true } })),
    followCandles: vi.fn(() => () => undefined),
    placeOrder: vi.fn(() => Promise.resolve({ ok: true as const, value: { orderId: 1 } })),
    cancelOrder: vi.fn(done),
    cancelAllOrders: vi.fn(() => Promise.resolve({ ok: true as const, value: 1 })),
    closePosition: vi.fn(() => Promise.resolve({ ok: true as const, value: { orderId: 2 } })),
    closePositions: vi.fn((closes: readonly unknown[]) => Promise.resolve({ sent: closes.length, failure: undefined })),
    setLeverage: vi.fn(done),
    setMarginMode: vi.fn(done),
    setPositionMode: vi.fn(done),
    moveFunds: vi.fn(done),
    transferToAccount: vi.fn(done),
    setCollateral: vi.fn(done),
    placeSpotOrder: vi.fn(() => Promise.resolve({ ok: true as const, value: {} })),
    cancelOrders: vi.fn((orders) => Promise.resolve({ cancelled: orders.length, failure: undefined })),
    telemetry: { rejection: vi.fn(), measure: vi.fn() },
    onFailure: (listener) => {
      failureListeners.add(listener);
      return () => failureListeners.delete(listener);
    },
    fail: (failure) => {
      for (const listener of failureListeners) listener(failure);
    },
    copying: {
      leaders: vi.fn(() => Promise.resolve({ ok: true as const, value: [] })),
      lead: vi.fn(done),
      stopLeading: vi.fn(done),
      follow: vi.fn(done),
      stopFollowing: vi.fn(done),
    },
    strategies: {
      create: vi.fn(() => Promise.resolve({ ok: true as const, value: { strategyId: 1, token: undefined } })),
      stop: vi.fn(done),
    },
    margin: {
      setAutoAddMargin: vi.fn(done),
      addMargin: vi.fn(done),
      previewMargin: vi.fn(() => Promise.resolve({ ok: true as const, value: { margin: moneyOf('0'), liquidationPrice: undefined } })),
    },
    stops: {
      amendOrder: vi.fn(done),
      setPositionTpsl: vi.fn(done),
      cancelExit: vi.fn(done),
      setTrailingStop: vi.fn(done),
      setCancelOnDisconnect: vi.fn(done),
      cancelTotally: vi.fn(() => Promise.resolve({ ok: true as const, value: 0 })),
      placeOrderPair: vi.fn(() => Promise.resolve({ ok: true as const, value: [] })),
      placeMarginRateClose: vi.fn(() => Promise.resolve({ ok: true as const, value: 1 })),
    },
    reversal: { state: createStore<ReverseState>({ name: 'idle' }), reverse: vi.fn(() => Promise.resolve({ name: 'reversed' as const })) },
    closedNotices: { closed: createStore<ReadonlySet<NoticeFlag>>(new Set()), choose: vi.fn() },
    confirmations: {
      off: confirmationsOff,
      choose: vi.fn((kind: ConfirmationKind, asks: boolean) => {
        const off = new Set(confirmationsOff.get());
        if (asks) off.delete(kind);
        else off.add(kind);
        confirmationsOff.set(off);
      }),
    },
    apiKeys: {
      list: vi.fn(() => Promise.resolve({ ok: true as const, value: { limit: 20, list: [] } })),
      create: vi.fn(() => Promise.resolve({ ok: false as const, failure: { code: 10016, message: '' } })),
      change: vi.fn(done),
      revoke: vi.fn(done),
    },
    email: {
      read: vi.fn(() => Promise.resolve({ ok: true as const, value: '' })),
      keep: vi.fn((value: string) => Promise.resolve({ ok: true as const, value })),
    },
    reverseTip: { hidden, choose: vi.fn((next: boolean) => hidden.set(next)) },
    historyFile: vi.fn((list: string) => `/file/${list}`),
    orderHistory: vi.fn(noPage),
    executions: vi.fn(noPage),
    closedPnl: vi.fn(noPage),
    transactions: vi.fn(noPage),
    positions: vi.fn(() => []),
  };
}

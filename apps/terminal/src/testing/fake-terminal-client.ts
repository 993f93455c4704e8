import { createStore, SLIPPAGE_BOUNDS, type Store } from '@tapedeck/client';
import type {
  AccountView,
  CatalogueFallback,
  SpotFallback,
  ConfirmationKind,
  CoinView,
  ConnectionState,
  CopyState,
  Copying,
  Failure,
  Freshness,
  Funds,
  Histories,
  LiveBook,
  LiveTape,
  LiveTicker,
  Loadable,
  MarketFeed,
  Markets,
  Notice,
  NoticeFlag,
  Notices,
  Orders,
  OrderView,
  PositionView,
  Positions,
  Readable,
  ReverseState,
  Session,
  Strategies,
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

type Stores<T> = { -readonly [Key in keyof T]: T[Key] extends Readable<infer Value> ? Store<Value> : T[Key] };

/** The client with every value in a store that a test sets. */
export interface FakeClient extends TerminalClient {
  readonly connection: Store<ConnectionState>;
  readonly session: Stores<Session>;
  readonly markets: Stores<Omit<Markets, 'feed' | 'ticker'>> & { feed(symbol: string): FakeFeed; ticker(symbol: string): FakeFeed };
  readonly orders: Stores<Orders>;
  readonly positions: Stores<Omit<Positions, 'position' | 'exits' | 'settings'>> & {
    position(key: string): Store<PositionView | undefined>;
    exits(key: string): Store<PositionExits>;
    settings(instrument: InstrumentId): Store<SettingsRecord | undefined>;
  };
  readonly funds: Stores<Funds>;
  readonly strategies: Stores<Strategies>;
  readonly copying: Stores<Copying>;
  readonly histories: Stores<Histories>;
  readonly notices: Stores<Notices>;
  /** As if the account had news. */
  say(notice: Notice): void;
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

/** Listeners, and a way to tell them all. */
function listenersOf<T>() {
  const listeners = new Set<(news: T) => void>();
  return {
    listen: (listener: (news: T) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (news: T) => {
      for (const listener of listeners) listener(news);
    },
  };
}

const answer = <T>(value: T) => Promise.resolve({ ok: true as const, value });
const done = () => answer(undefined);
const noPage = () => answer({ rows: [], cursor: '' });

function fakeSession(): FakeClient['session'] {
  const state = createStore<Loadable<SessionResult>>(success(LOGGED_IN));
  const become = (next: SessionResult) => {
    state.set(success(next));
    return answer(next);
  };
  return {
    state,
    freshness: createStore<Freshness>('live'),
    isBanned: createStore(false),
    login: vi.fn(() => become(LOGGED_IN)),
    logout: vi.fn(() => become(LOGGED_OUT)),
    switchAccount: vi.fn((accountKind, isDemo) =>
      become({ ...LOGGED_IN, ...(LOGGED_IN.user && { user: { ...LOGGED_IN.user, accountKind, isDemo } }) }),
    ),
    email: { read: vi.fn(() => answer('')), keep: vi.fn((value: string) => answer(value)) },
    apiKeys: {
      list: vi.fn(() => answer({ limit: 20, list: [] })),
      create: vi.fn(() => Promise.resolve({ ok: false as const, failure: { code: 10016, message: '' } })),
      change: vi.fn(done),
      revoke: vi.fn(done),
    },
  };
}

function fakeMarkets(instruments: readonly Instrument[]): FakeClient['markets'] {
  const find = (symbol: string) => instruments.find((instrument) => instrument.symbol === symbol);
  const feed = keyed((symbol: string) => fakeFeed(find(symbol) ?? TEST_INSTRUMENT));
  return {
    first: createStore<Instrument | undefined>(undefined),
    catalogue: createStore<Loadable<readonly Instrument[]>>(success(instruments)),
    fallback: createStore<CatalogueFallback | undefined>(undefined),
    pairs: createStore<Loadable<readonly Instrument[]>>(success([])),
    pairsFallback: createStore<SpotFallback | undefined>(undefined),
    options: { board: keyed(() => createStore(success(instruments.filter(isOption)))), load: vi.fn(() => Promise.resolve()) },
    instrument: find,
    instrumentById: (id) => instruments.find((instrument) => instrument.id === id),
    facts: (symbol) => {
      const instrument = find(symbol);
      return instrument && normaliseSymbol(encodeInstrument(instrument));
    },
    feed: vi.fn(feed),
    ticker: vi.fn(feed),
    candles: vi.fn(() => answer({ rows: [], complete: true })),
    openInterests: vi.fn(() => answer({ rows: [], complete: true })),
    followCandles: vi.fn(() => () => undefined),
    exchangeTime: createStore<number | undefined>(undefined),
    fundings: vi.fn(noPage),
    deliveries: vi.fn(noPage),
    insurance: vi.fn(() => answer([])),
  };
}

const fakeOrders = (): FakeClient['orders'] => ({
  open: createStore<Loadable<readonly OrderView[]>>(success([])),
  place: vi.fn(() => answer({ orderId: 1 })),
  placeSpot: vi.fn(() => answer({})),
  placePair: vi.fn(() => answer([])),
  slippageBounds: vi.fn(() => answer(SLIPPAGE_BOUNDS)),
  amend: vi.fn(done),
  cancel: vi.fn(done),
  cancelSeveral: vi.fn((orders) => Promise.resolve({ cancelled: orders.length, failure: undefined })),
  cancelAll: vi.fn(() => answer(1)),
  cancelTotally: vi.fn(() => answer(0)),
  setCancelOnDisconnect: vi.fn(done),
});

const fakePositions = (): FakeClient['positions'] => ({
  keys: createStore<Loadable<readonly string[]>>(success([])),
  empty: createStore<readonly PositionView[]>([]),
  list: vi.fn(() => []),
  position: keyed(() => createStore<PositionView | undefined>(undefined)),
  exits: keyed(() => createStore<PositionExits>({ partial: [] })),
  settings: keyed((id: InstrumentId) => createStore<SettingsRecord | undefined>(settingsOf(id))),
  close: vi.fn(() => answer({ orderId: 2 })),
  closeSeveral: vi.fn((closes: readonly unknown[]) => Promise.resolve({ sent: closes.length, failure: undefined })),
  setLeverage: vi.fn(done),
  setMarginMode: vi.fn(done),
  setPositionMode: vi.fn(done),
  setTpsl: vi.fn(done),
  cancelExit: vi.fn(done),
  setTrailingStop: vi.fn(done),
  placeMarginRateClose: vi.fn(() => answer(1)),
  setAutoAddMargin: vi.fn(done),
  addMargin: vi.fn(done),
  previewMargin: vi.fn(() => answer({ margin: moneyOf('0'), liquidationPrice: undefined })),
  reversal: { state: createStore<ReverseState>({ name: 'idle' }), reverse: vi.fn(() => Promise.resolve({ name: 'reversed' as const })) },
});

function fakeFunds(): FakeClient['funds'] {
  const totals = createStore<Loadable<AccountView>>(success(accountView()));
  return {
    totals,
    totalsIn: () => totals,
    coins: createStore<Loadable<readonly CoinView[]>>(success([])),
    feeTier: createStore<FeeTier>(BASE_FEE_TIER),
    freshness: createStore<Freshness>('live'),
    move: vi.fn(done),
    transferToAccount: vi.fn(done),
    paperFunds: vi.fn(done),
    setCollateral: vi.fn(done),
  };
}

function fakeNotices(listeners: Pick<FakeClient['notices'], 'onNotice' | 'onFailure'>): FakeClient['notices'] {
  const hidden = createStore(false);
  const off = createStore<ReadonlySet<ConfirmationKind>>(new Set());
  return {
    ...listeners,
    operator: createStore<readonly NoticeItem[]>([]),
    closed: { closed: createStore<ReadonlySet<NoticeFlag>>(new Set()), choose: vi.fn() },
    confirmations: {
      off,
      choose: vi.fn((kind: ConfirmationKind, asks: boolean) => {
        const next = new Set(off.get());
        if (asks) next.delete(kind);
        else next.add(kind);
        off.set(next);
      }),
    },
    reverseTip: { hidden, choose: vi.fn((next: boolean) => hidden.set(next)) },
  };
}

/** A client for tests of the screens: nothing happens unless the test does it. */
export function fakeClient(instruments: readonly Instrument[] = [TEST_INSTRUMENT]): FakeClient {
  const notices = listenersOf<Notice>();
  const failures = listenersOf<Failure>();
  return {
    start: vi.fn(),
    stop: vi.fn(),
    connection: createStore<ConnectionState>({ market: 'live', account: 'live', latency: 3 }),
    session: fakeSession(),
    markets: fakeMarkets(instruments),
    orders: fakeOrders(),
    positions: fakePositions(),
    funds: fakeFunds(),
    strategies: {
      list: createStore<Loadable<readonly StrategyRecord[]>>(success([])),
      create: vi.fn(() => answer({ strategyId: 1, token: undefined })),
      stop: vi.fn(done),
    },
    copying: {
      state: createStore<Loadable<CopyState>>(success({ role: 'none' })),
      leaders: vi.fn(() => answer([])),
      lead: vi.fn(done),
      stopLeading: vi.fn(done),
      follow: vi.fn(done),
      stopFollowing: vi.fn(done),
    },
    histories: {
      version: createStore(0),
      orders: vi.fn(noPage),
      executions: vi.fn(noPage),
      closedPnl: vi.fn(noPage),
      transactions: vi.fn(noPage),
      file: vi.fn((list: string) => `/file/${list}`),
    },
    notices: fakeNotices({ onNotice: notices.listen, onFailure: failures.listen }),
    telemetry: { rejection: vi.fn(), measure: vi.fn() },
    say: notices.tell,
    fail: failures.tell,
  };
}

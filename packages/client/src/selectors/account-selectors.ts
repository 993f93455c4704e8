import {
  BASE_FEE_TIER,
  accountMargins,
  defaultSettings,
  positionExits,
  sharesMarginMode,
  timestamp,
  type AccountKind,
  type AccountMargins,
  type Coin,
  type CopyRecord,
  type CrossAccount,
  type FeeTier,
  type Instrument,
  type InstrumentHoldings,
  type InstrumentId,
  type MarketState,
  type OrderRecord,
  type PositionExits,
  type Price,
  type SettingsRecord,
  type StrategyRecord,
  type Timestamp,
  withFeeTier,
} from '@tapedeck/domain';
import { marginAt } from '../calculators/margin-memo.ts';
import { accountView, type AccountView } from '../calculators/account-view.ts';
import { coinViews, type CoinView } from '../calculators/coin-view.ts';
import { positionView, type PositionView } from '../calculators/position-view.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import type { Loadable } from '../store/loadable.ts';
import { derived, type Readable } from '../store/readable.ts';

/** An order in the tables. */
export interface OrderView {
  readonly instrument: Instrument;
  readonly record: OrderRecord;
  /** Sent without an answer yet, or unanswered and being looked up: never shown as failed before that is known. */
  readonly state: 'pending' | 'checking' | 'live';
}

/** The account's role in copy trading; `none` is one too. */
export type CopyState = CopyRecord | { readonly role: 'none' };
const NO_PART: CopyState = { role: 'none' };

/** Market states of the options held. */
export type OptionStates = ReadonlyMap<InstrumentId, MarketState>;
export type Marks = ReadonlyMap<InstrumentId, Price>;
/** Orders that only this page knows, by client-made id. */
export type UnseenOrders = ReadonlyMap<string, { readonly record: OrderRecord; readonly state: 'pending' | 'checking' }>;

export interface AccountSources {
  readonly mirror: Readable<AccountMirror | undefined>;
  /** Mark prices of the instruments with positions. */
  readonly marks: Readable<Marks>;
  /** Index prices of the account's coins, except dollars. */
  readonly coinIndexes: Readable<ReadonlyMap<Coin, Price>>;
  readonly kind: Readable<AccountKind>;
  readonly options: Readable<OptionStates>;
  readonly unseen: Readable<UnseenOrders>;
  readonly loggedIn: Readable<boolean>;
  instrumentById(id: InstrumentId): Instrument | undefined;
  /** Default coin of the totals. */
  readonly settleCoin: () => string;
}

export interface AccountSelectors {
  readonly margins: Readable<AccountMargins | undefined>;
  readonly holdings: Readable<readonly InstrumentHoldings[]>;
  readonly totals: Readable<Loadable<AccountView>>;
  /** The totals for orders and positions of a settle coin. */
  totalsIn(coin: Coin): Readable<Loadable<AccountView>>;
  /** All coins of the account; ticks with their prices. */
  readonly coins: Readable<Loadable<readonly CoinView[]>>;
  readonly positionKeys: Readable<Loadable<readonly string[]>>;
  readonly openOrders: Readable<Loadable<readonly OrderView[]>>;
  readonly strategies: Readable<Loadable<readonly StrategyRecord[]>>;
  readonly copying: Readable<Loadable<CopyState>>;
  /** Determines the account's fees, which costs and liquidation prices depend on. */
  readonly feeTier: Readable<FeeTier>;
  position(key: string): Readable<PositionView | undefined>;
  /** TP/SL and trailing stop of a position; changes only with them. */
  exits(key: string): Readable<PositionExits>;
  settings(instrument: InstrumentId): Readable<SettingsRecord | undefined>;
}

/** Inputs of an account's settings. */
type Choosing = Pick<AccountSources, 'kind' | 'instrumentById'>;

const NO_ORDERS: readonly OrderRecord[] = [];

/** Conditional orders by their position: `instrument:index`. */
function waitingByPosition(orders: AccountMirror['orders'] | undefined): ReadonlyMap<string, readonly OrderRecord[]> {
  const groups = new Map<string, OrderRecord[]>();
  for (const order of orders?.values() ?? []) {
    if (order.stop === undefined) continue;
    const key = `${order.instrument}:${order.positionIndex}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [order]);
    else group.push(order);
  }
  return groups;
}

function holdingsOf(mirror: AccountMirror | undefined, sources: Choosing): InstrumentHoldings[] {
  if (mirror === undefined) return [];
  const positions = [...mirror.positions.values()];
  const orders = [...mirror.orders.values()];
  const ids = new Set([...positions, ...orders].map((record) => record.instrument));
  return [...ids].flatMap((id) => {
    const instrument = sources.instrumentById(id);
    if (instrument === undefined) return [];
    const of = <T extends { readonly instrument: InstrumentId }>(records: readonly T[]): T[] =>
      records.filter((record) => record.instrument === id);
    return [
      {
        instrument: withFeeTier(instrument, mirror.feeTier),
        settings: settingsOf(mirror, id, sources),
        positions: of(positions),
        orders: of(orders),
      },
    ];
  });
}

/** A contract without changed settings has the defaults, and the mode of the contracts that share one. */
function settingsOf({ settings, account }: AccountMirror, instrument: InstrumentId, { kind, instrumentById }: Choosing): SettingsRecord {
  const known = settings.get(instrument);
  if (known !== undefined) return known;
  const usual = defaultSettings(account, instrument);
  const shares = (id: InstrumentId): boolean => {
    const listed = instrumentById(id);
    return listed !== undefined && sharesMarginMode(kind.get(), listed);
  };
  const other = shares(instrument) ? [...settings.values()].find((own) => shares(own.instrument)) : undefined;
  return other === undefined ? usual : { ...usual, marginMode: other.marginMode };
}

const sameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, i) => Object.is(value, b[i]));

/** Lists are equal if their items are; all other values by identity. */
function sameLoadedList(a: Loadable<readonly unknown[]>, b: Loadable<readonly unknown[]>): boolean {
  return a.status === 'success' && b.status === 'success' ? sameList(a.data, b.data) : a.status === b.status && a.status !== 'error';
}

function positionKeysOf(mirror: AccountMirror): string[] {
  const open = [...mirror.positions].sort(([, a], [, b]) => Number(b.openedAt) - Number(a.openedAt));
  return open.map(([key]) => key);
}

function orderViews(mirror: AccountMirror, unseen: UnseenOrders, instrumentById: AccountSources['instrumentById']): OrderView[] {
  const seen = new Set([...mirror.orders.values(), ...mirror.ended.values()].map((order) => order.clientOrderId));
  const waiting = [...unseen].filter(([id]) => !seen.has(id)).map(([, order]) => order);
  const live = [...mirror.orders.values()].sort((a, b) => b.orderId - a.orderId).map((record) => ({ record, state: 'live' as const }));
  return [...waiting.reverse(), ...live].flatMap(({ record, state }) => {
    const instrument = instrumentById(record.instrument);
    return instrument === undefined ? [] : [{ instrument, record, state }];
  });
}

interface OwnMoney {
  readonly cash: AccountMirror['wallet'];
  readonly wallets: AccountMirror['wallets'];
  readonly notCollateral: AccountMirror['notCollateral'];
}
const sameMoney = (a: OwnMoney | undefined, b: OwnMoney | undefined): boolean =>
  a?.cash === b?.cash && a?.wallets === b?.wallets && a?.notCollateral === b?.notCollateral;

/** Views of an order keep their identity while the order is the same. */
function stableViews(): (views: readonly OrderView[]) => OrderView[] {
  let before = new Map<OrderRecord, OrderView>();
  return (views) => {
    const stable = views.map((view) => {
      const old = before.get(view.record);
      return old !== undefined && old.state === view.state && old.instrument === view.instrument ? old : view;
    });
    before = new Map(stable.map((view) => [view.record, view]));
    return stable;
  };
}

const whenLoaded = <T>(isIn: boolean, value: T | undefined): Loadable<T> =>
  value !== undefined ? { status: 'success', data: value } : isIn ? { status: 'pending' } : { status: 'idle' };

/** The exchange's time from its newest option. */
function newest(states: OptionStates): Timestamp {
  let time = timestamp(0);
  for (const state of states.values()) if (state.time > time) time = state.time;
  return time;
}

const sameStatus = <T>(a: Loadable<T>, b: Loadable<T>): boolean => a.status === b.status && a.status !== 'success';

type Part = Pick<AccountSources, 'loggedIn' | 'mirror'>;

function createStrategies({ loggedIn, mirror }: Part): Readable<Loadable<readonly StrategyRecord[]>> {
  return derived(
    [loggedIn, derived([mirror], (now) => now?.strategies)],
    (isIn, now): Loadable<readonly StrategyRecord[]> =>
      whenLoaded(isIn, now && [...now.values()].sort((a, b) => b.strategyId - a.strategyId)),
    sameLoadedList,
  );
}

function createCopying({ loggedIn, mirror }: Part): Readable<Loadable<CopyState>> {
  return derived(
    [loggedIn, mirror],
    (isIn, now): Loadable<CopyState> => whenLoaded(isIn, now && (now.copying ?? NO_PART)),
    (a, b) => a.status === b.status && (a.status !== 'success' || b.status !== 'success' || a.data === b.data),
  );
}

/** Margin of the whole account, recomputed after a change of any input. */
function followMargins(
  sources: Pick<AccountSources, 'marks' | 'coinIndexes' | 'kind' | 'options'>,
  holdings: Readable<readonly InstrumentHoldings[]>,
  money: Readable<OwnMoney | undefined>,
): Readable<AccountMargins | undefined> {
  const { marks, coinIndexes, kind, options } = sources;
  return derived(
    [holdings, money, marks, coinIndexes, kind, options],
    (held, own, mark, indexes, of, states) =>
      own &&
      accountMargins({
        kind: of,
        cash: own.cash,
        wallets: [...own.wallets.values()],
        notCollateral: own.notCollateral,
        holdings: held,
        mark: (id) => mark.get(id),
        option: (id) => states.get(id),
        coinIndex: (coin) => indexes.get(coin),
        now: newest(states),
        marginOf: marginAt,
      }),
  );
}

/** The account as screens see it: computed from the mirror and the mark prices, memoised. */
export function createAccountSelectors(sources: AccountSources): AccountSelectors {
  const { mirror, marks, options, unseen, loggedIn, instrumentById, settleCoin } = sources;

  const holdings = derived([mirror], (now) => holdingsOf(now, sources));
  const money = derived(
    [mirror],
    (now): OwnMoney | undefined => now && { cash: now.wallet, wallets: now.wallets, notCollateral: now.notCollateral },
    sameMoney,
  );
  const feeTier = derived([mirror], (now): FeeTier => now?.feeTier ?? BASE_FEE_TIER);
  const margins = followMargins(sources, holdings, money);
  /** While the price of a coin new to the account is loading, the previous totals stay. */
  const createTotals = (coin: () => Coin): Readable<Loadable<AccountView>> => {
    let before: AccountView | undefined;
    const next = (isIn: boolean, own: OwnMoney | undefined, now: AccountMargins | undefined): Loadable<AccountView> => {
      if (own === undefined || !isIn) before = undefined;
      else if (now !== undefined) {
        before = accountView(own.cash, now, coin());
        return { status: 'success', data: before };
      }
      if (!isIn) return { status: 'idle' };
      return before === undefined ? { status: 'pending' } : { status: 'pending', data: before };
    };
    return derived([loggedIn, money, margins], next, sameStatus);
  };
  const totals = createTotals(settleCoin);
  const totalsByCoin = new Map<Coin, Readable<Loadable<AccountView>>>();
  const coins = derived(
    [loggedIn, money, margins],
    (isIn, own, now): Loadable<readonly CoinView[]> => whenLoaded(isIn, own && now && coinViews(now, own.wallets.values())),
    sameStatus,
  );
  const positionKeys = derived(
    [loggedIn, mirror],
    (isIn, now): Loadable<readonly string[]> => whenLoaded(isIn, now && positionKeysOf(now)),
    sameLoadedList,
  );
  const stable = stableViews();
  const openOrders = derived(
    [loggedIn, mirror, unseen],
    (isIn, now, own): Loadable<readonly OrderView[]> => whenLoaded(isIn, now && stable(orderViews(now, own, instrumentById))),
    sameLoadedList,
  );

  function createPosition(key: string): Readable<PositionView | undefined> {
    const record = derived([mirror], (now) => now?.positions.get(key));
    const mark = derived([record, marks], (own, all) => own && all.get(own.instrument));
    const option = derived([record, options], (own, all) => own && all.get(own.instrument));
    const account = derived([record, margins], (own, now): CrossAccount | undefined => {
      const instrument = own?.marginMode === 'cross' ? instrumentById(own.instrument) : undefined;
      return instrument && now && { ...now.of(instrument.settleCoin), pool: now.pool && now.coins, portfolio: now.portfolio !== undefined };
    });
    return derived([record, mark, account, option, feeTier], (own, at, now, state, tier) => {
      const listed = own && instrumentById(own.instrument);
      return (
        own && listed && positionView({ key, instrument: withFeeTier(listed, tier), record: own, mark: at, account: now, option: state })
      );
    });
  }

  const waiting = derived([derived([mirror], (now) => now?.orders)], waitingByPosition);
  function createExits(key: string): Readable<PositionExits> {
    const position = derived([mirror], (now) => now?.positions.get(key));
    const place = derived(
      [position],
      (own) => own && { instrument: own.instrument, index: own.positionIndex },
      (a, b) => a?.instrument === b?.instrument && a?.index === b?.index,
    );
    const own = derived([place, waiting], (at, all) => (at && all.get(`${at.instrument}:${at.index}`)) ?? NO_ORDERS, sameList);
    return derived([place, own], (at, orders): PositionExits => (at ? positionExits(orders, at.instrument, at.index) : { partial: [] }));
  }

  const positions = new Map<string, Readable<PositionView | undefined>>();
  const exits = new Map<string, Readable<PositionExits>>();
  const settings = new Map<InstrumentId, Readable<SettingsRecord | undefined>>();
  return {
    margins,
    holdings,
    totals,
    totalsIn(coin) {
      const known = totalsByCoin.get(coin) ?? createTotals(() => coin);
      totalsByCoin.set(coin, known);
      return known;
    },
    coins,
    positionKeys,
    openOrders,
    strategies: createStrategies(sources),
    copying: createCopying(sources),
    feeTier,
    position(key) {
      const known = positions.get(key) ?? createPosition(key);
      positions.set(key, known);
      return known;
    },
    exits(key) {
      const known = exits.get(key) ?? createExits(key);
      exits.set(key, known);
      return known;
    },
    settings(instrument) {
      const known = settings.get(instrument) ?? derived([mirror], (now) => now && settingsOf(now, instrument, sources));
      settings.set(instrument, known);
      return known;
    },
  };
}

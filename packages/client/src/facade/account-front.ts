import { BASE_FEE_TIER, type PositionExits } from '@tapedeck/domain';
import { REPORTS_OFF } from '../connection/failure-codes.ts';
import { failed, type Failure, type Loadable } from '../store/loadable.ts';
import type { Readable } from '../store/readable.ts';
import type { Account } from './account.ts';
import type { Copying, Funds, Histories, Orders, Positions, Session, Strategies } from './terminal-client.ts';

type AnyCall = (...values: never[]) => Promise<unknown>;
/** Names of the members that return a promise. */
type CallsOf<Branch> = { [Name in keyof Branch]: Branch[Name] extends AnyCall ? Name : never }[keyof Branch] & string;
/** Queries wait for the account. A change is refused until then: no command is sent later than requested, or for another user. */
type Calls<Branch> = Readonly<Record<CallsOf<Branch>, 'question' | 'change'>>;

const ORDER_CALLS: Calls<Orders> = {
  amend: 'change',
  cancel: 'change',
  cancelSeveral: 'change',
  cancelAll: 'change',
  cancelTotally: 'change',
  placePair: 'change',
  setCancelOnDisconnect: 'change',
  place: 'change',
  placeSpot: 'change',
  slippageBounds: 'question',
};
const POSITION_CALLS: Calls<Positions> = {
  close: 'change',
  closeSeveral: 'change',
  setLeverage: 'change',
  setMarginMode: 'change',
  setPositionMode: 'change',
  setTpsl: 'change',
  cancelExit: 'change',
  setTrailingStop: 'change',
  placeMarginRateClose: 'change',
  setAutoAddMargin: 'change',
  addMargin: 'change',
  previewMargin: 'question',
};

/** The branches of the client that belong to the account. */
export interface AccountFront extends Omit<Account, 'feed' | 'opened' | 'closed'> {
  readonly freshness: Session['freshness'];
}

const PENDING: Loadable<never> = { status: 'pending' };
const NO_EXITS: PositionExits = { partial: [] };
/** Without the account, it has no reports either. */
const ABSENT: Failure = { code: REPORTS_OFF, message: '' };
const EMPTY: readonly never[] = [];

function resolvedBy<T>(store: Readable<T | undefined>): Promise<T> {
  return new Promise((resolve) => {
    const look = (): void => {
      const value = store.get();
      if (value === undefined) return;
      stop();
      resolve(value);
    };
    const stop = store.subscribe(look);
    look();
  });
}

/** An observable of the account that returns `before` until the account has loaded. */
function followed<T>(account: Readable<Account | undefined>, of: (account: Account) => Readable<T>, before: T): Readable<T> {
  let source: Readable<T> | undefined;
  const find = (): Readable<T> | undefined => {
    const there = account.get();
    return (source ??= there && of(there));
  };
  const get = (): T => {
    const found = find();
    return found === undefined ? before : found.get();
  };
  return {
    get,
    subscribe(listener) {
      const found = find();
      if (found !== undefined) return found.subscribe(listener);
      let stop = account.subscribe(() => {
        stop();
        stop = find()?.subscribe(listener) ?? (() => undefined);
        if (!Object.is(get(), before)) listener();
      });
      return () => stop();
    },
  };
}

/** One value per key, so that two callers follow the same one. */
function keyed<Key, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new Map<Key, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/**
 * Stands in for the account, whose script may load after the first paint. Queries wait for it, changes are refused
 * until it has loaded, and observables have an initial state.
 */
export function createAccountFront(account: Readable<Account | undefined>): AccountFront {
  const arrival = resolvedBy(account);
  const value = <T>(of: (there: Account) => Readable<T>, before: T): Readable<T> => followed(account, of, before);

  function calls<Branch extends object>(of: (there: Account) => Branch, kinds: Calls<Branch>): Pick<Branch, CallsOf<Branch>> {
    const fronted = ([name, kind]: [string, unknown]): [string, AnyCall] => {
      // `Calls` contains only method names.
      const callOf = (there: Account): AnyCall => Reflect.get(of(there), name) as AnyCall;
      const call: AnyCall = (...values) => {
        const there = account.get();
        if (there !== undefined) return callOf(there)(...values);
        return kind === 'question' ? arrival.then((made) => callOf(made)(...values)) : Promise.resolve(failed(ABSENT));
      };
      return [name, call];
    };
    return Object.fromEntries(Object.entries(kinds).map(fronted)) as Pick<Branch, CallsOf<Branch>>;
  }

  const orders = calls<Orders>((there) => there.orders, ORDER_CALLS);
  const positions = calls<Positions>((there) => there.positions, POSITION_CALLS);
  return {
    apiKeys: calls((there) => there.apiKeys, { list: 'question', create: 'change', change: 'change', revoke: 'change' }),
    email: calls((there) => there.email, { read: 'question', keep: 'change' }),
    freshness: value((there) => there.feed.freshness, 'loading'),
    orders: {
      ...orders,
      cancelSeveral: (...several) =>
        account.get() === undefined ? Promise.resolve({ cancelled: 0, failure: ABSENT }) : orders.cancelSeveral(...several),
      open: value((there) => there.orders.open, PENDING),
    },
    positions: {
      ...positions,
      closeSeveral: (...several) =>
        account.get() === undefined ? Promise.resolve({ sent: 0, failure: ABSENT }) : positions.closeSeveral(...several),
      keys: value((there) => there.positions.keys, PENDING),
      empty: value((there) => there.positions.empty, EMPTY),
      list: (asked) => account.get()?.positions.list(asked) ?? EMPTY,
      position: keyed((key: string) => value((there) => there.positions.position(key), undefined)),
      exits: keyed((key: string) => value((there) => there.positions.exits(key), NO_EXITS)),
      settings: keyed((instrument) => value((there) => there.positions.settings(instrument), undefined)),
      reversal: {
        state: value((there) => there.positions.reversal.state, { name: 'idle' }),
        reverse: (...position) =>
          account.get()?.positions.reversal.reverse(...position) ?? Promise.resolve({ name: 'closeFailed', failure: ABSENT }),
      },
    },
    funds: {
      ...calls<Funds>((there) => there.funds, {
        move: 'change',
        transferToAccount: 'change',
        paperFunds: 'change',
        setCollateral: 'change',
      }),
      totals: value((there) => there.funds.totals, PENDING),
      totalsIn: keyed((coin) => value((there) => there.funds.totalsIn(coin), PENDING)),
      coins: value((there) => there.funds.coins, PENDING),
      feeTier: value((there) => there.funds.feeTier, BASE_FEE_TIER),
      freshness: value((there) => there.funds.freshness, 'loading'),
    },
    strategies: {
      ...calls<Strategies>((there) => there.strategies, { create: 'change', stop: 'change' }),
      list: value((there) => there.strategies.list, PENDING),
    },
    copying: {
      ...calls<Copying>((there) => there.copying, {
        leaders: 'question',
        lead: 'change',
        stopLeading: 'change',
        follow: 'change',
        stopFollowing: 'change',
      }),
      state: value((there) => there.copying.state, PENDING),
    },
    histories: {
      ...calls<Omit<Histories, 'file'>>((there) => there.histories, {
        orders: 'question',
        executions: 'question',
        closedPnl: 'question',
        transactions: 'question',
      }),
      version: value((there) => there.histories.version, 0),
    },
    marketPast: calls((there) => there.marketPast, { fundings: 'question', deliveries: 'question', insurance: 'question' }),
    onNotice(listener) {
      let stop = (): void => undefined;
      let wanted = true;
      const listen = (there: Account): void => {
        if (wanted) stop = there.onNotice(listener);
      };
      const there = account.get();
      if (there === undefined) void arrival.then(listen);
      else listen(there);
      return () => {
        wanted = false;
        stop();
      };
    },
  };
}

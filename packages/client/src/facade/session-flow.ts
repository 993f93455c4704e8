import { hasNoMarket, isOption, type AccountKind, type Instrument, type InstrumentId } from '@tapedeck/domain';
import {
  dynamicSymbolResult,
  sessionResult,
  type ContractSymbol,
  type LoginRequest,
  type SessionResult,
  type SymbolFacts,
} from '@tapedeck/protocol';
import { builtInCatalogue } from '../catalogue/built-in.ts';
import { createCatalogueCache } from '../storage/catalogue-cache.ts';
import { createSpotCache } from '../storage/spot-cache.ts';
import { createCatalogue, readContracts, type CatalogueFallback } from '../catalogue/catalogue.ts';
import { createSpotLists, type SpotFallback } from '../catalogue/spot-lists.ts';
import type { Http } from '../connection/http.ts';
import type { UserToken } from '../connection/user-token.ts';
import type { Telemetry } from '../errors/telemetry.ts';
import type { ClientPorts } from '../ports/ports.ts';
import type { SymbolListNews } from '../raw/symbol-list-mirror.ts';
import { dataOf, pendingOf, settledOf, succeeded, type Loadable, type Result } from '../store/loadable.ts';
import { createStore, type Readable } from '../store/readable.ts';

/** Who is logged in and what can be traded, as screens see it. */
export interface SessionParts {
  readonly session: Readable<Loadable<SessionResult>>;
  login(credentials: LoginRequest): Promise<Result<SessionResult>>;
  logout(): Promise<Result<SessionResult>>;
  /** Looks at the user's account of another kind or mode; it is opened when there is none. */
  switchAccount(kind: AccountKind, isDemo: boolean): Promise<Result<SessionResult>>;
  /** The instrument of the first screen: known before the lists, and after them too. */
  readonly first: Readable<Instrument | undefined>;
  /** All instruments by the catalogue's order. */
  readonly catalogue: Readable<Loadable<readonly Instrument[]>>;
  /** What the catalogue is while the exchange could not be reached for its own; no order is sent then. */
  readonly fallback: Readable<CatalogueFallback | undefined>;
  /** Spot pairs, which the catalogue does not list. */
  readonly pairs: Readable<Loadable<readonly Instrument[]>>;
  /** What the pairs are while the exchange's own lists of them could not be had; no order of a pair is sent then. */
  readonly pairsFallback: Readable<SpotFallback | undefined>;
  instrument(symbol: string): Instrument | undefined;
  /** What is shown of a contract; undefined for what is in no list of contracts. */
  facts(symbol: string): SymbolFacts | undefined;
  instrumentById(id: InstrumentId): Instrument | undefined;
}

/** Loaded at start, asked for again while it could not be had. */
export interface SessionFlow extends SessionParts {
  /** Whether the exchange has named the instrument since the page was opened; what was kept may be out of date. */
  isConfirmed(symbol: string): boolean;
  /** What changed in the list of contracts; a list of another version than the one that is known is loaded again. */
  takeContracts(news: SymbolListNews): void;
  /** Instruments that are in no list: options. Known from now on. */
  learn(contracts: readonly ContractSymbol[]): readonly Instrument[];
  /** Asks for an instrument that is in no list; answers whether it is known now. */
  learnSymbol(symbol: string): Promise<boolean>;
  /** Loads what is not there yet, both at once. */
  load(): Promise<void>;
  /** The server said that the session is over; answers whether there was one. */
  sessionOver(): boolean;
}

/** What the first screen is about, and when it is on screen. */
export interface FirstScreen {
  /** Of the instrument that it shows; undefined on a page of another kind. */
  readonly symbol?: string | undefined;
  readonly shown: Promise<void>;
}

export interface SessionFlowContext {
  readonly ports: Pick<ClientPorts, 'records' | 'storage' | 'setTimer'>;
  readonly http: Http;
  readonly token: UserToken;
  readonly traces: Pick<Telemetry, 'trace'>;
  readonly screen?: FirstScreen | undefined;
}

/** How long the first instrument is waited for before the lists are looked for, a kept copy first. */
const FIRST_PATIENCE_MS = 500;

export function createSessionFlow({ ports, http, token, traces, screen }: SessionFlowContext): SessionFlow {
  const first = createStore<Instrument | undefined>(undefined);
  const session = createStore<Loadable<SessionResult>>({ status: 'idle' });
  const bySymbol = new Map<string, Instrument>();
  const byId = new Map<number, Instrument>();
  const factsBySymbol = new Map<string, SymbolFacts>();
  const unconfirmed = new Set<string>();
  let loading: Promise<void> | undefined;
  let triedFirst = false;

  /** Ended ones stay known by name: history names them. */
  function remember(instrument: Instrument): void {
    bySymbol.set(instrument.symbol, instrument);
    byId.set(instrument.id, instrument);
    unconfirmed.delete(instrument.symbol);
  }

  /** Whether it was news: a list that stands in for the exchange's tells none where a better one is known. */
  function rememberFrom(instrument: Instrument, from: 'server' | 'fallback'): boolean {
    const { symbol } = instrument;
    if (from === 'fallback' && bySymbol.has(symbol) && !unconfirmed.has(symbol)) return false;
    remember(instrument);
    if (from === 'fallback') unconfirmed.add(symbol);
    return true;
  }

  const contracts = createCatalogue({
    http,
    token,
    traces,
    cache: createCatalogueCache(ports, traces),
    builtIn: builtInCatalogue,
    remember({ instrument, facts }, from) {
      if (rememberFrom(instrument, from)) factsBySymbol.set(instrument.symbol, facts);
    },
  });
  const catalogue = contracts.state;
  const spots = createSpotLists({
    http,
    ports,
    traces,
    cache: createSpotCache(ports, traces),
    remember: (pair, from) => void rememberFrom(pair, from),
  });

  /** The token is for requests only: nothing on screen gets to see it. */
  function withoutToken(answer: Result<SessionResult>): Result<SessionResult> {
    if (!answer.ok) return answer;
    const { token: secret, ...rest } = answer.value;
    token.keep(secret);
    if (!rest.loggedIn) token.forget();
    return succeeded(rest);
  }

  async function take(ask: () => Promise<Result<SessionResult>>): Promise<Result<SessionResult>> {
    session.set(pendingOf(session.get()));
    const answer = withoutToken(await ask());
    session.set(settledOf(session.get(), answer));
    return answer;
  }

  async function learnSymbol(symbol: string, how?: 'quiet'): Promise<boolean> {
    const answer = await http.get('/contract/v5/product/dynamic-symbol-item', { symbol }, dynamicSymbolResult, how);
    if (answer.ok) {
      learn([answer.value.item]);
      contracts.replace(answer.value.item);
    }
    return bySymbol.has(symbol);
  }

  async function findFirst(symbol: string): Promise<void> {
    await learnSymbol(symbol, 'quiet');
    const instrument = bySymbol.get(symbol);
    if (instrument !== undefined && !isOption(instrument) && !hasNoMarket(instrument)) first.set(instrument);
  }

  /** The lists are long: while one instrument is enough for the first screen, they wait until it is shown. */
  async function loadFirst(): Promise<void> {
    if (screen?.symbol === undefined || triedFirst) return;
    triedFirst = true;
    const { symbol } = screen;
    await new Promise<void>((resolve) => {
      const cancelTimer = ports.setTimer(resolve, FIRST_PATIENCE_MS);
      void findFirst(symbol).then(() => {
        cancelTimer();
        resolve();
      });
    });
    if (first.get() !== undefined) await screen.shown;
  }

  /** A copy is looked at once: what comes after it is newer. */
  async function loadContracts(): Promise<void> {
    const { status } = catalogue.get();
    if (status !== 'success') await contracts.load(status === 'idle' ? 'staleWhileRevalidate' : 'networkFirst');
  }

  async function loadLists(): Promise<void> {
    await loadFirst();
    // Pairs have a way of their own through their fallbacks: contracts do not wait for its end.
    void spots.load();
    await loadContracts();
  }

  async function loadMissing(): Promise<void> {
    await Promise.all([
      loadLists(),
      session.get().status === 'success' ? undefined : take(() => http.get('/user/public/session', {}, sessionResult)),
    ]);
  }

  /** A log-in or log-out that failed leaves the session as it was. */
  async function change(path: string, body: unknown): Promise<Result<SessionResult>> {
    const before = session.get();
    const answer = await take(() => http.post(path, body, sessionResult));
    if (!answer.ok && before.status === 'success') session.set(before);
    return answer;
  }

  function learn(contracts: readonly ContractSymbol[]): readonly Instrument[] {
    const listed = readContracts(contracts);
    for (const { instrument, facts } of listed) {
      remember(instrument);
      factsBySymbol.set(instrument.symbol, facts);
    }
    return listed.map(({ instrument }) => instrument);
  }

  return {
    first,
    session,
    catalogue,
    fallback: contracts.fallback,
    pairs: spots.state,
    pairsFallback: spots.fallback,
    isConfirmed: (symbol) => bySymbol.has(symbol) && !unconfirmed.has(symbol),
    takeContracts: (news) => contracts.take(news),
    learn,
    learnSymbol: (symbol) => learnSymbol(symbol),
    instrument: (symbol) => bySymbol.get(symbol),
    facts: (symbol) => factsBySymbol.get(symbol),
    instrumentById: (id) => byId.get(id),
    load() {
      loading ??= loadMissing().finally(() => {
        loading = undefined;
      });
      return loading;
    },
    login: (credentials) => change('/user/public/login', credentials),
    logout: () => change('/user/private/logout', {}),
    switchAccount: (accountKind, isDemo) => change('/contract/v5/account/switch', { accountKind, isDemo }),
    sessionOver() {
      const known = dataOf(session.get());
      token.forget();
      if (known === undefined || !known.loggedIn) return false;
      const { user: _gone, ...rest } = known;
      session.set({ status: 'success', data: { ...rest, loggedIn: false } });
      return true;
    },
  };
}

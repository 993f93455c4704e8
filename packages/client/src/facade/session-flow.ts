import { hasNoMarket, isOption, type Instrument } from '@tapedeck/domain';
import { dynamicSymbolResult, sessionResult, type ContractSymbol, type SessionResult, type SymbolFacts } from '@tapedeck/protocol';
import { builtInCatalogue } from '../catalogue/built-in.ts';
import { createCatalogueCache } from '../storage/catalogue-cache.ts';
import { createSpotCache } from '../storage/spot-cache.ts';
import { createCatalogue, readContracts } from '../catalogue/catalogue.ts';
import { createSpotLists } from '../catalogue/spot-lists.ts';
import type { Http } from '../connection/http.ts';
import type { UserToken } from '../connection/user-token.ts';
import type { Telemetry } from '../errors/telemetry.ts';
import type { ClientPorts } from '../ports/ports.ts';
import type { SymbolListNews } from '../raw/symbol-list-mirror.ts';
import { dataOf, pendingOf, settledOf, succeeded, type Loadable, type Result } from '../store/loadable.ts';
import { createStore } from '../store/readable.ts';
import type { Markets, Session } from './terminal-client.ts';

/** Loaded at start, and requested again while unavailable. */
export interface SessionFlow
  extends
    Pick<Session, 'login' | 'logout' | 'switchAccount'>,
    Pick<Markets, 'first' | 'catalogue' | 'fallback' | 'pairs' | 'pairsFallback' | 'instrument' | 'instrumentById' | 'facts'> {
  readonly session: Session['state'];
  /** Whether the exchange has listed the instrument since the page opened; a stored copy may be out of date. */
  isConfirmed(symbol: string): boolean;
  /** Applies a change of the contract list; a version other than the known one reloads the list. */
  takeContracts(news: SymbolListNews): void;
  /** Unlisted instruments, namely options. Known from now on. */
  learn(contracts: readonly ContractSymbol[]): readonly Instrument[];
  /** Requests an unlisted instrument; returns whether it is known now. */
  learnSymbol(symbol: string): Promise<boolean>;
  /** Loads both lists in parallel, if they are missing. */
  load(): Promise<void>;
  /** Reads the session again: the user's labels have changed. A failure leaves it unchanged. */
  renew(): Promise<void>;
  /** The server reported the end of the session; returns whether there was one. */
  sessionOver(): boolean;
}

/** Symbol of the first screen, and the moment of its display. */
export interface FirstScreen {
  /** Symbol of the page; undefined on pages without one. */
  readonly symbol?: string | undefined;
  readonly shown: Promise<void>;
}

export interface SessionFlowContext {
  readonly ports: Pick<ClientPorts, 'records' | 'storage' | 'setTimer'>;
  readonly http: Http;
  readonly token: UserToken;
  readonly traces: Pick<Telemetry, 'trace'>;
  readonly screen?: FirstScreen | undefined;
  /** A known instrument came again with other steps of price or quantity. */
  onRegrid(symbol: string): void;
}

/** Maximum wait for the first instrument before the lists are loaded, stored copy first. */
const FIRST_PATIENCE_MS = 500;

export function createSessionFlow({ ports, http, token, traces, screen, onRegrid }: SessionFlowContext): SessionFlow {
  const first = createStore<Instrument | undefined>(undefined);
  const session = createStore<Loadable<SessionResult>>({ status: 'idle' });
  const bySymbol = new Map<string, Instrument>();
  const byId = new Map<number, Instrument>();
  const factsBySymbol = new Map<string, SymbolFacts>();
  const unconfirmed = new Set<string>();
  let loading: Promise<void> | undefined;
  let triedFirst = false;

  /** Ended instruments stay known by name for the history. */
  function remember(instrument: Instrument): void {
    const before = bySymbol.get(instrument.symbol);
    if (before !== undefined && (before.tickSize !== instrument.tickSize || before.lotSize !== instrument.lotSize)) onRegrid(before.symbol);
    bySymbol.set(instrument.symbol, instrument);
    byId.set(instrument.id, instrument);
    unconfirmed.delete(instrument.symbol);
  }

  /** Whether it was new: a fallback list is ignored where a newer one is known. */
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

  /** The token is for requests only: screens never receive it. */
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

  /** The lists are long: while one instrument suffices for the first screen, they load after it. */
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

  /** Reads the stored copy first, because later data is newer. */
  async function loadContracts(): Promise<void> {
    const { status } = catalogue.get();
    if (status !== 'success') await contracts.load(status === 'idle' ? 'staleWhileRevalidate' : 'networkFirst');
  }

  async function loadLists(): Promise<void> {
    await loadFirst();
    // Pairs have their own fallbacks: contracts do not wait for them.
    void spots.load();
    await loadContracts();
  }

  async function loadMissing(): Promise<void> {
    await Promise.all([
      loadLists(),
      session.get().status === 'success' ? undefined : take(() => http.get('/user/public/session', {}, sessionResult)),
    ]);
  }

  /** A failed log-in or log-out leaves the session unchanged. */
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
    async renew() {
      const answer = withoutToken(await http.get('/user/public/session', {}, sessionResult, 'quiet'));
      if (answer.ok && session.get().status === 'success') session.set({ status: 'success', data: answer.value });
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

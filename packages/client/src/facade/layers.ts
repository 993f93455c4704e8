import { isInverse, type Instrument } from '@tapedeck/domain';
import { type NoticeItem } from '@tapedeck/protocol';
import { NOT_LOGGED_IN, SESSION_OVER } from '../connection/failure-codes.ts';
import { createHttp, type Http } from '../connection/http.ts';
import { LOAD_RETRY_MS } from '../constants.ts';
import { createUserToken } from '../connection/user-token.ts';
import type { ClientPorts } from '../ports/ports.ts';
import type { Freshness } from '../raw/freshness.ts';
import { createPublicHub, type PublicHub } from '../raw/public-hub.ts';
import { NOTICE_TOPIC, createNoticeMirror } from '../raw/notice-mirror.ts';
import { SYMBOL_LIST_TOPIC, createSymbolListMirror } from '../raw/symbol-list-mirror.ts';
import { createFailureNews } from '../errors/failure-news.ts';
import { createTelemetry, type Telemetry } from '../errors/telemetry.ts';
import { dataOf, type Failure } from '../store/loadable.ts';
import { createStore, derived, type Readable } from '../store/readable.ts';
import type { Account } from './account.ts';
import { createSessionFlow, type FirstScreen, type SessionFlow } from './session-flow.ts';
import type { ConnectionState, TerminalClient } from './terminal-client.ts';

export interface TerminalClientOptions {
  /** Origin of the web API; '' for the page's own. */
  readonly origin: string;
  /** `ws://host` or `wss://host`. */
  readonly socketOrigin: string;
  /** Language of the server's messages. */
  readonly language: () => string;
  /** Deferred until the first screen is shown: the instrument lists and the private channel. Starts at once if absent. */
  readonly firstScreen?: FirstScreen;
  /**
   * A followed instrument has other steps of price or quantity than when it was opened: frames are counted in them, so its feeds can only be
   * read by a page that begins again.
   */
  readonly onRegrid?: () => void;
  /** Creates the account's part (`@tapedeck/client/account`). A page loads it after its first screen. */
  readonly account: ((layers: Layers) => Account) | Promise<(layers: Layers) => Account>;
}

export interface Layers {
  readonly ports: ClientPorts;
  readonly http: Http;
  readonly flow: SessionFlow;
  readonly hub: PublicHub;
  readonly socketOrigin: string;
  readonly notices: Readable<readonly NoticeItem[]>;
  readonly telemetry: Telemetry;
  onFailure(listener: (failure: Failure) => void): () => void;
  /** The session ended elsewhere: the user is asked to log in. */
  sessionLost(): void;
  /** Symbols whose market has been followed. */
  readonly followed: Set<string>;
}

export function connectionOf({ flow, hub }: Layers, account: Readable<Freshness>): Readable<ConnectionState> {
  return derived([hub.freshness, account, hub.link.latency, flow.session], (market, own, latency, session): ConnectionState => {
    const loggedIn = dataOf(session)?.loggedIn;
    // Market data comes first: until the user is known, an account may still follow.
    return { market, account: loggedIn === undefined ? 'loading' : loggedIn ? own : undefined, latency };
  });
}

/** Opens the private channel while a user is logged in and the catalogue for decoding is loaded. */
export function followSession(
  { flow }: Layers,
  account: Readable<Account | undefined>,
  after: Promise<void> | undefined,
  opened: () => void,
): void {
  let shown: number | undefined;
  const asked = new Set<string>();
  /** The account may hold unlisted instruments. */
  const known = (symbol: string): Instrument | undefined => {
    const instrument = flow.instrument(symbol);
    if (instrument !== undefined || asked.has(symbol)) return instrument;
    asked.add(symbol);
    void flow.learnSymbol(symbol).then((found) => {
      if (found) account.get()?.feed.reload();
      else asked.delete(symbol);
    });
    return undefined;
  };
  let mayOpen = after === undefined;
  const align = (): void => {
    const there = account.get();
    if (!mayOpen || there === undefined) return;
    const session = dataOf(flow.session.get());
    const user = session?.loggedIn === true && flow.catalogue.get().status === 'success' ? session.user : undefined;
    const next = user === undefined ? undefined : Number(user.id);
    if (next === shown) return;
    if (shown !== undefined) {
      there.feed.close();
      there.closed();
    }
    shown = next;
    if (next === undefined) return;
    there.feed.open({ account: next, instrument: known });
    there.opened();
    opened();
  };
  flow.session.subscribe(align);
  flow.catalogue.subscribe(align);
  account.subscribe(align);
  void after?.then(() => {
    mayOpen = true;
    align();
  });
}

export function createLayers(ports: ClientPorts, options: TerminalClientOptions): Layers {
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
    // A visitor who is asked to log in has lost no session.
    if (SESSION_OVER.has(failure.code) && !flow.sessionOver()) return;
    failures.tell(failure);
  };
  const telemetry = createTelemetry(ports, http);
  const followed = new Set<string>();
  const flow = createSessionFlow({
    ...{ ports, http, token, traces: telemetry, screen: options.firstScreen },
    onRegrid(symbol) {
      if (followed.has(symbol)) options.onRegrid?.();
    },
  });
  const hub = createPublicHub(ports, `${options.socketOrigin}/realtime?v=2`);
  const notices = createStore<readonly NoticeItem[]>([]);
  hub.acquire(SYMBOL_LIST_TOPIC, () => createSymbolListMirror((news) => flow.takeContracts(news)));
  hub.acquire(NOTICE_TOPIC, () => createNoticeMirror(notices, http.clockOffset));
  const sessionLost = (): void => failures.tell({ code: NOT_LOGGED_IN, message: '' });
  return {
    ports,
    http,
    flow,
    hub,
    socketOrigin: options.socketOrigin,
    notices,
    telemetry,
    onFailure: failures.listen,
    sessionLost,
    followed,
  };
}

export function createRunning(
  { ports, flow, hub }: Layers,
  account: Readable<Account | undefined>,
  started: () => void,
): Pick<TerminalClient, 'start' | 'stop'> {
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
      account.get()?.feed.resume();
      void load();
      started();
    },
    stop() {
      running = false;
      cancelRetry();
      hub.stop();
      account.get()?.feed.suspend();
    },
  };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import {
  failureResponse,
  laterResponse,
  type Connection,
  type Gateway,
  type GatewayRequest,
  type GatewayResponse,
  type StreamHub,
  type V5Response,
} from '@tapedeck/gateway';
import { registerRequest, readWire } from '@tapedeck/protocol';
import { AccountService } from '../identity/account-service.ts';
import { hashPassword, verifyPassword } from '../identity/argon2.ts';
import { Identity } from '../identity/identity.ts';
import { Metrics } from '../operation/metrics.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { ServerOptions } from '../options.ts';
import { EntryTokens } from '../sessions/entry-tokens.ts';
import { SessionStore } from '../sessions/session-store.ts';
import { SocketServer } from '../sockets/socket-server.ts';
import { entryAddress } from '../http/entry-route.ts';
import { createHttpApp, type HttpAppOptions } from '../http/http-app.ts';
import type { UnreadAnswers } from '../http/unread-answers.ts';
import { createHttpServer } from '../http/http-server.ts';

/** A gateway that echoes requests, with log-in and log-out like the real one. */
/** A file in two parts; a broken one fails after the first. */
async function* linesOf(broken: boolean): AsyncGenerator<string> {
  yield 'orderId,symbol\r\n';
  await Promise.resolve();
  if (broken) throw new Error('secret detail of the database');
  yield '7,BTCUSDT\r\n';
}

class EchoGateway implements Pick<Gateway, 'handle' | 'handleV5' | 'callBudgets' | 'workBudgets' | 'knowsKey'> {
  /** The key that a signed request names. */
  readonly keys = new Set<string>();
  readonly workBudgets: Gateway['workBudgets'];
  callBudgets: Gateway['callBudgets'] = undefined;
  readonly requests: GatewayRequest[] = [];
  readonly #sessions: SessionStore;

  constructor(sessions: SessionStore, workBudgets: Gateway['workBudgets']) {
    this.#sessions = sessions;
    this.workBudgets = workBudgets;
  }

  knowsKey(id: string): boolean {
    return this.keys.has(id);
  }

  handleV5(): Promise<V5Response> {
    return Promise.resolve({ status: 200, body: { retCode: 0, retMsg: 'OK', result: {}, retExtInfo: {}, time: 0 }, headers: {} });
  }

  async handle(request: GatewayRequest): Promise<GatewayResponse> {
    this.requests.push(request);
    const { session } = request;
    if (request.path === '/user/public/login') {
      const body = (request.body ?? {}) as { passphrase?: string; username?: string; password?: string };
      const { username, password } = body;
      if ((username === undefined) !== (password === undefined)) return failureResponse('parameter', 0);
      const credentials = username === undefined || password === undefined ? { passphrase: body.passphrase } : { username, password };
      const opened = await this.#sessions.login(credentials, request.client);
      if (opened === 'refused') return failureResponse('loginRefused', 0);
      if ('retryAfterMs' in opened) return laterResponse('tooManyRequests', opened, 0);
      return { ...answer({ loggedIn: true }), session: { kind: 'set', session: opened } };
    }
    if (request.path === '/user/public/register') {
      const parsed = readWire(registerRequest, request.body);
      const made = parsed.ok ? await this.#sessions.register(parsed.value) : 'malformed';
      return typeof made === 'string' || 'retryAfterMs' in made
        ? failureResponse('parameter', 0)
        : { ...answer({ loggedIn: true }), session: { kind: 'set', session: made } };
    }
    if (request.path === '/user/private/logout' && session !== undefined) {
      await this.#sessions.logout(session);
      return { ...answer({ loggedIn: false }), session: { kind: 'clear' } };
    }
    if (request.path === '/contract/v5/history/export') {
      return {
        ...answer({}),
        content: { type: 'text/csv; charset=utf-8', name: 'orders.csv', parts: linesOf(request.query['list'] === 'broken') },
      };
    }
    if (request.path === '/contract/fails') throw new Error('secret detail in /var/lib');
    return answer({ path: request.path, query: request.query, body: request.body, loggedIn: session !== undefined });
  }
}

const answer = (result: unknown): GatewayResponse => ({ status: 200, body: { ret_code: 0, ret_msg: 'OK', result, time_now: 0 } });

/** Streams that record their calls. */
export class RecordingStreams implements StreamHub {
  newestTrades(): readonly [] {
    return [];
  }

  readonly received: string[] = [];
  readonly links: {
    send: (frames: readonly string[]) => boolean;
    close: (code: number, reason: string) => void;
    drained: number;
    closed: boolean;
    loggedIn: boolean;
  }[] = [];
  connected: () => void = () => undefined;
  heard: (text: string) => void = () => undefined;

  connect(...[, session, send, close]: Parameters<StreamHub['connect']>): Connection {
    const link = { send, close, drained: 0, closed: false, loggedIn: session !== undefined };
    this.links.push(link);
    this.connected();
    return {
      receive: (text) => {
        this.received.push(text);
        this.heard(text);
        send([`echo ${text}`, 'second']);
      },
      drained: () => {
        link.drained += 1;
      },
      closed: () => {
        link.closed = true;
      },
    };
  }

  endSession(): void {}

  glance(): Promise<void> {
    return Promise.resolve();
  }

  get connections(): number {
    return this.links.length;
  }
}

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly gateway: EchoGateway;
  readonly streams: RecordingStreams;
  readonly sockets: SocketServer;
  readonly sessions: SessionStore;
  readonly entries: EntryTokens;
  readonly identity: Identity;
  /** Logs the owner in by a one-time address; the Cookie header of the session. */
  login(): Promise<string>;
  readonly notReady: { value: string | undefined };
  readonly degraded: { value: string | undefined };
  readonly now: { value: number };
  readonly unread: UnreadAnswers;
  /** Connections that the server holds open. */
  connections(): Promise<number>;
  stop(): Promise<void>;
}

/** The real listeners, on a free port of loopback, around a gateway of straw. */
export async function startTestServer(
  options: Partial<ServerOptions> & Pick<HttpAppOptions, 'arrival' | 'unread'> & Partial<Pick<Gateway, 'workBudgets'>> = {},
): Promise<TestServer> {
  const folder = temporaryFolder();
  const terminalFolder = join(folder.path, 'terminal');
  mkdirSync(join(terminalFolder, 'assets'), { recursive: true });
  mkdirSync(join(terminalFolder, 'i18n/orders'), { recursive: true });
  for (const [name, text] of Object.entries(PAGES)) writeFileSync(join(terminalFolder, name), text);
  writeFileSync(join(folder.path, 'secret.txt'), 'secret');
  const now = { value: 1_700_000_000_000 };
  const identity = Identity.open(folder.path, { now: () => now.value });
  const desk = new AccountService(identity, { operate: () => Promise.resolve({}) });
  const sessions = new SessionStore({
    identity,
    accounts: desk,
    hasher: { hash: hashPassword, verify: verifyPassword },
    now: () => now.value,
    passphraseHash: options.passphrase === undefined ? undefined : await hashPassword(options.passphrase),
    registrationOpen: true,
    onEnded: () => undefined,
  });
  const metrics = new Metrics();
  const notReady: { value: string | undefined } = { value: undefined };
  const degraded: { value: string | undefined } = { value: undefined };
  const gateway = new EchoGateway(sessions, options.workBudgets);
  const streams = new RecordingStreams();
  const entries = new EntryTokens(() => now.value);
  const server = { host: '127.0.0.1', allowedHosts: [], trustedProxies: [], tls: undefined, bodyToken: false, ...options };
  const http = createHttpApp({
    server,
    terminalFolder,
    logger: pino({ level: 'silent' }),
    now: () => now.value,
    ...(options.arrival !== undefined && { arrival: options.arrival }),
    ...(options.unread !== undefined && { unread: options.unread }),
  });
  const { app, addresses } = http;
  const { guard, sessionOf } = createHttpServer({
    server,
    http,
    gateway,
    sessions,
    entries,
    operation: {
      notReady: () => notReady.value,
      degraded: () => degraded.value,
      metricsText: () => metrics.text(),
      metricsKey: METRICS_KEY,
    },
    metrics,
    now: () => now.value,
  });
  const sockets = new SocketServer({
    server: app.server,
    streams,
    programStreams: {
      connect: () => ({ receive: () => undefined, drained: () => undefined, closed: () => undefined }),
      check: () => undefined,
    },
    workBudgets: gateway.workBudgets,
    guard,
    sessionOf,
    clientOf: addresses.clientOf,
    addressOf: addresses.addressOf,
    now: () => now.value,
    metrics,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    gateway,
    streams,
    sockets,
    sessions,
    entries,
    identity,
    login: async () => {
      const answer = await fetch(entryAddress(`http://127.0.0.1:${port}`, entries.issue()), { redirect: 'manual' });
      return answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    },
    notReady,
    degraded,
    now,
    unread: http.unread,
    connections: () =>
      new Promise((resolve, reject) => app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))),
    stop: async () => {
      sockets.close();
      await app.close();
      metrics.close();
      identity.close();
      folder.remove();
    },
  };
}

export const METRICS_KEY = 'key of the metrics';

const PAGES: Readonly<Record<string, string>> = {
  'i18n/orders/de.testnet.json': '{"title":"Aufträge"}',
  'i18n/orders/de.production.json': '{"title":"Orders"}',
  'index.html': '<!doctype html><title>Tapedeck</title><script>first()</script><style>b{top:0}</style>',
  'chart.html': '<!doctype html><title>Financial Chart</title>',
  'assets/app-1a2b3c4d.js': 'console.log(1)',
  'assets/app-1a2b3c4d.js.gz': 'not really gzip',
};

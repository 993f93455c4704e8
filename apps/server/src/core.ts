import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { EVERY_ACCOUNT } from '@tapedeck/domain';
import { createGateway, workLimits, type Gateway } from '@tapedeck/gateway';
import type { ServerOptions } from './options.ts';
import { decodeGenesis } from './engine-worker/genesis.ts';
import { Rebuild } from './engine-worker/rebuild.ts';
import { ServerFailed, replayOf, type MarketOptions } from './engine-worker/start-engine.ts';
import { prepareFolder } from './files/prepare-folder.ts';
import { HistoryClient } from './history/history-client.ts';
import { openingHistory } from './history/opening-history.ts';
import { schemaOf } from './history/schema-name.ts';
import { firstRecord } from './journal/first-record.ts';
import { AccountService } from './identity/account-service.ts';
import { ApiKeys } from './identity/api-keys.ts';
import { Identity, OWNER, type IdentityOptions } from './identity/identity.ts';
import { WorkerHasher } from './identity/password-hasher.ts';
import { SecretBox } from './identity/secret-box.ts';
import { UserDirectory } from './identity/user-directory.ts';
import { EntryTokens } from './sessions/entry-tokens.ts';
import { SessionStore } from './sessions/session-store.ts';
import { EngineStopped } from './venues/durable-venue.ts';
import type { PaperPowers } from './venues/paper-powers.ts';
import { ServedVenue } from './venues/served-venue.ts';
import { TradingGate } from './venues/trading-gate.ts';
import { VENUES, type OpenedVenue, type VenueName } from './venues/venues.ts';

/** Maximum number of recording gaps reported to a page. */
const GAPS_TOLD_MAX = 1_000;
const HISTORY_WORKER = new URL('./history-worker.js', import.meta.url);
const EMPTY_HISTORY = new URL('./empty-history/database', import.meta.url);
const PASSWORD_WORKER = new URL('./password-worker.js', import.meta.url);

/** All parts of a server except its listeners: enough for an operator's work on a folder without a server. */
export interface Core {
  readonly folder: string;
  readonly venue: ServedVenue;
  readonly paper: PaperPowers;
  readonly commits: OpenedVenue['commits'];
  /** Seed or files of the market. */
  readonly marketLabel: string;
  /** Gaps in a recording. */
  readonly symbol: OpenedVenue['symbol'];
  readonly gaps: OpenedVenue['gaps'];
  readonly history: HistoryClient;
  readonly identity: Identity;
  readonly gate: TradingGate;
  readonly accounts: AccountService;
  readonly sessions: SessionStore;
  readonly apiKeys: ApiKeys;
  readonly entries: EntryTokens;
  /** Called for each ended session. */
  onSessionEnded: (sessionId: string) => void;
  /** A requested stop: an ending worker is not a failure. */
  stopping: boolean;
  /** Resolves when the engine stopped by itself. */
  readonly failed: Promise<ServerFailed>;
  stop(): Promise<void>;
}

export interface CoreOptions extends MarketOptions {
  readonly venue: VenueName;
  readonly passphrase: string | undefined;
  readonly registrationOpen: boolean;
  /** Address of the PostgreSQL server that stores the history. */
  readonly databaseUrl: string | undefined;
  readonly historyDays: number | undefined;
}

/** Starts the parts in `folder`, which the caller has locked. */
export async function startCore(options: CoreOptions, folder: string, log: Logger): Promise<Core> {
  prepareFolder(folder, (text) => log.warn(text));
  const history = new HistoryClient({
    folder: join(folder, 'history'),
    emptyHistory: EMPTY_HISTORY,
    openingHistory: openingHistory(join(folder, 'journal')),
    server: options.databaseUrl === undefined ? undefined : { url: options.databaseUrl, schema: schemaOf(folder) },
    keepDays: options.historyDays,
    workerFile: HISTORY_WORKER,
    rebuild: (applied, port) => new Rebuild({ folder, replay: replayOf(options), applied, port }),
    journalBegins: () => {
      const record = firstRecord(join(folder, 'journal'));
      return record === undefined ? undefined : decodeGenesis(record.payload).time;
    },
    onTrouble: (message, is) => (is === 'begun' ? log.error(message) : log.info(message)),
    now: Date.now,
  });
  if (options.databaseUrl !== undefined) await historyMustOpen(history);
  const opened = await VENUES[options.venue]({ options, folder, history, log });
  const gate: TradingGate = new TradingGate((account) => identity.ownerOf(account)?.banned === true);
  const identity = Identity.open(folder, {
    now: Date.now,
    mayGrow: () => !gate.isDiskLow,
    ...identityNotes(log),
  });
  const venue = new ServedVenue(opened.venue, gate);
  // Accounts with cancel on disconnect count as disconnected until they return. The engine reports failures itself.
  void venue.submit({ type: 'ReportConnection', account: EVERY_ACCOUNT, connected: false }).catch(() => undefined);
  const accounts = new AccountService(identity, opened.paper);
  const hasher = new WorkerHasher(PASSWORD_WORKER, (message) => log.error(message));
  const { passphrase, registrationOpen } = options;
  const passphraseHash = passphrase === undefined ? undefined : await hasher.hash(passphrase);
  const core: Core = {
    folder,
    venue,
    paper: opened.paper,
    commits: opened.commits,
    marketLabel: opened.marketLabel,
    symbol: opened.symbol,
    gaps: opened.gaps,
    history,
    identity,
    gate,
    accounts,
    sessions: new SessionStore({
      identity,
      accounts,
      hasher,
      now: Date.now,
      passphraseHash,
      registrationOpen,
      onEnded: (id) => core.onSessionEnded(id),
    }),
    apiKeys: new ApiKeys(identity, SecretBox.open(folder), Date.now),
    entries: new EntryTokens(Date.now),
    onSessionEnded: () => undefined,
    stopping: false,
    failed: opened.failed,
    stop: async () => {
      await opened.stop();
      await history.close();
      await hasher.close();
      identity.close();
    },
  };
  return core;
}

const identityNotes = (log: Logger): Pick<IdentityOptions, 'onCut' | 'onTrouble' | 'onPostponed'> => ({
  onCut: (note) => log.warn(`users and sessions: ${note}`),
  onTrouble: (trouble) => {
    if (trouble === undefined) log.info('users and sessions are stored again');
    else log.error(`users and sessions cannot be stored: ${trouble}`);
  },
  onPostponed: (reason) => {
    if (reason === undefined) log.info('the log of users and sessions was rewritten');
    else log.warn(`the log of users and sessions could not be rewritten and grows until it can be: ${reason}`);
  },
});

/** An unusable named database is a configuration error that must be reported, not worked around. */
async function historyMustOpen(history: HistoryClient): Promise<void> {
  await history.applied.catch((error: unknown) => {
    throw new ServerFailed(`The history's database (DATABASE_URL) cannot be opened: ${(error as Error).message}`);
  });
}

/** Routes and streams on a core. */
export function gatewayOn(
  core: Core,
  options: MarketOptions & Partial<Pick<ServerOptions, 'callsPerSecond' | 'v5TradeLimit' | 'workScale'>>,
  log: Logger,
): Gateway {
  const { venue, paper, history, sessions, identity, gate, accounts, apiKeys, marketLabel, symbol, gaps } = core;
  const replays = options.replay.length > 0;
  return createGateway({
    venue,
    history,
    sessions,
    users: new UserDirectory({ identity, accounts, gate, now: Date.now, sessionOf: (id) => sessions.byId(id) }),
    apiKeyService: apiKeys,
    steps: options.steps
      ? { mayStep: (user) => user === OWNER, step: (milliseconds, instrument) => paper.step(milliseconds, instrument) }
      : undefined,
    apiKeys,
    market: {
      source: replays ? 'replay' : 'simulated',
      label: marketLabel,
      speed: replays ? options.speed : 1,
      ...(symbol !== undefined && { symbol }),
      ...(gaps.length > 0 && { gaps: gaps.slice(0, GAPS_TOLD_MAX).map(({ from, to }) => ({ fromE3: from, toE3: to })) }),
    },
    clock: { now: Date.now },
    callsPerSecond: options.callsPerSecond,
    v5TradeLimit: options.v5TradeLimit,
    workLimits: options.steps ? undefined : workLimits(options.workScale),
    pause: () => setImmediate(),
    random: (bytes) => randomBytes(bytes).toString('hex'),
    telemetry: {
      metrics: (items) => log.info({ items }, 'client metrics'),
      traces: (items) => log.warn({ items }, 'client traces'),
    },
    fault: (error) => {
      if (core.stopping && error instanceof EngineStopped) log.info('a request failed without an answer; the server stops');
      else log.error({ err: error }, 'the gateway failed');
    },
  });
}

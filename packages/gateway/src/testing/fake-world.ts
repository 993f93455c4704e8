import type { ApiKeyPort } from '../v5/ports.ts';
import { refusal } from '@tapedeck/domain';
import type { AccountId, Refusal } from '@tapedeck/domain';
import { CursorUnknown, HistoryUnavailable } from '@tapedeck/venue';
import type { Candle, HistoryQuery, SettlementQuery, HistoryReader, Page } from '@tapedeck/venue';
import { createGateway } from '../gateway.ts';
import type {
  ComeBackLater,
  Connection,
  Credentials,
  Gateway,
  GatewayOptions,
  GatewayRequest,
  GatewayResponse,
  LoginRefused,
  PreferenceValue,
  RegistrationRefused,
  Session,
  SessionPort,
  StepPort,
  Stepped,
  StreamKind,
  UserAccount,
  UserPort,
} from '../ports.ts';
import { FakeApiKeys } from './fake-api-keys.ts';
import { ACCOUNT, FakeVenue, START } from './fake-venue.ts';

export const sessionOf = (account: AccountId = ACCOUNT, changes: Partial<Session> = {}): Session => ({
  id: `session-${account}`,
  user: account - ACCOUNT + 1,
  account,
  username: `trader-${account}`,
  accountKind: 'UTA2',
  isDemo: false,
  banned: false,
  labels: { vipLevel: 0, proLevel: 0, copyRole: 'none', isTrial: false },
  ...changes,
});

export class FakeSessions implements SessionPort {
  needsPassphrase = false;
  registrationOpen = true;
  busy = false;
  readonly ended: string[] = [];
  #count = 0;

  login(credentials: Credentials | { readonly passphrase: string | undefined }): Promise<Session | LoginRefused> {
    const right =
      'username' in credentials
        ? credentials.username === 'alice' && credentials.password === PASSWORD
        : !this.needsPassphrase || credentials.passphrase === 'open sesame';
    if (this.busy) return Promise.resolve({ retryAfterMs: 1_500 });
    return Promise.resolve(right ? this.#open('username' in credentials ? 101 : ACCOUNT) : 'refused');
  }

  register({ username }: Credentials): Promise<Session | RegistrationRefused> {
    if (this.busy) return Promise.resolve({ retryAfterMs: 1_500 });
    if (!this.registrationOpen) return Promise.resolve('closed');
    return Promise.resolve(username === 'alice' ? 'taken' : this.#open(102));
  }

  changePassword(_session: Session, old: string): Promise<'done' | LoginRefused> {
    if (this.busy) return Promise.resolve({ retryAfterMs: 1_500 });
    return Promise.resolve(old === PASSWORD ? 'done' : 'refused');
  }

  #open(account: AccountId): Session {
    this.#count += 1;
    return sessionOf(account, { id: `new-${this.#count}` });
  }

  logout(session: Session): Promise<void> {
    this.ended.push(session.id);
    return Promise.resolve();
  }
}

/** Where the calls come from. */
const CLIENT = '192.0.2.1';

export const PASSWORD = 'correct horse battery';

/** Accounts and preferences in memory; each switch opens one account more. */
export class FakeUsers implements UserPort {
  readonly opened: UserAccount[] = [{ account: ACCOUNT, kind: 'UTA2', isDemo: false }];
  readonly funded: string[] = [];
  readonly kept = new Map<string, PreferenceValue>();
  /** Why paper money is refused, if it is. */
  refuses: Refusal | undefined;

  /** Those of the first user; each of the others has the same, by other numbers. */
  accounts(user = 1): readonly UserAccount[] {
    return user === 1 ? this.opened : this.opened.map((one) => ({ ...one, account: one.account + user - 1 }));
  }

  /** Each user has the accounts from its own number on. */
  userOf(account: AccountId): number | undefined {
    return account < ACCOUNT ? undefined : account - ACCOUNT + 1;
  }

  switchAccount(session: Session, { kind, isDemo }: { kind: UserAccount['kind']; isDemo: boolean }): Promise<Session> {
    const known = this.opened.find((one) => one.kind === kind && one.isDemo === isDemo);
    const { account } = known ?? { account: ACCOUNT + 100 + this.opened.length };
    if (known === undefined) this.opened.push({ account, kind, isDemo });
    return Promise.resolve({ ...session, account, accountKind: kind, isDemo });
  }

  paperFunds({ account }: Session, coin: string): Promise<'done' | ComeBackLater | Refusal> {
    if (this.refuses !== undefined) return Promise.resolve(this.refuses);
    if (coin === 'XYZ') return Promise.resolve(refusal('parameter', { field: 'coin' }));
    const key = `${account} ${coin}`;
    if (this.funded.includes(key)) return Promise.resolve({ retryAfterMs: 3_600_000 });
    this.funded.push(key);
    return Promise.resolve('done');
  }

  preferences(): Readonly<Record<string, PreferenceValue>> {
    return Object.fromEntries(this.kept);
  }

  changePreferences(_user: number, changes: Readonly<Record<string, PreferenceValue | null>>): 'done' | { readonly why: string } {
    const after = new Map(this.kept);
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) after.delete(key);
      else after.set(key, value);
    }
    if (after.size > 256) return { why: 'would make more preferences than the server stores' };
    this.kept.clear();
    for (const [key, value] of after) this.kept.set(key, value);
    return 'done';
  }
}

/** Pages of given rows; the cursor is the count of rows before the page. */
export class FakeHistory implements HistoryReader {
  readonly queries: (HistoryQuery | SettlementQuery)[] = [];
  behindSince: number | undefined;
  isAway = false;
  orderRows: Awaited<ReturnType<HistoryReader['orders']>>['rows'] = [];
  executionRows: Awaited<ReturnType<HistoryReader['executions']>>['rows'] = [];
  closingRows: Awaited<ReturnType<HistoryReader['closings']>>['rows'] = [];
  settlementRows: Awaited<ReturnType<HistoryReader['settlements']>>['rows'] = [];
  transactionRows: Awaited<ReturnType<HistoryReader['transactions']>>['rows'] = [];

  orders(query: HistoryQuery): ReturnType<HistoryReader['orders']> {
    return this.#page(query, this.orderRows);
  }

  executions(query: HistoryQuery): ReturnType<HistoryReader['executions']> {
    return this.#page(query, this.executionRows);
  }

  closings(query: HistoryQuery): ReturnType<HistoryReader['closings']> {
    return this.#page(query, this.closingRows);
  }

  transactions(query: HistoryQuery): ReturnType<HistoryReader['transactions']> {
    return this.#page(query, this.transactionRows);
  }

  settlements(query: SettlementQuery): ReturnType<HistoryReader['settlements']> {
    return this.#page(query, this.settlementRows);
  }

  #page<Row>(query: HistoryQuery | SettlementQuery, rows: readonly Row[]): Promise<Page<Row>> {
    this.queries.push(query);
    if (this.isAway) return Promise.reject(new HistoryUnavailable());
    const from = query.cursor === '' ? 0 : Number(query.cursor);
    if (!Number.isSafeInteger(from)) return Promise.reject(new CursorUnknown('not one of ours'));
    const end = from + query.limit;
    return Promise.resolve({ rows: rows.slice(from, end), next: end < rows.length ? String(end) : '' });
  }
}

/** The minute that ends with each step. */
const STEPPED_BAR: Candle = { start: START, open: 1n, high: 2n, low: 1n, close: 2n, volume: 1n, turnover: 1n };

/** A market in stepped time, open to all users. */
export class FakeSteps implements StepPort {
  allowed = true;
  time = START;

  mayStep(): boolean {
    return this.allowed;
  }

  step(milliseconds: number, instrument?: number): Promise<Stepped> {
    this.time += milliseconds;
    return Promise.resolve({ time: this.time, ended: false, bars: instrument === undefined ? [] : [STEPPED_BAR] });
  }
}

/** Frames a socket received, and its replies. */
export class FakeSocket {
  readonly frames: string[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  congested = false;
  readonly connection: Connection;

  constructor(gateway: Gateway, kind: StreamKind, session?: Session) {
    this.connection = gateway.streams.connect(
      kind,
      { session, client: CLIENT },
      (frames) => {
        if (this.closed !== undefined) throw new Error('sent after the close');
        this.frames.push(...frames);
        return !this.congested;
      },
      (code, reason) => {
        if (this.closed !== undefined) throw new Error('closed twice');
        this.closed = { code, reason };
      },
    );
  }

  say(message: object): void {
    this.connection.receive(JSON.stringify(message));
  }

  /** The frames since the last call, parsed. */
  take(): Record<string, unknown>[] {
    return this.frames.splice(0).map((text) => JSON.parse(text) as Record<string, unknown>);
  }

  drain(): void {
    this.congested = false;
    this.connection.drained();
  }
}

export interface World {
  readonly venue: FakeVenue;
  readonly sessions: FakeSessions;
  readonly users: FakeUsers;
  readonly apiKeys: FakeApiKeys;
  readonly steps: FakeSteps;
  readonly history: FakeHistory;
  readonly gateway: Gateway;
  readonly faults: unknown[];
  /** Items of telemetry, call by call. */
  readonly telemetry: (readonly object[])[];
  now: number;
  call(request: Partial<GatewayRequest> & Pick<GatewayRequest, 'method' | 'path'>): Promise<GatewayResponse>;
  get(path: string, query?: Record<string, string>, session?: Session): Promise<GatewayResponse>;
  post(path: string, body?: unknown, session?: Session): Promise<GatewayResponse>;
}

/** Programs log in by `keys`; without them, none can. */
export function createWorld(venue = new FakeVenue(), keys?: ApiKeyPort, options: Partial<GatewayOptions> = {}): World {
  const sessions = new FakeSessions();
  const users = new FakeUsers();
  const apiKeys = new FakeApiKeys();
  const steps = new FakeSteps();
  const history = new FakeHistory();
  const faults: unknown[] = [];
  const telemetry: (readonly object[])[] = [];
  let issued = 0;
  const gateway = createGateway({
    venue,
    history,
    sessions,
    users,
    apiKeyService: apiKeys,
    steps,
    ...(keys !== undefined && { apiKeys: keys }),
    market: { source: 'simulated', label: 'seed 1', speed: 1 },
    telemetry: { metrics: (items) => telemetry.push(items), traces: (items) => telemetry.push(items) },
    clock: { now: () => world.now },
    random: (bytes) => {
      issued += 1;
      return issued.toString(16).padStart(bytes * 2, '0');
    },
    fault: (error) => {
      faults.push(error);
    },
    ...options,
  });
  const world: World = {
    venue,
    sessions,
    users,
    apiKeys,
    steps,
    history,
    gateway,
    faults,
    telemetry,
    now: START,
    call: (request) => gateway.handle({ query: {}, body: undefined, session: undefined, client: CLIENT, ...request }),
    get: (path, query = {}, session) => gateway.handle({ method: 'GET', path, query, body: undefined, session, client: CLIENT }),
    post: (path, body, session) => gateway.handle({ method: 'POST', path, query: {}, body, session, client: CLIENT }),
  };
  return world;
}

/** Lets pending promises resolve. */
export async function settle(): Promise<void> {
  const ROUNDS = 20;
  for (let i = 0; i < ROUNDS; i += 1) await Promise.resolve();
}

import type { AccountId } from '@tapedeck/domain';
import { CursorUnknown } from '@tapedeck/venue';
import type { HistoryQuery, HistoryReader, Page } from '@tapedeck/venue';
import { createGateway } from '../gateway.ts';
import type { Connection, Gateway, GatewayRequest, GatewayResponse, Session, SessionPort, StreamKind } from '../ports.ts';
import { ACCOUNT, FakeVenue, START } from './fake-venue.ts';

export const sessionOf = (account: AccountId = ACCOUNT, changes: Partial<Session> = {}): Session => ({
  id: `session-${account}`,
  account,
  username: `trader-${account}`,
  accountKind: 'UTA2',
  isDemo: false,
  banned: false,
  ...changes,
});

export class FakeSessions implements SessionPort {
  needsPassphrase = false;
  readonly ended: string[] = [];
  #count = 0;

  login(passphrase: string | undefined): Promise<Session | undefined> {
    if (this.needsPassphrase && passphrase !== 'open sesame') return Promise.resolve(undefined);
    this.#count += 1;
    return Promise.resolve(sessionOf(ACCOUNT, { id: `new-${this.#count}` }));
  }

  logout(session: Session): Promise<void> {
    this.ended.push(session.id);
    return Promise.resolve();
  }
}

/** Pages of given rows; the cursor is the count of rows before the page. */
export class FakeHistory implements HistoryReader {
  readonly queries: HistoryQuery[] = [];
  orderRows: Awaited<ReturnType<HistoryReader['orders']>>['rows'] = [];
  executionRows: Awaited<ReturnType<HistoryReader['executions']>>['rows'] = [];
  transactionRows: Awaited<ReturnType<HistoryReader['transactions']>>['rows'] = [];

  orders(query: HistoryQuery): ReturnType<HistoryReader['orders']> {
    return this.#page(query, this.orderRows);
  }

  executions(query: HistoryQuery): ReturnType<HistoryReader['executions']> {
    return this.#page(query, this.executionRows);
  }

  transactions(query: HistoryQuery): ReturnType<HistoryReader['transactions']> {
    return this.#page(query, this.transactionRows);
  }

  #page<Row>(query: HistoryQuery, rows: readonly Row[]): Promise<Page<Row>> {
    this.queries.push(query);
    const from = query.cursor === '' ? 0 : Number(query.cursor);
    if (!Number.isSafeInteger(from)) return Promise.reject(new CursorUnknown('not one of ours'));
    const end = from + query.limit;
    return Promise.resolve({ rows: rows.slice(from, end), next: end < rows.length ? String(end) : '' });
  }
}

/** What a socket got, and how it answers to frames. */
export class FakeSocket {
  readonly frames: string[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  congested = false;
  readonly connection: Connection;

  constructor(gateway: Gateway, kind: StreamKind, session?: Session) {
    this.connection = gateway.streams.connect(
      kind,
      session,
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
  readonly history: FakeHistory;
  readonly gateway: Gateway;
  readonly faults: unknown[];
  now: number;
  call(request: Partial<GatewayRequest> & Pick<GatewayRequest, 'method' | 'path'>): Promise<GatewayResponse>;
  get(path: string, query?: Record<string, string>, session?: Session): Promise<GatewayResponse>;
  post(path: string, body?: unknown, session?: Session): Promise<GatewayResponse>;
}

export function createWorld(venue = new FakeVenue()): World {
  const sessions = new FakeSessions();
  const history = new FakeHistory();
  const faults: unknown[] = [];
  let issued = 0;
  const gateway = createGateway({
    venue,
    history,
    sessions,
    market: { source: 'simulated', label: 'seed 1', speed: 1 },
    clock: { now: () => world.now },
    random: (bytes) => {
      issued += 1;
      return issued.toString(16).padStart(bytes * 2, '0');
    },
    fault: (error) => {
      faults.push(error);
    },
  });
  const world: World = {
    venue,
    sessions,
    history,
    gateway,
    faults,
    now: START,
    call: (request) => gateway.handle({ query: {}, body: undefined, session: undefined, ...request }),
    get: (path, query = {}, session) => gateway.handle({ method: 'GET', path, query, body: undefined, session }),
    post: (path, body, session) => gateway.handle({ method: 'POST', path, query: {}, body, session }),
  };
  return world;
}

/** Lets what has been promised happen. */
export async function settle(): Promise<void> {
  const ROUNDS = 20;
  for (let i = 0; i < ROUNDS; i += 1) await Promise.resolve();
}

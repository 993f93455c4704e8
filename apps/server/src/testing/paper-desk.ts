import { createGateway, type ApiKeyPort, type Gateway, type Session } from '@tapedeck/gateway';
import { singleUser } from '@tapedeck/gateway/testing';
import type { HistoryReader } from '@tapedeck/venue';
import { PaperVenue, type PaperVenueOptions } from '@tapedeck/venue-paper/testing';

export const ACCOUNT = 100;

const SESSION: Session = {
  id: 's',
  user: 1,
  account: ACCOUNT,
  username: 'trader',
  accountKind: 'UTA2',
  isDemo: false,
  banned: false,
  labels: { vipLevel: 0, proLevel: 0, copyRole: 'none', isTrial: false },
};
const none = () => Promise.resolve({ rows: [], next: '' });
const NO_HISTORY: HistoryReader = {
  behindSince: undefined,
  orders: none,
  executions: none,
  closings: none,
  transactions: none,
  settlements: none,
};

interface DeskOptions extends Pick<PaperVenueOptions, 'instruments'> {
  readonly derivatives?: boolean;
  /** Where its clock stands at first, and how far each step moves it, in milliseconds. */
  readonly startsAt: number;
  readonly stepMs: number;
  /** USDT of the trader, in units of 1e-8. */
  readonly funds: bigint;
  readonly history?: HistoryReader;
  /** Lets programs in. */
  readonly apiKeys?: ApiKeyPort;
}

type Query = Readonly<Record<string, string>>;

/** The gateway on a paper venue, with one trader and without a transport, a history and a clock of its own. */
export class PaperDesk {
  readonly venue: PaperVenue;
  readonly gateway: Gateway;
  readonly session = SESSION;
  readonly #stepMs: number;
  now: number;

  constructor({ startsAt, stepMs, funds, history = NO_HISTORY, apiKeys, ...options }: DeskOptions) {
    this.now = startsAt;
    this.#stepMs = stepMs;
    this.venue = new PaperVenue({ seed: 7, ...options, now: () => this.now });
    this.venue.openAccount(ACCOUNT, funds);
    let tokens = 0;
    this.gateway = createGateway({
      venue: this.venue,
      history,
      ...(apiKeys !== undefined && { apiKeys }),
      ...singleUser(SESSION),
      market: { source: 'simulated', label: 'seed 7', speed: 1 },
      clock: { now: () => this.now },
      random: () => `token-${(tokens += 1)}`,
      fault: (error) => {
        throw error;
      },
    });
  }

  readonly post = async (path: string, body: object) =>
    (await this.gateway.handle({ method: 'POST', path, query: {}, body, session: SESSION, client: '127.0.0.1' })).body;

  readonly get = async (path: string, query: Query = {}) =>
    (await this.gateway.handle({ method: 'GET', path, query, body: undefined, session: SESSION, client: '127.0.0.1' })).body;

  /** Lets the market run; promises resolve between the steps. */
  readonly run = async (steps: number): Promise<void> => {
    for (let step = 0; step < steps; step += 1) {
      this.now += this.#stepMs;
      this.venue.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

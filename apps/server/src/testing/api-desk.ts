import type { EventBatch, HistoryReader } from '@tapedeck/venue';
import { FOUNDING_INSTRUMENTS } from '@tapedeck/venue-paper';
import type { V5Response } from '@tapedeck/gateway';
import { money, timestamp, type Event } from '@tapedeck/domain';
import { HistoryDatabase } from '../history/history-database.ts';
import { openPglite } from '../history/pglite-database.ts';
import { ACCOUNT, PaperDesk } from './paper-desk.ts';

const UNIT = 100_000_000n;
const FUNDS = { USDT: 1_000_000n, USDC: 1_000_000n, BTC: 10n, ETH: 100n } as const;

type Fields = Readonly<Record<string, unknown>>;

/** The public API on every product, in one process: no transport, no authentication, with a history. */
export class ApiDesk {
  readonly desk: PaperDesk;
  readonly #database: HistoryDatabase;
  #batches: EventBatch[] = [];
  #sequence = 0;

  private constructor(database: HistoryDatabase) {
    this.#database = database;
    const history: HistoryReader = {
      behindSince: undefined,
      orders: (query) => this.#read(() => database.orders(query)),
      executions: (query) => this.#read(() => database.executions(query)),
      closings: (query) => this.#read(() => database.closings(query)),
      transactions: (query) => this.#read(() => database.transactions(query)),
      settlements: (query) => this.#read(() => database.settlements(query)),
    };
    this.desk = new PaperDesk({
      instruments: FOUNDING_INSTRUMENTS,
      derivatives: true,
      startsAt: Date.UTC(2026, 0, 7, 9, 0, 0),
      stepMs: 500,
      funds: 0n,
      history,
      apiKeys: {
        verify: () => ({ keyId: 'TD1', scopes: new Set(['read', 'trade'] as const), session: this.desk.session }),
        isValid: () => true,
      },
    });
    this.desk.venue.listen({
      onEvents: (batch) => this.#batches.push(batch),
      onBook: () => undefined,
      onMarket: () => undefined,
      onMinuteBar: () => undefined,
    });
  }

  static async open(): Promise<ApiDesk> {
    const made = new ApiDesk(await HistoryDatabase.open(await openPglite(undefined)));
    for (const [coin, amount] of Object.entries(FUNDS))
      made.desk.venue.apply({ type: 'CreditAccount', account: ACCOUNT, coin, amount: money(amount * UNIT) });
    await made.desk.run(4);
    return made;
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** Puts events into the history that would take days to happen. */
  pretend(events: readonly Event[]): void {
    this.#sequence += 1;
    this.#batches.push({ sequence: 1_000_000 + this.#sequence, time: timestamp(this.desk.now), events });
  }

  async ask(method: string, path: string, fields: Fields = {}): Promise<V5Response['body']> {
    // So that no limit of calls a second is met.
    this.desk.now += 1_000;
    const headers = { 'x-bapi-api-key': 'TD1', 'x-bapi-sign': 's', 'x-bapi-timestamp': String(this.desk.now), 'x-bapi-recv-window': '' };
    const isGet = method === 'GET';
    const parameters = isGet ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])) : {};
    const request = {
      method,
      path,
      query: '',
      parameters,
      body: '',
      value: isGet ? undefined : fields,
      headers,
      client: '127.0.0.1',
      address: '127.0.0.1',
    };
    const answer = this.desk.gateway.handleV5(request).then(({ body }) => body);
    // Some answers wait for the quotes of a market without earlier subscribers.
    for (;;) {
      const body = await Promise.race([answer, this.desk.run(1)]);
      if (body !== undefined) return body;
    }
  }

  async #read<Page>(read: () => Promise<Page>): Promise<Page> {
    const batches = this.#batches.splice(0);
    const last = batches.at(-1);
    if (last !== undefined) await this.#database.apply(batches, [], last.sequence);
    return read();
  }
}

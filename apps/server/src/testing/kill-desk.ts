import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { recoverCopy, type CopyState } from './recover-copy.ts';
import { NO_CALL_LIMIT, ServerProcess, bundleServer } from './server-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const TRADERS = 4;
const DUPLICATE = 110072;
/** The exchange has stopped: whether the order was taken is not known. */
const STOPPED = 10016;
/** Below the limit of open orders, so that repeated orders fit. */
const ORDERS_MAX = 450;

/** Known state of the traders. */
export class Known {
  readonly asked = new Set<string>();
  readonly acknowledged = new Set<string>();
}

/** One data folder, a server on it that dies at a step of its work, and the checks afterwards. */
export class KillDesk {
  /** The one that was started last. */
  server: ServerProcess;
  readonly #main: string;
  readonly #folder = temporaryFolder();
  readonly #data = join(this.#folder.path, 'data');
  readonly #armed = join(this.#folder.path, 'armed');
  #price = 0;
  #wallet: unknown;

  private constructor(main: string) {
    this.#main = main;
    this.server = new ServerProcess(main, this.#data, ['--seed', '5', ...NO_CALL_LIMIT]);
  }

  /** A folder in which a server has run once. */
  static async open(): Promise<KillDesk> {
    const desk = new KillDesk(await bundleServer({ failPoints: true }));
    const { server } = desk;
    await server.start();
    const { result } = await server.call('GET', '/contract/v5/market/tickers?symbol=BTCUSDT');
    const [ticker] = result['list'] as readonly { readonly lastPrice: string }[];
    desk.#price = Math.floor(Number(ticker?.lastPrice) * 0.8);
    desk.#wallet = await desk.#readWallet();
    await desk.historyReady();
    expect(await server.end('SIGTERM')).toBe(0);
    return desk;
  }

  async close(): Promise<void> {
    await this.server.end('SIGKILL');
    this.#folder.remove();
  }

  /** A run's last snapshot is written only once the history has caught up. */
  async historyReady(): Promise<void> {
    expect((await this.server.call('GET', '/contract/v5/order/history?limit=1')).ret_code).toBe(0);
  }

  async #readWallet(): Promise<unknown> {
    return (await this.server.call('GET', '/contract/v5/account/state')).result['wallet'];
  }

  /** A small order far below the market: it rests. */
  async place(orderLinkId: string): Promise<number> {
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: String(this.#price), qty: '0.001', orderLinkId };
    return (await this.server.call('POST', '/contract/v5/order/create', order)).ret_code;
  }

  /** Traders place orders one after the other until the server is gone. */
  async trade(known: Known, name: string): Promise<void> {
    const words = name.replaceAll(' ', '-');
    await Promise.all(Array.from({ length: TRADERS }, (_, trader) => this.#tradeAs(known, `${words}-${trader}`)));
  }

  async #tradeAs(known: Known, name: string): Promise<void> {
    for (let count = 0; ; count += 1) {
      // A slow history has not come to its step yet: no more orders until the server is gone.
      if (known.acknowledged.size >= ORDERS_MAX) {
        await this.server.gone();
        return;
      }
      const link = `${name}-${count}`;
      known.asked.add(link);
      const code = await this.place(link).catch(() => undefined);
      if (code === undefined || code === STOPPED) return;
      expect(code).toBe(0);
      known.acknowledged.add(link);
    }
  }

  async openLinks(): Promise<readonly string[]> {
    const { result } = await this.server.call('GET', '/contract/v5/order/list');
    return (result['list'] as readonly { readonly orderLinkId: string }[]).map(({ orderLinkId }) => orderLinkId).sort();
  }

  /** Every acknowledged order exists exactly once; a request repeated for lack of an answer ends with exactly one order. */
  async expectWhole(known: Known): Promise<void> {
    const found = await this.openLinks();
    const lost = [...known.acknowledged].filter((link) => !found.includes(link));
    const strange = found.filter((link, at) => !known.asked.has(link) || found[at + 1] === link);
    expect({ lost, strange }).toEqual({ lost: [], strange: [] });
    for (const link of known.asked) expect(await this.place(link)).toBe(found.includes(link) ? DUPLICATE : 0);
    expect(await this.openLinks()).toEqual([...known.asked].sort());
    expect((await this.server.call('POST', '/contract/v5/order/cancel-all', {})).ret_code).toBe(0);
    // Orders that only rested cost nothing: their margin is free again.
    expect(await this.#readWallet()).toEqual(this.#wallet);
  }

  /** History rows of these orders, once the history has caught up: one cancelled row each. */
  async expectPast(known: Known): Promise<void> {
    const rows = new Map<string, string[]>();
    let cursor = '';
    do {
      const query = `limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { result } = await this.server.call('GET', `/contract/v5/order/history?${query}`);
      for (const row of result['list'] as readonly { readonly orderLinkId: string; readonly orderStatus: string }[])
        rows.set(row.orderLinkId, [...(rows.get(row.orderLinkId) ?? []), row.orderStatus]);
      cursor = String(result['nextPageCursor'] ?? '');
    } while (cursor !== '' && ![...known.asked].every((link) => rows.has(link)));
    expect([...known.asked].map((link) => rows.get(link))).toEqual([...known.asked].map(() => ['Cancelled']));
  }

  /** Content of the data folder, read from a copy. */
  recovered(from: 'snapshot' | 'genesis'): CopyState {
    return recoverCopy(this.#data, join(this.#folder.path, 'copy'), from);
  }

  /** A server that has not been started. */
  next(environment: NodeJS.ProcessEnv = {}): ServerProcess {
    this.server = new ServerProcess(this.#main, this.#data, NO_CALL_LIMIT, environment);
    return this.server;
  }

  /** Starts again, and sees that every way to recover gives the state that it says. */
  async startAgain(): Promise<void> {
    const whole = this.recovered('genesis');
    expect(this.recovered('snapshot').hash).toBe(whole.hash);
    await this.next().start();
    this.expectRecovered(whole);
  }

  expectRecovered({ hash, sequence }: CopyState): void {
    const said = this.server.logLines().findLast((line) => line.startsWith('recovered'));
    expect(said).toBe(`recovered state ${hash} at record ${sequence}`);
  }

  /** Starts a server that dies at a step of its work, counted from the moment it is armed. */
  async startDeadly(step: string, times: number): Promise<void> {
    rmSync(this.#armed, { force: true });
    await this.next({ TAPEDECK_FAIL_POINT: `${step}:${times}:${this.#armed}` }).start();
  }

  arm(): void {
    writeFileSync(this.#armed, '');
  }
}

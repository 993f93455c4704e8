import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgres, startPostgres, type PostgresProcess } from '../testing/postgres-server.ts';
import { ServerProcess, bundleServer } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const programs = findPostgres();
const folder = temporaryFolder();
let main = '';
let postgres: PostgresProcess | undefined;
beforeAll(async () => {
  main = await bundleServer();
  if (programs !== undefined) postgres = await startPostgres(programs);
});
afterAll(async () => {
  await postgres?.stop();
  folder.remove();
});

/** A machine without PostgreSQL says so in the test of the database itself. */
if (programs !== undefined) {
  test('the history of a server is in the PostgreSQL that DATABASE_URL names, and is built again in a new schema', async () => {
    const data = join(folder.path, 'data');
    const server = new ServerProcess(main, data, [], { DATABASE_URL: postgres?.url ?? '' });
    try {
      await server.start();
      await server.call('POST', '/contract/v5/account/paper-funds', { coin: 'USDT', amount: '1000' });
      const log = async (): Promise<unknown> => (await server.call('GET', '/contract/v5/account/transaction-log')).result['list'];
      const lines = await log();
      // The coins of an account's opening that the market lists, and what was asked for.
      expect(lines).toMatchObject([
        { type: 'deposit', coin: 'USDT', amount: '1000' },
        ...['ETH', 'BTC', 'USDC', 'USDT'].map((coin) => ({ type: 'deposit', coin })),
      ]);
      expect(await server.end('SIGTERM')).toBe(0);
      rmSync(join(data, 'history-schema'));
      await server.start();
      await expect.poll(log).toEqual(lines);
    } finally {
      await server.end('SIGKILL');
    }
  });
}

if (programs !== undefined) {
  test('OPS-03 an upgrade needs the history in PostgreSQL to be complete, and leaves it there', async () => {
    const data = join(folder.path, 'upgraded');
    const environment = { DATABASE_URL: postgres?.url ?? '' };
    const server = new ServerProcess(main, data, [], environment);
    const upgrade = (database: string): string =>
      execFileSync(process.execPath, [main, 'operator', 'upgrade', '--yes', '--data', data], {
        env: { ...process.env, DATABASE_URL: database },
        encoding: 'utf8',
        stdio: 'pipe',
      });
    try {
      await server.start();
      await rest(server, ['before']);
      expect(await rows(server)).toEqual(['before']);
      expect(await server.end('SIGTERM')).toBe(0);
      expect(() => upgrade('')).toThrow('Set DATABASE_URL if that database has the history.');
      expect(JSON.parse(upgrade(environment.DATABASE_URL))).toMatchObject({ upgraded: true });
      await server.start();
      await rest(server, ['after']);
      expect(await rows(server)).toEqual(['before', 'after']);
    } finally {
      await server.end('SIGKILL');
    }
  });
}

/** Orders far below the market: each rests, and is a row of the history. */
async function rest(server: ServerProcess, links: readonly string[]): Promise<void> {
  const { result } = await server.call('GET', '/contract/v5/market/tickers?symbol=BTCUSDT');
  const [ticker] = result['list'] as readonly { readonly lastPrice: string }[];
  const price = String(Math.floor(Number(ticker?.lastPrice) * 0.8));
  for (const orderLinkId of links) {
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price, qty: '0.001', orderLinkId };
    expect((await server.call('POST', '/contract/v5/order/create', order)).ret_code).toBe(0);
  }
}

/** Links of the orders in the history, oldest first; the code when it cannot be read, and when it lacks something. */
async function rows(server: ServerProcess): Promise<readonly string[] | number | 'behind'> {
  const { ret_code, result } = await server.call('GET', '/contract/v5/order/history?limit=200');
  if (ret_code !== 0) return ret_code;
  if (result['behindSinceE3'] !== undefined) return 'behind';
  return (result['list'] as readonly { readonly orderLinkId: string }[]).map(({ orderLinkId }) => orderLinkId).reverse();
}

const AWAY = 10016;

if (programs !== undefined) {
  test('OPS-03 PostgreSQL is stopped, killed and started again: the history says that it is behind, and then has everything once, in order', async () => {
    const server = new ServerProcess(main, join(folder.path, 'outages'), [], { DATABASE_URL: postgres?.url ?? '' });
    const placed: string[] = [];
    const place = async (...links: readonly string[]): Promise<void> => {
      await rest(server, links);
      placed.push(...links);
    };
    try {
      await server.start();
      await place('before-1', 'before-2');
      await expect.poll(() => rows(server)).toEqual(placed);
      expect([await server.text('/readyz'), await server.metric('tapedeck_history_lag_seconds')]).toEqual(['ready\n', 0]);
      for (const signal of ['SIGINT', 'SIGKILL'] as const) {
        await postgres?.halt(signal);
        await place(`${signal}-1`, `${signal}-2`, `${signal}-3`);
        expect(await rows(server)).toBe(AWAY);
        expect(await server.text('/readyz')).toMatch(/^degraded: the history has been behind since \d{4}-\d\d-\d\dT[\d:.]+Z\n$/);
        expect(await server.metric('tapedeck_history_lag_seconds')).toBeGreaterThan(0);
        // It is refused for a while, and asks again.
        await expect.poll(() => server.logLines().at(-1)).toMatch(/^the history is behind: .*ECONNREFUSED/);
        await place(`${signal}-4`);
        await postgres?.start();
        await expect.poll(() => rows(server)).toEqual(placed);
        await expect.poll(() => server.text('/readyz')).toBe('ready\n');
        expect(await server.metric('tapedeck_history_lag_seconds')).toBe(0);
        expect(server.logLines().at(-1)).toBe('the history has caught up');
      }
      // A server that stops meanwhile stops cleanly; the next one writes the missing rows from the journal.
      await postgres?.halt('SIGQUIT');
      await place('last-1', 'last-2');
      expect(await server.end('SIGTERM')).toBe(0);
      await postgres?.start();
      await server.start();
      await expect.poll(() => rows(server)).toEqual(placed);
    } finally {
      await server.end('SIGKILL');
    }
  });
}

test('a database that cannot be reached is an error at the start, without its password', async () => {
  const server = new ServerProcess(main, join(folder.path, 'other'), [], { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/none' });
  await expect(server.start()).rejects.toThrow(
    /^it ended with code 1: The history's database \(DATABASE_URL\) cannot be opened: .*ECONNREFUSED/,
  );
  expect(server.output).not.toContain('secret');
});

test('an address of another kind is refused before anything starts', async () => {
  const server = new ServerProcess(main, join(folder.path, 'third'), [], { DATABASE_URL: 'mysql://root@127.0.0.1/none' });
  await expect(server.start()).rejects.toThrow('it ended with code 2: DATABASE_URL must begin with postgres:// or postgresql://.');
});

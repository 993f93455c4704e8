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
      expect(lines).toMatchObject([
        { type: 'deposit', coin: 'USDT', amount: '1000' },
        ...Array.from({ length: 7 }, () => ({ type: 'deposit' })),
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

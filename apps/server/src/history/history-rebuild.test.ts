import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { damageTable } from '../testing/damage-history.ts';
import { ServerProcess, bundleServer } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openPglite } from './pglite-database.ts';

let folder: ReturnType<typeof temporaryFolder>;
let server: ServerProcess;
let price: string;
let placed: string[];

beforeEach(() => {
  folder = temporaryFolder();
});

async function begin(...options: readonly string[]): Promise<void> {
  server = new ServerProcess(await bundleServer(), join(folder.path, 'data'), options);
  await server.start();
  const { result } = await server.call('GET', '/contract/v5/market/tickers?symbol=BTCUSDT');
  const [ticker] = result['list'] as readonly { readonly lastPrice: string }[];
  price = String(Math.floor(Number(ticker?.lastPrice) * 0.8));
  placed = [];
}
afterEach(async () => {
  await server.end('SIGKILL');
  folder.remove();
});

async function place(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    const orderLinkId = `order-${placed.length}`;
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price, qty: '0.001', orderLinkId };
    expect((await server.call('POST', '/contract/v5/order/create', order)).ret_code).toBe(0);
    placed.push(orderLinkId);
  }
}

/** Links of the orders in the history; the code while it cannot be read, `behind` while it lacks something. */
async function rows(): Promise<readonly string[] | number | 'behind'> {
  const answer = await server.call('GET', '/contract/v5/order/history?limit=200');
  if (answer.ret_code !== 0) return answer.ret_code;
  if (answer.result['behindSinceE3'] !== undefined) return 'behind';
  return (answer.result['list'] as readonly { readonly orderLinkId: string }[]).map((row) => row.orderLinkId).reverse();
}

const history = (): string => join(folder.path, 'data', 'history');
const setAside = (): readonly string[] => readdirSync(join(folder.path, 'data')).filter((name) => name.startsWith('history.damaged-'));

async function query<Row>(data: string, text: string): Promise<readonly Row[]> {
  const database = await openPglite(data);
  const found = await database.query<Row>(text);
  await database.close();
  return found;
}

test('OPS-03 a damaged page of the history is met by a read: it is built again from the journal while the exchange trades', async () => {
  await begin();
  await place(20);
  await expect.poll(rows).toEqual(placed);
  expect(await server.end('SIGTERM')).toBe(0);
  await damageTable(history(), 'orders');
  await server.start();
  expect(await server.text('/readyz')).toBe('ready\n');
  const { ret_code: code } = await server.call('GET', '/contract/v5/order/history?limit=200');
  expect(code).toBe(10016);
  expect(await server.text('/readyz')).toBe('degraded: the history was damaged and is built again\n');
  await place(5);
  await expect.poll(rows, { timeout: 60_000 }).toEqual(placed);
  await expect.poll(() => server.text('/readyz')).toBe('ready\n');
  expect(setAside()).toHaveLength(1);
  const lines = server.logLines().join('\n');
  expect(lines).toMatch(/the history's database is damaged: invalid page in block .*; it was moved to \S+, which may be deleted/);
  expect(lines).toContain('the history is behind: it is built again from the journal');
  expect(server.logLines().at(-1)).toBe('the history has caught up');
  await place(1);
  await expect.poll(rows).toEqual(placed);
  expect(await server.end('SIGTERM')).toBe(0);
  await server.start();
  await expect.poll(rows).toEqual(placed);
});

test('OPS-03 a history that cannot be opened is moved aside and built again from the journal, twice', async () => {
  await begin();
  await place(3);
  for (const round of [1, 2]) {
    expect(await server.end('SIGTERM')).toBe(0);
    writeFileSync(join(history(), 'global', 'pg_control'), `round ${round}`);
    await server.start();
    await expect.poll(rows).toEqual(placed);
    expect(setAside()).toHaveLength(1);
  }
  const lines = server.logLines().join('\n');
  expect(lines).toMatch(/the history's database could not be opened: .*; it was moved to/);
  expect(lines).toContain('the one of an earlier damage was deleted');
  expect(existsSync(join(history(), 'PG_VERSION'))).toBe(true);
});

/** Loaded into every thread of the server: the thread that builds a history again fails while a file exists. */
const planted = (file: string): string => `
import { existsSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
if (workerData !== null && typeof workerData === 'object' && 'applied' in workerData && existsSync(${JSON.stringify(file)})) throw new Error('planted');
`;

test('OPS-03 a history that cannot be opened does not hold up the start; when it cannot be built again, that is said once, and attempts go on', async () => {
  const file = join(folder.path, 'fails');
  const plant = join(folder.path, 'planted.mjs');
  writeFileSync(plant, planted(file));
  await begin();
  await place(3);
  await expect.poll(rows).toEqual(placed);
  expect(await server.end('SIGTERM')).toBe(0);
  writeFileSync(file, '');
  writeFileSync(join(history(), 'global', 'pg_control'), 'damaged');
  server = new ServerProcess(await bundleServer(), join(folder.path, 'data'), [], { NODE_OPTIONS: `--import=${plant}` });
  await server.start();
  // The engine has read nothing again: its state is that of the last run.
  expect(server.logLines()).toContainEqual(expect.stringMatching(/^0 records applied after snapshot \d+$/));
  await place(2);
  await expect.poll(() => server.text('/readyz'), { timeout: 60_000 }).toMatch(/^degraded: the history was damaged, and \d+ attempts/);
  const failures = (): readonly string[] => server.logLines().filter((line) => line.includes('planted'));
  const before = failures();
  expect(before.at(-1)).toContain('5 attempts to build it again from the journal have failed');
  await expect.poll(() => server.text('/readyz'), { timeout: 60_000 }).toMatch(/^degraded: the history was damaged, and 6 attempts/);
  expect(failures()).toEqual(before);
  await place(1);
  rmSync(file);
  await expect.poll(rows, { timeout: 60_000 }).toEqual(placed);
  await expect.poll(() => server.text('/readyz')).toBe('ready\n');
});

test('OPS-03 D15 a history built again beside the running exchange has the rows of the one before', async () => {
  await begin('--clock', 'steps');
  for (const side of ['Buy', 'Sell']) {
    const order = { symbol: 'BTCUSDT', side, orderType: 'Market', qty: '0.01' };
    expect((await server.call('POST', '/contract/v5/order/create', order)).ret_code).toBe(0);
    expect((await server.call('POST', '/contract/v5/market/step', { milliseconds: 6 * 60_000 })).ret_code).toBe(0);
  }
  await place(2);
  const whole = await rows();
  expect(whole).toHaveLength(4);
  expect(await server.end('SIGTERM')).toBe(0);
  await damageTable(history(), 'orders');
  await server.start();
  await expect.poll(rows, { timeout: 60_000 }).toEqual(whole);
  expect(await server.end('SIGTERM')).toBe(0);
  const [damaged = ''] = setAside();
  for (const table of ['bars', 'executions', 'transactions']) {
    const text = `SELECT row_to_json(${table})::text AS row FROM ${table} ORDER BY row`;
    const before = await query(join(folder.path, 'data', damaged), text);
    expect(before.length, table).toBeGreaterThan(0);
    expect(await query(history(), text), table).toEqual(before);
  }
});

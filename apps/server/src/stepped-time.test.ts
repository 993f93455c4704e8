// Time limit of this file: 300 s, since bots step through minutes of the market on eight servers.
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { askControl } from './operator/control-socket.ts';
import type { ServerProcess } from './testing/server-process.ts';
import { serverRuns } from './testing/server-runs.ts';

/** For tests that start several servers and step each through minutes of the market. */
const BOTS_MS = 180_000;
const MINUTES = 15;
const MINUTE_MS = 60_000;

const runs = serverRuns();

async function step(data: string, milliseconds: number): Promise<unknown> {
  const answer = await askControl(data, { command: 'step', by: 'test', arguments: { milliseconds: String(milliseconds) } });
  return answer?.ok === true ? answer.result : answer?.message;
}

async function stepByWeb(server: ServerProcess): Promise<unknown> {
  const { result } = await server.call('POST', '/contract/v5/market/step', { milliseconds: MINUTE_MS });
  return { time: new Date(Number(result['timeE3'])).toISOString(), ended: result['ended'] };
}

type Rows = readonly Readonly<Record<string, unknown>>[];
const listOf = async (server: ServerProcess, path: string): Promise<Rows> => (await server.call('GET', path)).result['list'] as Rows;

/** A bot that turns its position around with every minute bar; the server is killed on the way when that is asked for. */
async function runBot(name: string, killed: boolean) {
  const data = runs.pathOf(name);
  const server = await runs.start({ name, extra: ['--clock', 'steps', '--seed', '4363'] });
  const times: unknown[] = [];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    // By both ways in, in turn.
    times.push(await (minute % 2 === 0 ? step(data, MINUTE_MS) : stepByWeb(server)));
    if (killed && minute === 7) {
      await server.end('SIGKILL');
      await server.start();
    }
    const { result } = await server.call('GET', '/contract/v5/market/candles?symbol=BTCUSDT&resolution=1&limit=2');
    const [before, last] = (result['rows'] as readonly (readonly string[])[]).map((row) => Number(row[4]));
    const side = (last ?? 0) < (before ?? 0) ? 'Buy' : 'Sell';
    const order = { symbol: 'BTCUSDT', side, orderType: 'Market', qty: '0.05', orderLinkId: `minute-${minute}` };
    expect(await server.call('POST', '/contract/v5/order/create', order)).toMatchObject({ ret_code: 0 });
  }
  // The history may be a moment behind the exchange.
  await expect.poll(() => listOf(server, '/contract/v5/order/history')).toHaveLength(MINUTES);
  const fills = await listOf(server, '/contract/v5/execution/list');
  // A start has commands of its own: the account is the same one under another sequence.
  const { seq: _seq, ...account } = (await server.call('GET', '/contract/v5/account/state')).result;
  return { times, fills, account };
}

test('BOT-05 N1 a bot on a real server has the same fills in every run, with a kill on the way too', { timeout: BOTS_MS }, async () => {
  const one = await runBot('one', false);
  expect(one.fills.length).toBeGreaterThanOrEqual(MINUTES);
  expect(one.times.at(-1)).toEqual({ time: '2026-01-01T00:15:00.000Z', ended: false });
  const other = await runBot('other', true);
  expect(other.times).toEqual(one.times);
  expect(other.fills).toEqual(one.fills);
  expect(other.account).toEqual(one.account);
});

test('BOT-05 a step answers the minutes that ended in it, as the candles have them', async () => {
  const server = await runs.start({ extra: ['--clock', 'steps', '--seed', '4365'] });
  const rows: unknown[] = [];
  // Half a minute ends no minute; the next step ends one, and a long step several.
  for (const milliseconds of [30_000, 30_000, MINUTE_MS, 4 * MINUTE_MS]) {
    const { result } = await server.call('POST', '/contract/v5/market/step', { milliseconds, symbol: 'ETHUSDT' });
    rows.push(result['rows']);
  }
  expect(rows.map((some) => (some as readonly unknown[]).length)).toEqual([0, 1, 1, 4]);
  const { result } = await server.call('GET', '/contract/v5/market/candles?symbol=ETHUSDT&resolution=1&limit=7');
  // The newest is the minute that grows.
  expect(rows.flat()).toEqual((result['rows'] as readonly unknown[]).slice(0, -1));
});

test('BOT-05 API-06 calls have no limits in stepped time, also without a session', async () => {
  const server = await runs.start({ name: 'unlimited', extra: ['--clock', 'steps', '--coins', 'BTC'] });
  const stranger = server.visitor();
  // Ten units of work each, of which a client has 5,000 where time goes on by itself.
  for (let asked = 0; asked < 520; asked += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => stranger.call('GET', '/contract/v5/market/tickers')));
    expect(answers.filter(({ ret_code }) => ret_code !== 0)).toEqual([]);
  }
});

test('BOT-05 time that goes on by itself takes no steps, and says how it would', async () => {
  const server = await runs.start();
  const data = runs.pathOf('data');
  expect(await step(data, 1_000)).toContain('start the server with --clock steps');
  expect(await server.call('POST', '/contract/v5/market/step', { milliseconds: 1_000 })).toMatchObject({ ret_code: 10017 });
  expect(await step(data, 86_400_001)).toContain('a whole number from 1 to 86400000');
});

test('BOT-05 OPS-03 a folder in stepped time does not start without its clock, and the tool leaves its time alone', async () => {
  const stepped = runs.create({ extra: ['--clock', 'steps', '--seed', '4367'] });
  await stepped.start();
  const data = runs.pathOf('data');
  await step(data, MINUTE_MS);
  await stepped.end('SIGTERM');
  await expect(runs.start()).rejects.toThrow(
    /ended with code 1: this data folder holds a market in stepped time.* start it with --clock steps/,
  );
  const tool = [runs.main(), 'operator', 'step', String(MINUTE_MS), '--data', data];
  const { stdout } = await promisify(execFile)(process.execPath, tool);
  expect(JSON.parse(stdout)).toMatchObject({ time: '2026-01-01T00:02:00.000Z' });
  await stepped.start();
  expect(await stepByWeb(stepped)).toMatchObject({ time: '2026-01-01T00:03:00.000Z' });
});

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Output of an example that trades for some minutes on its own server. */
async function runExample(name: string, command: string, args: readonly string[]): Promise<string> {
  const server = await runs.start({ name, extra: ['--clock', 'steps', '--seed', '4364'] });
  const answer = await askControl(runs.pathOf(name), { command: 'login', by: 'test', arguments: {} });
  if (answer?.ok !== true) throw new Error('no address to log in by');
  const { address } = answer.result as { readonly address: string };
  const { stdout } = await promisify(execFile)(command, [...args, address, '6'], { cwd: ROOT });
  await server.end('SIGTERM');
  return stdout;
}

test.runIf(hasPython)('BOT-05 the examples in TypeScript and in Python have the same fills', { timeout: BOTS_MS }, async () => {
  const typescript = await runExample('typescript', process.execPath, ['tools/run.mjs', 'examples/stepped-bot.ts']);
  expect(typescript.trim().split('\n').length).toBeGreaterThanOrEqual(6);
  expect(typescript).toMatch(/^minute-5 (Buy|Sell) \d+(\.\d+)? 0\.\d+ /);
  expect(await runExample('python', 'python3', ['examples/stepped_bot.py'])).toBe(typescript);
});

test('OPS-03 BOT-05 told to stop within a long step, it stops in order and logs no error', async () => {
  const server = await runs.start({ extra: ['--clock', 'steps', '--seed', '4366'] });
  const newest = async (): Promise<unknown> => {
    const { result } = await server.call('GET', '/contract/v5/market/candles?symbol=BTCUSDT&resolution=1&limit=1');
    return (result['rows'] as readonly (readonly string[])[])[0]?.[0];
  };
  const first = await newest();
  // Steps add up, so the signal arrives within a month of market time, however fast the machine is.
  const day = { milliseconds: 24 * 60 * MINUTE_MS };
  const asked = Array.from({ length: 30 }, () => server.call('POST', '/contract/v5/market/step', day).catch((error: unknown) => error));
  await expect.poll(newest).not.toBe(first);
  expect(await server.end('SIGTERM')).toBe(0);
  await Promise.all(asked);
  // On a busy machine the engine may not come to the end of its slice in time.
  expect(server.logLines().join('\n')).toMatch(/a request failed without an answer; the server stops|stopped without a final snapshot/);
  expect(server.loggedErrors()).toEqual([]);
});

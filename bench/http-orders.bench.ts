import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownerCookie } from '../e2e/support/login.ts';
import { load, post, type LoadResult } from './http-load.ts';
import { finish, mustEqual, ratiosOf, report, reportAtMost, spread } from './measure.ts';
import { MAIN, startProcess, startServer } from './server-process.ts';

/**
 * Durable orders over HTTP: the built server against two bare stacks, by the same orders on as many connections. All sides are warmed up
 * alike and measured in turn. One stack syncs a plain file. The other inserts into a database with native code, which this repository
 * does not install: it takes part when TAPEDECK_BENCH_SQLITE names a folder with better-sqlite3.
 */
const SQLITE = process.env['TAPEDECK_BENCH_SQLITE'];
const MEASURE_MS = Number(process.env['TAPEDECK_BENCH_MS'] ?? 10_000);
const WARM_MS = 4_000;
const ROUNDS = 5;
const CONNECTIONS = 50;
const GOAL_PER_S = 8_000;
const GOAL_P99_MS = 25;
/** Share of the orders that a stack without any of our rules takes. */
const GOAL_SHARE = 1 / 3;
/** Against a stack with a database. */
const GOAL_TIMES = 8;
const GOAL_P99_TIMES = 30;

interface Session {
  readonly cookie: string;
  /** A price at which an order is accepted and meets nobody. */
  readonly price: string;
}

async function logIn(port: number, data: string): Promise<Session> {
  const origin = `http://127.0.0.1:${port}`;
  const cookie = await ownerCookie(origin, data);
  const tickers = (await (await fetch(`${origin}/contract/v5/market/tickers?symbol=BTCUSDT`)).json()) as {
    readonly result: { readonly list: readonly { readonly lastPrice: string }[] };
  };
  return { cookie, price: String(Math.floor(Number(tickers.result.list[0]?.lastPrice) * 0.97)) };
}

/** A new folder's history makes its database first, which takes both cores for a while. */
async function historyReady(port: number, cookie: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/contract/v5/order/history`, { headers: { cookie } });
  await answer.text();
}

/** One side of the contest. */
interface Side {
  run(rate: number | undefined, milliseconds: number): Promise<LoadResult>;
  /** Processor time of its process so far, µs; none where the system does not tell. */
  spent(): number | undefined;
  stop(): void;
}

/** A tick of Linux's process accounting, µs. */
const TICK_US = 10_000;

/** User and system time of a process on Linux. */
function spentBy(pid: number | undefined): number | undefined {
  const file = `/proc/${pid ?? 0}/stat`;
  if (!existsSync(file)) return undefined;
  const [user = 0, system = 0] = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * TICK_US;
}

type Child = Awaited<ReturnType<typeof startServer>>['child'];

function sideOf(child: Child, port: number, target: { readonly route: string; readonly session: Session }): Side {
  const { cookie, price } = target.session;
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', price, timeInForce: 'ImmediateOrCancel' };
  const request = (count: number): string =>
    post(target.route, { ...order, orderLinkId: `b-${process.pid}-${count}-${Date.now()}` }, cookie);
  return {
    run: (rate, milliseconds) => load({ port, connections: CONNECTIONS, rate, milliseconds, request, success: '"ret_code":0' }),
    spent: () => spentBy(child.pid),
    stop: () => child.kill('SIGKILL'),
  };
}

interface Sides {
  readonly ours: Side;
  readonly file: Side;
  readonly database: Side | undefined;
}

/** Starts the sides one after the other; the stacks get the orders of ours, to the last byte of the cookie. */
async function startSides(folder: string, started: Side[]): Promise<Sides> {
  const data = path.join(folder, 'data');
  const { child, port } = await startServer(data);
  const session = await logIn(port, data);
  const ours = sideOf(child, port, { route: '/contract/v5/order/create', session });
  started.push(ours);
  await historyReady(port, session.cookie);
  const stack = async (...parameters: readonly string[]): Promise<Side> => {
    const { child: peer, said } = await startProcess(['tools/run.mjs', 'bench/bare-fastify.ts', ...parameters], /port (\d+)/);
    const side = sideOf(peer, Number(said), { route: '/order', session });
    started.push(side);
    return side;
  };
  const file = await stack(path.join(folder, 'peer.log'));
  return { ours, file, database: SQLITE === undefined ? undefined : await stack(path.join(folder, 'peer.db'), SQLITE) };
}

interface Rounds {
  readonly results: LoadResult[];
  /** Processor time of each order, µs. */
  readonly costs: number[];
}

async function measureRound(side: Side, { results, costs }: Rounds): Promise<void> {
  const before = side.spent();
  const result = await side.run(undefined, MEASURE_MS / ROUNDS);
  const after = side.spent();
  results.push(result);
  if (before !== undefined && after !== undefined) costs.push((after - before) / ((result.perSecond * MEASURE_MS) / ROUNDS / 1_000));
}

const column = (rounds: Rounds, name: 'perSecond' | 'p50' | 'p99'): readonly number[] => rounds.results.map((result) => result[name]);

function print(name: string, rounds: Rounds): void {
  const figures = [spread(column(rounds, 'perSecond'), '/s', 0), `p50 ${spread(column(rounds, 'p50'), ' ms')}`];
  console.log(`     ${name}: ${[...figures, `p99 ${spread(column(rounds, 'p99'), ' ms')}`].join(', ')}`);
}

const emptyRounds = (): Rounds => ({ results: [], costs: [] });

function reportAgainstDatabase(own: Rounds, database: Rounds): void {
  print('typical stack: Fastify, nodejs-order-book, better-sqlite3', database);
  const rates = ratiosOf(column(own, 'perSecond'), column(database, 'perSecond'));
  report('durable orders over HTTP, of a stack with a database', rates, GOAL_TIMES);
  report('p99 of a stack with a database, of ours', ratiosOf(column(database, 'p99'), column(own, 'p99')), GOAL_P99_TIMES);
}

async function compare({ ours, file, database }: Sides): Promise<void> {
  const contest = [
    { side: file, rounds: emptyRounds() },
    { side: ours, rounds: emptyRounds() },
    ...(database === undefined ? [] : [{ side: database, rounds: emptyRounds() }]),
  ];
  for (const { side } of contest) await side.run(undefined, WARM_MS);
  for (let round = 0; round < ROUNDS; round += 1) for (const { side, rounds } of contest) await measureRound(side, rounds);
  const [other = emptyRounds(), own = emptyRounds(), typical] = contest.map(({ rounds }) => rounds);
  print('bare stack: Fastify, nodejs-order-book, a synced file', other);
  print('durable orders, as fast as they go', own);
  report(
    'durable orders over HTTP, thousands a second',
    column(own, 'perSecond').map((rate) => rate / 1_000),
    GOAL_PER_S / 1_000,
    ' k/s',
  );
  report('durable orders over HTTP, of a bare stack', ratiosOf(column(own, 'perSecond'), column(other, 'perSecond')), GOAL_SHARE);
  report('p99 of a bare stack, of ours', ratiosOf(column(other, 'p99'), column(own, 'p99')), 0);
  if (typical !== undefined) reportAgainstDatabase(own, typical);
  if (own.costs.length > 0) report('processor time of a durable order', own.costs, 0, ' µs');
  if (other.costs.length > 0) report('processor time of an order of a bare stack', other.costs, 0, ' µs');
  await wait(2_000);
  const paced = await ours.run(GOAL_PER_S, MEASURE_MS);
  reportAtMost(`p99 at ${GOAL_PER_S} orders a second`, paced.p99, GOAL_P99_MS, ' ms');
  const all = [...contest.flatMap(({ rounds }) => rounds.results), paced];
  const refused = all.reduce((sum, { failed }) => sum + failed, 0);
  mustEqual('orders that were refused and none', refused, 0);
}

if (!existsSync(MAIN)) console.log('http: not measured: build the server first (npm run build)');
else {
  const folder = mkdtempSync(path.join(tmpdir(), 'tapedeck-bench-'));
  const started: Side[] = [];
  try {
    await compare(await startSides(folder, started));
  } finally {
    for (const side of started) side.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
finish();

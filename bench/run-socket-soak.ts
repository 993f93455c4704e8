// npm run socket-soak [-- MINUTES]: sockets that subscribe, leave, drop and reconnect at random beside a trader; Linux only (/proc).
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownerCookie } from '../e2e/support/login.ts';
import { load, post } from './http-load.ts';
import { freePort, LiveMemory } from './live-memory.ts';
import { finish, median, reportAtMost } from './measure.ts';
import type { RestlessData, RestlessReport, RestlessUser } from './restless-sockets.ts';
import { startServer } from './server-process.ts';

const MINUTES = Number(process.argv[2] ?? 20);
const SOCKETS = 200;
const SEED = 911;
const WINDOW_MS = 10_000;
const ORDERS_PER_SECOND = 20;
const CONNECTIONS = 4;
const USERS = 6;
const BOUGHT_EVERY = 10;
const COINS = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE'];
const OPTIONS = 60;
const WINDOWS_AFTER = 6;
const MEGABYTE = 1_000_000;
/** Difference that caches and kept orders may cause between two quarters. */
const GROWTH_MAX = 1.15;
/** Files of a database or a journal that is open at one moment and not at another. */
const DESCRIPTORS_MAX = 8;
/** A turn that collects garbage. */
const LAG_MS = 100;

interface Look {
  /** Megabytes of the process, with all its threads, and of the values in them that are in use. */
  readonly resident: number;
  readonly heap: number;
  readonly descriptors: number;
  /** The longest turn of the thread that serves, ms. */
  readonly lag: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

interface Server {
  readonly pid: number;
  readonly port: number;
  readonly metricsKey: string;
  readonly memory: LiveMemory;
}

const body = async <Result>(answer: Response): Promise<Result> => ((await answer.json()) as { readonly result: Result }).result;

/** The whole of the server's figures, by name. */
async function metricsOf({ port, metricsKey }: Server): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } });
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

async function call<Result>(origin: string, target: string, cookie: string, input: object): Promise<Result> {
  const headers = { cookie, origin, 'content-type': 'application/json' };
  return body<Result>(await fetch(`${origin}${target}`, { method: 'POST', headers, body: JSON.stringify(input) }));
}

async function withKey(origin: string, cookie: string): Promise<RestlessUser> {
  const wanted = { name: 'soak', scope: 'trade', kind: 'HMAC', addresses: [] };
  const made = await call<{ readonly secret: string; readonly key: { readonly apiKey: string } }>(
    origin,
    '/user/private/api-keys/create',
    cookie,
    wanted,
  );
  return { cookie, apiKey: made.key.apiKey, secret: made.secret };
}

async function register(origin: string, name: string): Promise<RestlessUser> {
  const headers = { origin, 'content-type': 'application/json' };
  const text = JSON.stringify({ username: name, password: `restless ${name} password` });
  const answer = await fetch(`${origin}/user/public/register`, { method: 'POST', headers, body: text });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return withKey(origin, cookie);
}

async function optionsOf(origin: string): Promise<readonly string[]> {
  const answer = await fetch(`${origin}/v5/market/instruments-info?category=option&baseCoin=BTC&limit=1000`);
  const { list } = await body<{ readonly list: readonly { readonly symbol: string }[] }>(answer);
  return list.slice(0, OPTIONS).map(({ symbol }) => symbol);
}

/** Topics of all public streams; every option and every resolution makes one of its own. */
async function topicsOf(origin: string): Promise<RestlessData['topics']> {
  const options = await optionsOf(origin);
  const [linear, spot, inverse] = [
    COINS.map((coin) => `${coin}USDT`),
    COINS.slice(0, 3).map((coin) => `${coin}USDT`),
    ['BTCUSD', 'ETHUSD'],
  ];
  const terminal = (symbol: string): string[] => [
    ...['orderBook_200', 'recently_trade', 'instrument_info', 'liquidation'].map((name) => `${name}.${symbol}`),
    ...['candle.1', 'candle.15', 'candle.1D', 'mark_kline.5', 'index_candle.60'].map((name) => `${name}.${symbol}`),
  ];
  const programs = (symbol: string): string[] =>
    ['orderbook.1', 'orderbook.50', 'orderbook.200', 'publicTrade', 'tickers', 'kline.1', 'kline.60'].map((name) => `${name}.${symbol}`);
  return {
    '/realtime?v=2': [...linear.flatMap(terminal), ...options.map((symbol) => `orderBook_200.${symbol}`), 'symbol_list', 'public.notice'],
    '/v5/public/linear': linear.flatMap(programs),
    '/v5/public/spot': spot.flatMap(programs),
    '/v5/public/inverse': inverse.flatMap(programs),
    '/v5/public/option': options.flatMap((symbol) => [`tickers.${symbol}`, `orderbook.25.${symbol}`]),
  };
}

/** Orders that rest, their cancels some orders later, and some that trade. */
function traderOf({ port }: Server, cookie: string, price: number): () => Promise<Pick<Look, 'p50' | 'p99' | 'failed'>> {
  const lag = CONNECTIONS * 10;
  let sent = 0;
  const request = (): string => {
    sent += 1;
    const half = Math.floor(sent / 2);
    if (sent % 2 === 1 && half >= lag && (half - lag) % BOUGHT_EVERY !== 0)
      return post('/contract/v5/order/cancel', { symbol: 'BTCUSDT', orderLinkId: `s-${half - lag}` }, cookie);
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', price: String(price), orderLinkId: `s-${half}` };
    if (sent % 2 === 0 && half % BOUGHT_EVERY !== 0) return post('/contract/v5/order/create', order, cookie);
    const side = sent % 4 < 2 ? 'Buy' : 'Sell';
    return post('/contract/v5/order/create', { symbol: 'ETHUSDT', side, orderType: 'Market', qty: '0.01' }, cookie);
  };
  return () => load({ port, connections: CONNECTIONS, rate: ORDERS_PER_SECOND, milliseconds: WINDOW_MS, request, success: '"ret_code":0' });
}

/** One window of the trader, and the server at its end. */
async function lookAt(server: Server, trade: ReturnType<typeof traderOf>): Promise<Look> {
  const { p50, p99, failed } = await trade();
  const metrics = await metricsOf(server);
  const heap = (await server.memory.collect()) / MEGABYTE;
  // A reading begins the next longest turn: that of the collection does not count.
  await metricsOf(server);
  return {
    heap,
    resident: (metrics.get('process_resident_memory_bytes') ?? 0) / MEGABYTE,
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    lag: (metrics.get('tapedeck_event_loop_delay_seconds') ?? 0) * 1_000,
    p50,
    p99,
    failed,
  };
}

function print(name: string, look: Look, sockets: RestlessReport | undefined): void {
  const columns = [
    name.padEnd(8),
    `${look.resident.toFixed(0)} MB`.padStart(8),
    `heap ${look.heap.toFixed(1)} MB`.padStart(15),
    `${look.descriptors} open`.padStart(10),
    `lag ${look.lag.toFixed(0)} ms`.padStart(12),
    `order p50 ${look.p50.toFixed(1)} p99 ${look.p99.toFixed(1)} ms, ${look.failed} failed`.padStart(44),
  ];
  const visitors =
    sockets === undefined ? '' : `  ${sockets.open} sockets, ${sockets.frames} frames, ${sockets.drops} drops, ${sockets.refused} refused`;
  console.log(`${columns.join('')}${visitors}  load ${(loadavg()[0] ?? 0).toFixed(1)}`);
}

async function ask(child: ChildProcess, message: 'report' | 'leave'): Promise<RestlessReport> {
  const answer = once(child, 'message') as Promise<[RestlessReport]>;
  child.send(message);
  return (await answer)[0];
}

const quarter = (looks: readonly Look[], part: keyof Look, which: 'first' | 'last'): number => {
  const count = Math.max(1, Math.floor(looks.length / 4));
  return median((which === 'first' ? looks.slice(0, count) : looks.slice(-count)).map((look) => look[part]));
};

function judge(before: Look, looks: readonly Look[], after: Look): void {
  for (const [part, name] of [
    ['heap', 'heap'],
    ['resident', 'memory of the process'],
  ] as const) {
    const first = quarter(looks, part, 'first');
    const most = Number((first * GROWTH_MAX).toFixed(0));
    reportAtMost(`${name} in the last quarter, ${first.toFixed(0)} MB in the first`, quarter(looks, part, 'last'), most, ' MB');
    reportAtMost(`${name} after the sockets have left`, after[part], most, ' MB');
  }
  const descriptors = quarter(looks, 'descriptors', 'first');
  reportAtMost(
    `descriptors in the last quarter, ${descriptors} in the first`,
    quarter(looks, 'descriptors', 'last'),
    descriptors + DESCRIPTORS_MAX,
    '',
  );
  reportAtMost(`descriptors after, ${before.descriptors} before`, after.descriptors, before.descriptors + DESCRIPTORS_MAX, '');
  for (const [part, name] of [
    ['lag', 'longest turn'],
    ['p99', 'order p99'],
  ] as const) {
    const begun = quarter(looks, part, 'first');
    const limit = Number((begun * GROWTH_MAX + LAG_MS).toFixed(0));
    reportAtMost(`${name} in the last quarter, ${begun.toFixed(0)} ms in the first`, quarter(looks, part, 'last'), limit, ' ms');
    reportAtMost(`${name} after the sockets have left`, after[part], limit, ' ms');
  }
  reportAtMost(
    'orders that failed',
    looks.reduce((sum, { failed }) => sum + failed, 0),
    0,
    '',
  );
}

async function soak(server: Server, data: string): Promise<void> {
  const origin = `http://127.0.0.1:${server.port}`;
  const owner = await withKey(origin, await ownerCookie(origin, data));
  const users = [owner];
  for (let count = 1; count < USERS; count += 1) users.push(await register(origin, `restless-${count}`));
  const tickers = await fetch(`${origin}/contract/v5/market/tickers?symbol=BTCUSDT`);
  const { list } = await body<{ readonly list: readonly { readonly lastPrice: string }[] }>(tickers);
  const trade = traderOf(server, owner.cookie, Math.floor(Number(list[0]?.lastPrice) * 0.9));
  const restless: RestlessData = { port: server.port, seed: SEED, sockets: SOCKETS, topics: await topicsOf(origin), users };
  // The first window fills caches, and the market makes its options.
  await lookAt(server, trade);
  const before = await lookAt(server, trade);
  print('before', before, undefined);
  const child = fork('tools/run.mjs', ['bench/restless-sockets.ts', JSON.stringify(restless)]);
  try {
    await once(child, 'spawn');
    const looks: Look[] = [];
    for (let passed = 0; passed < MINUTES * 60_000; passed += WINDOW_MS) {
      const look = await lookAt(server, trade);
      print(`${((passed + WINDOW_MS) / 60_000).toFixed(1)} min`, look, await ask(child, 'report'));
      // Sockets join during the first minute.
      if (passed >= 60_000) looks.push(look);
    }
    await ask(child, 'leave');
    while (((await metricsOf(server)).get('tapedeck_sockets') ?? 0) > 0) await wait(100);
    const afterwards: Look[] = [];
    for (let window = 0; window < WINDOWS_AFTER; window += 1) {
      afterwards.push(await lookAt(server, trade));
      print('after', afterwards[window] ?? before, undefined);
    }
    const [last] = afterwards.slice(-1);
    judge(before, looks, last ?? before);
  } finally {
    child.kill('SIGKILL');
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'tapedeck-soak-'));
const data = path.join(folder, 'data');
const inspector = await freePort();
process.env['NODE_OPTIONS'] = `--inspect=127.0.0.1:${inspector}`;
const { child, port } = await startServer(data);
delete process.env['NODE_OPTIONS'];
try {
  const memory = await LiveMemory.of(inspector);
  await soak({ pid: child.pid ?? 0, port, memory, metricsKey: readFileSync(path.join(data, 'metrics.key'), 'utf8').trim() }, data);
  memory.close();
} finally {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
finish();

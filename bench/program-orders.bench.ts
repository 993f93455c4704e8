import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownerCookie } from '../e2e/support/login.ts';
import { load, post, type LoadResult } from './http-load.ts';
import { finish, mustEqual, report, reportAtMost } from './measure.ts';
import { loadBatches } from './program-load.ts';
import { MAIN, startServer } from './server-process.ts';

/** Durable orders of programs over WebSocket in batches of ten, beside those of the web API one by one, in the same run. */
const MEASURE_MS = Number(process.env['TAPEDECK_BENCH_MS'] ?? 10_000);
const WARM_MS = 4_000;
const BATCH = 10;
const CONNECTIONS = 8;
const DEPTH = 8;
const WEB_CONNECTIONS = 256;
const GOAL_PER_S = 15_000;
const GOAL_P99_MS = 25;
const ROW = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', timeInForce: 'IOC' };

const print = (name: string, { perSecond, p50, p99, failed }: LoadResult): void =>
  console.log(`programs: ${name}: ${perSecond.toFixed(0)} orders/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} refused`);

interface Key {
  readonly apiKey: string;
  readonly secret: string;
}

async function makeKey(origin: string, cookie: string): Promise<Key> {
  const answer = await fetch(`${origin}/user/private/api-keys/create`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', scope: 'trade', kind: 'HMAC', addresses: [] }),
  });
  const { result } = (await answer.json()) as { readonly result: { readonly key: { readonly apiKey: string }; readonly secret: string } };
  return { apiKey: result.key.apiKey, secret: result.secret };
}

/** A price at which an order is accepted and meets nobody. */
async function farPrice(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/v5/market/tickers?category=linear&symbol=BTCUSDT`);
  const { result } = (await answer.json()) as { readonly result: { readonly list: readonly { readonly lastPrice: string }[] } };
  return String(Math.floor(Number(result.list[0]?.lastPrice) * 0.97));
}

async function measure(data: string): Promise<{ readonly web: LoadResult; readonly fastest: LoadResult; readonly paced: LoadResult }> {
  const { child, port } = await startServer(data, ['--v5-limit', '100000']);
  try {
    const origin = `http://127.0.0.1:${port}`;
    const cookie = await ownerCookie(origin, data);
    const price = await farPrice(origin);
    const key = await makeKey(origin, cookie);
    // A new folder's history makes its database first, which takes both cores for a while.
    await (await fetch(`${origin}/contract/v5/order/history`, { headers: { cookie } })).text();
    const order = { ...ROW, price, timeInForce: 'ImmediateOrCancel' };
    const request = (count: number): string =>
      post('/contract/v5/order/create', { ...order, orderLinkId: `w-${count}-${Date.now()}` }, cookie);
    const rows = (count: number): readonly object[] =>
      Array.from({ length: BATCH }, (_, at) => ({ ...ROW, price, orderLinkId: `p-${count}-${at}-${Date.now()}` }));
    const overWeb = (milliseconds: number): Promise<LoadResult> =>
      load({ port, connections: WEB_CONNECTIONS, rate: undefined, milliseconds, request, success: '"ret_code":0' });
    const overSocket = (rate: number | undefined, milliseconds: number): Promise<LoadResult> =>
      loadBatches({ port, key, connections: CONNECTIONS, depth: DEPTH, rate, milliseconds, rows });
    await overWeb(WARM_MS);
    await overSocket(undefined, WARM_MS);
    const web = await overWeb(MEASURE_MS);
    const fastest = await overSocket(undefined, MEASURE_MS);
    await wait(2_000);
    return { web, fastest, paced: await overSocket(GOAL_PER_S / BATCH, MEASURE_MS) };
  } finally {
    child.kill('SIGKILL');
  }
}

if (!existsSync(MAIN)) console.log('programs: not measured: build the server first (npm run build)');
else {
  const folder = mkdtempSync(path.join(tmpdir(), 'tapedeck-bench-'));
  try {
    const { web, fastest, paced } = await measure(path.join(folder, 'data'));
    print('one by one over the web API, as fast as they go', web);
    print('in batches over WebSocket, as fast as they go', fastest);
    print(`in batches over WebSocket, ${GOAL_PER_S} orders due each second`, paced);
    report('durable orders over WebSocket, thousands a second', fastest.perSecond / 1_000, GOAL_PER_S / 1_000, ' k/s');
    report('durable orders over WebSocket, of the web API', fastest.perSecond / web.perSecond, 1);
    reportAtMost(`p99 of batches at ${GOAL_PER_S} orders a second`, paced.p99, GOAL_P99_MS, ' ms');
    mustEqual('batches that were refused and none', fastest.failed + paced.failed, 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
finish();

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownerCookie } from '../e2e/support/login.ts';
import { load, post, type LoadResult } from './http-load.ts';
import { finish, mustEqual, report, reportAtMost } from './measure.ts';
import { MAIN, startProcess, startServer } from './server-process.ts';

/** Durable orders over HTTP: the built server against a bare route that appends and syncs, on the same machine in one run. */
const MEASURE_MS = Number(process.env['TAPEDECK_BENCH_MS'] ?? 10_000);
const WARM_MS = 4_000;
const CONNECTIONS = 256;
const GOAL_PER_S = 8_000;
const GOAL_P99_MS = 25;

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

const print = (name: string, { perSecond, p50, p99, failed }: LoadResult): void =>
  console.log(`http: ${name}: ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} refused`);

async function measureBare(file: string): Promise<LoadResult> {
  const { child, said } = await startProcess(['--expose-gc', 'tools/run.mjs', 'bench/bare-fastify.ts', file], /port (\d+)/);
  try {
    const body = post('/append', { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', price: '60000' }, 'none=1');
    const run = (milliseconds: number): Promise<LoadResult> =>
      load({ port: Number(said), connections: CONNECTIONS, rate: undefined, milliseconds, request: () => body, success: '"ret_code":0' });
    await run(WARM_MS);
    return await run(MEASURE_MS);
  } finally {
    child.kill('SIGKILL');
  }
}

async function measureServer(data: string): Promise<{ readonly fastest: LoadResult; readonly paced: LoadResult }> {
  const { child, port } = await startServer(data);
  try {
    const { cookie, price } = await logIn(port, data);
    await historyReady(port, cookie);
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', price, timeInForce: 'ImmediateOrCancel' };
    const request = (count: number): string =>
      post('/contract/v5/order/create', { ...order, orderLinkId: `b-${process.pid}-${count}-${Date.now()}` }, cookie);
    const run = (rate: number | undefined, milliseconds: number): Promise<LoadResult> =>
      load({ port, connections: CONNECTIONS, rate, milliseconds, request, success: '"ret_code":0' });
    await run(undefined, WARM_MS);
    const fastest = await run(undefined, MEASURE_MS);
    await wait(2_000);
    const paced = await run(GOAL_PER_S, MEASURE_MS);
    return { fastest, paced };
  } finally {
    child.kill('SIGKILL');
  }
}

if (!existsSync(MAIN)) console.log('http: not measured: build the server first (npm run build)');
else {
  const folder = mkdtempSync(path.join(tmpdir(), 'tapedeck-bench-'));
  try {
    const bare = await measureBare(path.join(folder, 'bare.log'));
    print('a bare route that appends and syncs', bare);
    const { fastest, paced } = await measureServer(path.join(folder, 'data'));
    print('durable orders, as fast as they go', fastest);
    print(`durable orders, ${GOAL_PER_S} due each second`, paced);
    report('durable orders over HTTP, thousands a second', fastest.perSecond / 1_000, GOAL_PER_S / 1_000, ' k/s');
    report('durable orders over HTTP, of a bare route', fastest.perSecond / bare.perSecond, 1 / 3);
    reportAtMost(`p99 at ${GOAL_PER_S} orders a second`, paced.p99, GOAL_P99_MS, ' ms');
    mustEqual('orders that were refused and none', fastest.failed + paced.failed, 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
finish();

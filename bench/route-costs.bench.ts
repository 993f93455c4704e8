import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { COSTS, ROUTES, V5_ROUTES, type CostClass } from '@tapedeck/gateway';
import { SPREAD, worstQueries } from '../apps/server/src/testing/worst-calls.ts';
import { startServer } from './server-process.ts';

/**
 * Processor time of the worst call of each route that is read: of the main thread, and of all threads (exchange, history,
 * compression). No answer comes from a cache. Linux only: other systems do not tell the time of a thread.
 */
const CALLS = 40;
const SETTLE_MS = 8_000;
const NS_PER_MS = 1_000_000;
const HOUR_MS = 3_600_000;
const PASSWORD = 'correct horse battery';

const data = mkdtempSync(path.join(tmpdir(), 'tapedeck-bench-'));
const { child, port } = await startServer(data);
const origin = `http://127.0.0.1:${port}`;

const post = (where: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${origin}${where}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

interface Times {
  readonly main: number;
  readonly all: number;
}

/** Processor time so far, ms. */
function times(): Times {
  const of = (thread: string): number =>
    Number(readFileSync(`/proc/${child.pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]) / NS_PER_MS;
  const threads = readdirSync(`/proc/${child.pid}/task`);
  return { main: of(String(child.pid)), all: threads.reduce((sum, thread) => sum + of(thread), 0) };
}

interface Measured {
  readonly name: string;
  readonly cost: CostClass;
  readonly bytes: number;
  readonly times: Times;
}

/** `idle`: processor time of all threads in a millisecond without calls. */
async function measure(name: string, cost: CostClass, idle: number, call: (at: number) => Promise<Response>): Promise<Measured> {
  const bytes = (await (await call(0)).arrayBuffer()).byteLength;
  const [before, began] = [times(), performance.now()];
  for (let at = 1; at <= CALLS; at += 1) {
    const answer = await call(at);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  const [after, passed] = [times(), performance.now() - began];
  const all = Math.max(0, after.all - before.all - idle * passed);
  return { name, cost, bytes, times: { main: (after.main - before.main) / CALLS, all: all / CALLS } };
}

/** The same question for another time or number, so that no answer is shared. */
function varied(route: string, fields: Readonly<Record<string, string>>, at: number): URLSearchParams {
  const query = new URLSearchParams(fields);
  for (const name of ['startTime', 'endTime']) if (query.has(name)) query.set(name, String(Number(query.get(name)) - at * HOUR_MS));
  if (route.endsWith('kline')) query.set('end', String(Date.now() - at * HOUR_MS));
  if (route === '/udf/history') query.set('to', String(Math.floor(Date.now() / 1_000) - at));
  if (route === '/v5/market/instruments-info') query.set('limit', String(1_000 - at));
  // Contracts are not chosen by it.
  if (route === '/v5/market/tickers') query.set('baseCoin', `X${at}`);
  return query;
}

try {
  const registered = await post('/user/public/register', { username: 'bench', password: PASSWORD });
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const made = await post('/user/private/api-keys/create', { name: 'bench', scope: 'read', kind: 'HMAC', addresses: [] }, { cookie });
  const { key, secret } = (
    (await made.json()) as { readonly result: { readonly key: { readonly apiKey: string }; readonly secret: string } }
  ).result;
  const listed = (await (await fetch(`${origin}/v5/spread/instrument?limit=1`)).json()) as {
    readonly result: { readonly list: readonly { readonly symbol: string }[] };
  };
  const spread = listed.result.list[0]?.symbol ?? '';
  await wait(SETTLE_MS);
  const [before, began] = [times(), performance.now()];
  await wait(SETTLE_MS / 2);
  const idle = (times().all - before.all) / (performance.now() - began);
  const queries = worstQueries(Date.now());
  const results: Measured[] = [];
  for (const route of [...ROUTES, ...V5_ROUTES]) {
    if (route.method !== 'GET') continue;
    const fields = Object.fromEntries(
      Object.entries(queries[route.path] ?? {}).map(([name, text]) => [name, text === SPREAD ? spread : text]),
    );
    results.push(
      await measure(route.path, route.cost, idle, (at) => {
        const query = varied(route.path, fields, at).toString();
        const time = String(Date.now());
        const sign = createHmac('sha256', secret).update(`${time}${key.apiKey}${query}`).digest('hex');
        const signed = { 'x-bapi-api-key': key.apiKey, 'x-bapi-timestamp': time, 'x-bapi-sign': sign };
        return fetch(`${origin}${route.path}?${query}`, { headers: { cookie, ...signed } });
      }),
    );
  }
  for (const { name, cost, bytes, times: took } of results.toSorted((one, other) => other.times.all - one.times.all)) {
    const { mainMs, engineMs } = COSTS[cost];
    const over = took.main > mainMs || took.all > mainMs + engineMs ? '  MORE THAN ITS CLASS' : '';
    console.log(`routes: ${name} (${cost}): ${took.main.toFixed(2)} ms main, ${took.all.toFixed(2)} ms all, ${bytes} bytes${over}`);
  }
} finally {
  child.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
}

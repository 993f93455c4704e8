import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ServerProcess, bundleServer } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const folder = temporaryFolder();
let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.end('SIGKILL');
  folder.remove();
});

/** Loaded into every thread of the server: a signal makes that of the history throw. */
const PLANTED = `
import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads';
const channel = new BroadcastChannel('end the history');
channel.unref();
if (isMainThread) process.on('SIGUSR2', () => channel.postMessage('now'));
else if (workerData !== null && 'keepDays' in workerData) channel.onmessage = () => setImmediate(() => { throw new Error('planted'); });
`;

test('OPS-03 the thread of the history dies: the history says that it is behind, starts again, and has everything once, in order', async () => {
  const planted = join(folder.path, 'planted.mjs');
  writeFileSync(planted, PLANTED);
  const running = new ServerProcess(await bundleServer(), join(folder.path, 'data'), [], { NODE_OPTIONS: `--import=${planted}` });
  server = running;
  await running.start();
  const { result } = await running.call('GET', '/contract/v5/market/tickers?symbol=BTCUSDT');
  const [ticker] = result['list'] as readonly { readonly lastPrice: string }[];
  const price = String(Math.floor(Number(ticker?.lastPrice) * 0.8));
  const placed: string[] = [];
  const place = async (orderLinkId: string): Promise<void> => {
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price, qty: '0.001', orderLinkId };
    expect((await running.call('POST', '/contract/v5/order/create', order)).ret_code).toBe(0);
    placed.push(orderLinkId);
  };
  /** Links of the orders in the history; the code while it cannot be read, `behind` while it lacks something. */
  const rows = async (): Promise<readonly string[] | number | 'behind'> => {
    const answer = await running.call('GET', '/contract/v5/order/history?limit=200');
    if (answer.ret_code !== 0) return answer.ret_code;
    if (answer.result['behindSinceE3'] !== undefined) return 'behind';
    return (answer.result['list'] as readonly { readonly orderLinkId: string }[]).map((row) => row.orderLinkId).reverse();
  };
  await place('before');
  await expect.poll(rows).toEqual(placed);
  for (const round of [1, 2]) {
    process.kill(running.pid, 'SIGUSR2');
    await expect.poll(() => running.text('/readyz')).toMatch(/^degraded: the history has been behind since /);
    for (const at of [1, 2, 3]) await place(`round-${round}-${at}`);
    await expect.poll(rows, { timeout: 60_000 }).toEqual(placed);
    await expect.poll(() => running.text('/readyz')).toBe('ready\n');
    expect(await running.metric('tapedeck_history_lag_seconds')).toBe(0);
    const lines = running.logLines();
    expect(lines).toContain('the history is behind: its thread failed: planted');
    expect(lines.at(-1)).toBe('the history has caught up');
  }
  expect(await running.end('SIGTERM')).toBe(0);
}, 600_000);

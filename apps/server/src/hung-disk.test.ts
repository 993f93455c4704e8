// Time limit of this file: 240 s, since the server waits out its own limits for a disk that does not answer.
import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { ServerProcess } from './testing/server-process.ts';
import { serverRuns } from './testing/server-runs.ts';

const runs = serverRuns();
const ORDER = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: '1000', qty: '0.1' };

/** A server whose syncs hang in the system, as with a disk that does not answer, while there is a pipe that nobody opens for writing. */
async function startOn(pipe: string): Promise<ServerProcess> {
  const planted = runs.pathOf('planted.mjs');
  writeFileSync(
    planted,
    `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const sync = fs.fdatasyncSync;
fs.fdatasyncSync = (file) => {
  try { fs.closeSync(fs.openSync(${JSON.stringify(pipe)}, 'r')); } catch {}
  sync(file);
};
syncBuiltinESMExports();`,
  );
  return runs.start({ environment: { NODE_OPTIONS: `--import=${planted}` } });
}

describe.skipIf(process.platform === 'win32')('a disk that does not answer', () => {
  test('D10 S7 OPS-03 the server says that it is not ready, confirms nothing, and goes on with the disk', async () => {
    const pipe = runs.pathOf('pipe');
    const server = await startOn(pipe);
    execFileSync('mkfifo', [pipe]);
    let answered = false;
    const order = server.call('POST', '/contract/v5/order/create', ORDER).finally(() => (answered = true));
    await expect.poll(() => server.text('/readyz')).toBe('commands wait for the disk\n');
    expect(answered).toBe(false);
    renameSync(pipe, `${pipe}-open`);
    await (await open(`${pipe}-open`, 'w')).close();
    expect((await order).ret_code).toBe(0);
    await expect.poll(() => server.text('/readyz')).toBe('ready\n');
    const lines = server.logLines();
    expect(lines.filter((line) => line.includes('disk'))).toEqual([
      'commands have waited for the disk for more than 5 s',
      'the disk confirms commands again',
    ]);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(existsSync(runs.pathOf('data/server.lock'))).toBe(false);
  });

  test('K7 OPS-03 a stop ends the process, which leaves its lock to the next start', async () => {
    const pipe = runs.pathOf('pipe');
    const server = await startOn(pipe);
    execFileSync('mkfifo', [pipe]);
    const order = server.call('POST', '/contract/v5/order/create', ORDER).catch(() => undefined);
    await expect.poll(() => server.text('/readyz')).toBe('commands wait for the disk\n');
    expect(await server.end('SIGTERM')).toBe(null);
    await order;
    expect(server.logLines().at(-1)).toBe('the disk does not answer: the server ends the process');
    expect(existsSync(runs.pathOf('data/server.lock'))).toBe(true);
    const next = await runs.start();
    expect(await next.text('/readyz')).toBe('ready\n');
  });
});

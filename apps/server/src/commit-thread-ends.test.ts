import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ServerProcess } from './testing/server-process.ts';
import { serverRuns } from './testing/server-runs.ts';

const runs = serverRuns();
const armed = (): string => runs.pathOf('armed');

/** Work for the commit thread before it loads its own file. */
function plant(work: string): NodeJS.ProcessEnv {
  const file = runs.pathOf('planted.mjs');
  writeFileSync(
    file,
    `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { workerData } from 'node:worker_threads';
// Every thread reads this file; the commit thread is the one that has this memory alone.
if (workerData?.memory !== undefined) { ${work} }`,
  );
  return { NODE_OPTIONS: `--import=${file}` };
}

/** Ends the commit thread in a sync, once \`condition\` holds. */
const leaveInSync = (condition: string): string =>
  `const sync = fs.fdatasyncSync;
  fs.fdatasyncSync = (file) => { if (${condition}) process.exit(3); sync(file); };
  syncBuiltinESMExports();`;

const BEFORE_READY = [
  ['throws as it loads', "throw new Error('planted')", 'planted'],
  ['leaves as it loads', 'process.exit(3)', 'exit code 3'],
  ['leaves in the first sync, while the engine stands still', leaveInSync('true'), 'exit code 3'],
] as const;

describe('EXC-07 D13 S6 a commit thread that ends before the engine', () => {
  test.each(BEFORE_READY)('%s: the server does not start, and says why', async (_how, work, words) => {
    const server = runs.create({ environment: plant(work) });
    await expect(server.start()).rejects.toThrow(
      `it ended with code 1: the journal could not be written: the commit thread has ended: ${words}\n`,
    );
  });

  test('has no file: the server does not start, and names the file', async () => {
    const whole = dirname(runs.main());
    const broken = `${whole}-broken-${process.pid}`;
    try {
      cpSync(whole, broken, { recursive: true });
      rmSync(join(broken, 'commit-worker.js'));
      const server = new ServerProcess(join(broken, 'main.js'), runs.pathOf('data'));
      await expect(server.start()).rejects.toThrow(/it ended with code 1: .*the commit thread has ended: .*commit-worker\.js/);
    } finally {
      rmSync(broken, { recursive: true, force: true });
    }
  });

  test('leaves while a trader waits: nothing is acknowledged, and the server ends with the reason', async () => {
    const server = await runs.start({ environment: plant(leaveInSync(`fs.existsSync(${JSON.stringify(armed())})`)) });
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: '1000', qty: '0.1' };
    writeFileSync(armed(), '');
    const answer = await server.call('POST', '/contract/v5/order/create', order).catch(() => undefined);
    expect(answer?.ret_code).not.toBe(0);
    expect(await server.gone()).toBe(1);
    expect(server.output).toContain('the journal could not be written: the commit thread has ended: exit code 3');
    expect(server.logLines()).toContain('the journal could not be written: the commit thread has ended: exit code 3');
  });
});

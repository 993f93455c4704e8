import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keepBusy } from './lib/keep-busy.mjs';

/** A process that has ended stays a zombie until its new parent notices. */
function runs(pid) {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe.runIf(existsSync('/proc/self/stat'))('processes that keep cores busy', () => {
  it('run until they are stopped', async () => {
    const busy = keepBusy(2);
    expect(busy.pids.map(runs)).toEqual([true, true]);
    busy.stop();
    await expect.poll(() => busy.pids.map(runs)).toEqual([false, false]);
  });

  it('end with a run that is killed', async () => {
    const module = new URL('lib/keep-busy.mjs', import.meta.url).href;
    const script = `import { keepBusy } from '${module}'; console.log(keepBusy(1).pids[0]); setInterval(() => {}, 60_000);`;
    const run = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(run.stdout, 'data');
    const pid = Number(String(line));
    expect(runs(pid)).toBe(true);
    run.kill('SIGKILL');
    await expect.poll(() => runs(pid), { timeout: 30_000 }).toBe(false);
  });
});

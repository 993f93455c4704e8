import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { TradingGate } from '../venues/trading-gate.ts';
import { DiskGuard, RESERVE_BYTES } from './disk-guard.ts';

test('D14 a disk that is nearly full leaves cancels only, gives up a reserve for them, and recovers', async () => {
  const folder = temporaryFolder();
  const reserve = join(folder.path, 'reserve');
  const gate = new TradingGate(() => false);
  const said: string[] = [];
  let free = 1_000;
  const guard = new DiskGuard({
    folder: folder.path,
    freeBytesMin: 500,
    gate,
    freeBytes: () => (free < 0 ? Promise.reject(new Error('EIO')) : Promise.resolve(free)),
    onChange: (text) => said.push(text),
  });
  const order = { type: 'CancelAllOrders', account: 100, instrument: -1 } as const;
  try {
    await guard.check();
    expect([statSync(reserve).size, gate.cancelOnly]).toEqual([RESERVE_BYTES, undefined]);
    free = 499;
    await guard.check();
    await guard.check();
    expect([existsSync(reserve), gate.cancelOnly, gate.check(order)]).toEqual([false, 'the disk is nearly full', undefined]);
    free = 999;
    await guard.check();
    expect(gate.cancelOnly).toBe('the disk is nearly full');
    free = -1;
    await guard.check();
    expect(gate.cancelOnly).toBe('the disk is nearly full');
    free = 1_000;
    await guard.check();
    expect([statSync(reserve).size, gate.cancelOnly, said.length]).toEqual([RESERVE_BYTES, undefined, 2]);
  } finally {
    guard.stop();
    folder.remove();
  }
});

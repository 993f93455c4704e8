import { EVERY_ACCOUNT } from '@tapedeck/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { StopBench, TRADER } from '../testing/stop-bench.ts';

let bench: StopBench;
beforeEach(() => {
  bench = new StopBench();
  bench.order(TRADER, 'Buy', 0.1, 49_000);
  bench.stop('Sell', 0.1, 48_000, 48_500);
});
const arm = (window: number) => bench.apply({ type: 'SetCancelOnDisconnect', account: TRADER, window });
const report = (connected: boolean, account = TRADER) => bench.apply({ type: 'ReportConnection', account, connected });
const statuses = (): string[] => (bench.exchange.account(TRADER)?.orders ?? []).map(({ status }) => status);

describe('cancel on disconnect', () => {
  it('BOT-04 cancels what rests, not what waits, once the account was away for its window', () => {
    arm(10_000);
    expect(bench.exchange.account(TRADER)?.disconnectWindow).toBe(10_000);
    report(false);
    bench.wait(9_999);
    expect(statuses()).toEqual(['New', 'Untriggered']);
    bench.take();
    bench.wait(1);
    expect(statuses()).toEqual(['Untriggered']);
    expect(bench.take()).toMatchObject([{ type: 'OrderCancelled', order: { cancelReason: 'CancelByDCP' } }]);
  });

  it('BOT-04 a connection that comes back in time keeps the orders', () => {
    arm(10_000);
    report(false);
    bench.wait(9_000);
    report(true);
    bench.wait(60_000);
    expect(statuses()).toEqual(['New', 'Untriggered']);
  });

  it('BOT-04 does nothing for accounts that did not ask, or that switched it off', () => {
    report(false);
    bench.wait(400_000);
    arm(10_000);
    arm(0);
    report(false);
    bench.wait(400_000);
    expect(statuses()).toEqual(['New', 'Untriggered']);
    expect(bench.exchange.account(TRADER)?.disconnectWindow).toBeUndefined();
  });

  it.each([1, 2_999, 300_001, 3_000.5])('refuses a window of %i ms', (window) => {
    expect(arm(window).refusal?.reason).toBe('parameter');
  });

  it('BOT-04 EXC-07 a restart counts from its moment, and no window starts anew by it', () => {
    arm(10_000);
    bench.reread();
    report(false, EVERY_ACCOUNT);
    bench.wait(6_000);
    bench.reread();
    report(false, EVERY_ACCOUNT);
    bench.wait(4_000);
    expect(statuses()).toEqual(['Untriggered']);
  });
});

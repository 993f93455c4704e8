import { describe, expect, it } from 'vitest';
import { IdleWork } from './idle-work.ts';

/** A window whose clock advances by a millisecond with every read, and whose idle time comes when `idle` is called. */
function fakeView(hasIdle: boolean) {
  const waiting = new Map<number, (deadline: { timeRemaining: () => number }) => void>();
  let handle = 0;
  let now = 0;
  const ask = (act: (deadline: { timeRemaining: () => number }) => void): number => {
    handle += 1;
    waiting.set(handle, act);
    return handle;
  };
  const forget = (given: number): void => void waiting.delete(given);
  const view = {
    performance: { now: () => (now += 1) },
    ...(hasIdle ? { requestIdleCallback: ask, cancelIdleCallback: forget } : { setTimeout: ask, clearTimeout: forget }),
  };
  const idle = (milliseconds: number): void => {
    const acts = [...waiting.values()];
    waiting.clear();
    for (const act of acts) act({ timeRemaining: () => milliseconds });
  };
  return { view: view as unknown as Window, waiting, idle };
}

describe.each([true, false])('work while the page is idle (the browser tells idle time: %s)', (hasIdle) => {
  it('goes on in slices until nothing is left, and then asks no more', () => {
    const { view, waiting, idle } = fakeView(hasIdle);
    let left = 20;
    const work = new IdleWork(view, () => (left -= 1) === 0);
    work.start();
    work.start();
    expect([left, waiting.size]).toEqual([20, 1]);
    idle(5);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(20);
    for (let slices = 0; slices < 20; slices += 1) idle(5);
    expect([left, waiting.size]).toEqual([0, 0]);
  });

  it('does at least one part where there is no time at all, and nothing once it was stopped', () => {
    const { view, waiting, idle } = fakeView(hasIdle);
    let done = 0;
    const work = new IdleWork(view, () => {
      done += 1;
      return false;
    });
    work.start();
    idle(0);
    expect(done).toBeGreaterThan(0);
    work.stop();
    expect(waiting.size).toBe(0);
    const before = done;
    idle(5);
    expect(done).toBe(before);
  });
});

import { BUSY_ELSEWHERE } from '../connection/failure-codes.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { failed, type Result } from '../store/loadable.ts';

/** Runs one operation per key at a time: a second call while one runs is given the first one's answer. */
export interface Guard {
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** The same across the pages of this browser: a call while another page runs one is refused. */
  runAlone<T>(key: string, task: () => Promise<Result<T>>): Promise<Result<T>>;
  isRunning(key: string): boolean;
}

export function createGuard(ports: Pick<ClientPorts, 'runAlone'>): Guard {
  const running = new Map<string, Promise<unknown>>();
  function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const under = running.get(key);
    // The key names the operation, and so the type of its answer.
    if (under !== undefined) return under as Promise<T>;
    const own = task().finally(() => running.delete(key));
    running.set(key, own);
    return own;
  }
  return {
    run,
    runAlone: (key, task) => run(key, async () => (await ports.runAlone(key, task)) ?? failed({ code: BUSY_ELSEWHERE, message: '' })),
    isRunning: (key) => running.has(key),
  };
}

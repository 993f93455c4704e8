import { BUSY_ELSEWHERE } from '../connection/failure-codes.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { failed, type Result } from '../store/loadable.ts';

/** Runs one operation per key at a time. */
export interface Guard {
  /** A second call during the first receives its answer, so the key must cover all parameters. */
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** A call during another one, here or on another page of this browser, is refused: its parameters may differ. */
  runAlone<T>(key: string, task: () => Promise<Result<T>>): Promise<Result<T>>;
  isRunning(key: string): boolean;
}

export function createGuard(ports: Pick<ClientPorts, 'runAlone'>): Guard {
  const running = new Map<string, Promise<unknown>>();
  function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const under = running.get(key);
    // The key names the operation and thereby the type of its answer.
    if (under !== undefined) return under as Promise<T>;
    const own = task().finally(() => running.delete(key));
    running.set(key, own);
    return own;
  }
  return {
    run,
    runAlone: async (key, task) => {
      const busy = failed({ code: BUSY_ELSEWHERE, message: '' });
      return running.has(key) ? busy : run(key, async () => (await ports.runAlone(key, task)) ?? busy);
    },
    isRunning: (key) => running.has(key),
  };
}

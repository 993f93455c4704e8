/** Runs one operation per key at a time: a second call while one runs is given the first one's answer. */
export interface Guard {
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  isRunning(key: string): boolean;
}

export function createGuard(): Guard {
  const running = new Map<string, Promise<unknown>>();
  return {
    run<T>(key: string, task: () => Promise<T>): Promise<T> {
      const under = running.get(key);
      // The key names the operation, and so the type of its answer.
      if (under !== undefined) return under as Promise<T>;
      const own = task().finally(() => running.delete(key));
      running.set(key, own);
      return own;
    },
    isRunning: (key) => running.has(key),
  };
}

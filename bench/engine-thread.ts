import { once } from 'node:events';
import { isMainThread, workerData } from 'node:worker_threads';
import { engineThread } from '../apps/server/src/engine-worker/engine-thread.ts';
import { finish } from './measure.ts';

/** Runs a benchmark in a worker like that of the server's engine. `file` is its `import.meta.url`. */
export function inEngineThread(file: string, run: () => void | Promise<void>): void {
  if (isMainThread) {
    const worker = engineThread(new URL(file));
    worker.once('error', (error) => {
      console.error(error);
      process.exitCode = 1;
    });
    worker.once('exit', (code) => {
      if (code !== 0) process.exitCode = code;
    });
    return;
  }
  void Promise.resolve(run()).then(finish);
}

/**
 * Runs the parts of a benchmark one after the other, each in its own thread: optimisations for one flow would slow down the next one, and
 * an exchange has only one.
 */
export async function inEngineThreads(file: string, parts: readonly (() => void)[]): Promise<void> {
  if (!isMainThread) {
    parts[workerData as number]?.();
    finish();
    return;
  }
  for (const part of parts.keys()) {
    const [code] = (await once(engineThread(new URL(file), { workerData: part }), 'exit')) as [number];
    if (code !== 0) process.exitCode = code;
  }
}

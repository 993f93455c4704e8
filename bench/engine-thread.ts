import { isMainThread } from 'node:worker_threads';
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

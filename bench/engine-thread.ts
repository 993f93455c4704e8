import { isMainThread, Worker } from 'node:worker_threads';
import { ENGINE_LIMITS } from '../apps/server/src/engine-worker/start-engine.ts';
import { finish } from './measure.ts';

/** Runs a benchmark in a worker like that of the server's engine. `file` is its `import.meta.url`. */
export function inEngineThread(file: string, run: () => void | Promise<void>): void {
  if (isMainThread) {
    const worker = new Worker(new URL(file), { resourceLimits: ENGINE_LIMITS });
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

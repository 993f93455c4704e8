import type { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { engineThread } from './engine-thread.ts';
import type { EngineReady, EngineToMain, EngineWorkerData, MainToEngine } from './engine-messages.ts';
import { stateLine } from './state-line.ts';
import type { HistoryClient } from '../history/history-client.ts';
import type { ServerOptions } from '../options.ts';

const ENGINE_WORKER = new URL('./engine-worker.js', import.meta.url);

/** The server cannot go on, for a reason that its operator should read. */
export class ServerFailed extends Error {
  override readonly name = 'ServerFailed';
}

/** What of the options concerns the market. */
export type MarketOptions = Pick<ServerOptions, 'seed' | 'replay' | 'speed' | 'replayStart' | 'replaySymbol' | 'steps' | 'begin'>;

/** The engine in its worker. */
export interface RunningEngine {
  readonly worker: Worker;
  readonly ready: EngineReady;
  readonly failed: Promise<ServerFailed>;
  stop(): Promise<void>;
}

/** Starts the engine on the journal in `folder`, which the caller has locked. */
export async function startEngine(options: MarketOptions, folder: string, history: HistoryClient, log: Logger): Promise<RunningEngine> {
  const data: EngineWorkerData = {
    folder,
    seed: options.seed,
    replay:
      options.replay.length === 0
        ? undefined
        : { files: options.replay, speed: options.speed, start: options.replayStart, symbol: options.replaySymbol },
    steps: options.steps,
    begin: options.begin,
    historyApplied: await history.applied.catch(() => 0),
    historyPort: history.enginePort,
  };
  const worker = engineThread(ENGINE_WORKER, { workerData: data, transferList: [history.enginePort] });
  history.onReopened = (port, applied) => worker.postMessage([{ kind: 'history', port, applied }] satisfies MainToEngine[], [port]);
  let stopped = false;
  const failed = new Promise<ServerFailed>((resolve) => {
    worker.on('message', (message: EngineToMain) => {
      if (message.kind === 'failed') {
        stopped = true;
        resolve(new ServerFailed(message.message));
      }
      if (message.kind === 'note') log.warn(message.text);
    });
    worker.on('error', (error) => {
      stopped = true;
      resolve(new ServerFailed(error.stack ?? error.message));
    });
  });
  const ready = await Promise.race([
    firstReady(worker),
    failed.then((error): never => {
      throw error;
    }),
  ]);
  for (const note of ready.notes) log.info(note);
  return { worker, ready, failed, stop: () => (stopped ? worker.terminate().then(() => undefined) : stopEngine(worker, log)) };
}

function firstReady(worker: Worker): Promise<EngineReady> {
  return new Promise((resolve) => {
    const onMessage = (message: EngineToMain): void => {
      if (message.kind !== 'ready') return;
      worker.off('message', onMessage);
      resolve(message);
    };
    worker.on('message', onMessage);
  });
}

async function stopEngine(worker: Worker, log: Logger): Promise<void> {
  await new Promise<void>((resolve) => {
    worker.on('message', (message: EngineToMain) => {
      if (message.kind === 'closed') log.info(`left ${stateLine(message.state)}`);
      if (message.kind === 'failed') log.error(`the engine could not end in order: ${message.message}`);
      if (message.kind === 'closed' || message.kind === 'failed') resolve();
    });
    worker.once('exit', () => resolve());
    worker.postMessage([{ kind: 'close' }] satisfies MainToEngine[]);
  });
  await worker.terminate();
}

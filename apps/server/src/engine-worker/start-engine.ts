import { MessageChannel, type Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { engineThread } from './engine-thread.ts';
import type { EngineBegin, EngineReady, EngineToMain, EngineWorkerData, MainToEngine } from './engine-messages.ts';
import type { ReplayOptions } from './replay-tape.ts';
import { stateLine } from './state-line.ts';
import { CommitWatch } from '../journal/commit-watch.ts';
import { commitMemory } from '../journal/commit-words.ts';
import type { HistoryClient } from '../history/history-client.ts';
import type { ServerOptions } from '../options.ts';

const COMMIT_WORKER = new URL('./commit-worker.js', import.meta.url);
const ENGINE_WORKER = new URL('./engine-worker.js', import.meta.url);

/** The server cannot continue, for a reason that concerns its operator. */
export class ServerFailed extends Error {
  override readonly name = 'ServerFailed';
}

/** The options that concern the market. */
export type MarketOptions = Pick<ServerOptions, 'seed' | 'coins' | 'replay' | 'speed' | 'replayStart' | 'replaySymbol' | 'steps' | 'begin'>;

/** The recordings that a market replays, if any. */
export const replayOf = ({ replay, speed, replayStart, replaySymbol }: MarketOptions): ReplayOptions | undefined =>
  replay.length === 0 ? undefined : { files: replay, speed, start: replayStart, symbol: replaySymbol };

/** The engine in its worker. */
export interface RunningEngine {
  readonly worker: Worker;
  readonly ready: EngineReady;
  readonly disk: CommitWatch;
  readonly failed: Promise<ServerFailed>;
  stop(): Promise<void>;
}

/** Starts the engine on the journal in `folder`, which the caller has locked. */
export async function startEngine(options: MarketOptions, folder: string, history: HistoryClient, log: Logger): Promise<RunningEngine> {
  const memory = commitMemory();
  const { port1, port2 } = new MessageChannel();
  const data: EngineWorkerData = {
    folder,
    seed: options.seed,
    coins: options.coins,
    replay: replayOf(options),
    steps: options.steps,
    begin: options.begin,
    historyPort: history.enginePort,
    commit: { memory, port: port1 },
  };
  const worker = engineThread(ENGINE_WORKER, { workerData: data, transferList: [history.enginePort, port1] });
  const disk = new CommitWatch(COMMIT_WORKER, { memory, port: port2 });
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
    void disk.failed.then(({ message }) => {
      stopped = true;
      resolve(new ServerFailed(`the journal could not be written: ${message}`));
    });
  });
  worker.postMessage({ historyApplied: await history.applied.catch(() => undefined) } satisfies EngineBegin);
  const ready = await Promise.race([
    firstReady(worker),
    failed.then((error): never => {
      // The engine no longer needs it.
      void disk.end();
      throw error;
    }),
  ]);
  for (const note of ready.notes) log.info(note);
  const stop = async (): Promise<void> => {
    if (!stopped) await stopEngine(worker, log);
    await worker.terminate();
    await disk.end();
  };
  return { worker, ready, disk, failed, stop };
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
      if (message.kind === 'failed') log.error(`the engine could not stop cleanly: ${message.message}`);
      if (message.kind === 'closed' || message.kind === 'failed') resolve();
    });
    worker.once('exit', () => resolve());
    worker.postMessage([{ kind: 'close' }] satisfies MainToEngine[]);
  });
}

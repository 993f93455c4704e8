import { Worker, type MessagePort } from 'node:worker_threads';
import type { RebuildUpTo, RebuildWorkerData, RebuiltUpTo } from './rebuild-messages.ts';

const REBUILD_WORKER = new URL('./rebuild-worker.js', import.meta.url);
/** The engine still holds the events of so many records for a history that continues behind them. */
const NEAR = 2_000;

/** Builds a history from the journal of the running exchange. */
export class Rebuild {
  readonly #worker: Worker;
  readonly #ended: Promise<never>;

  constructor(data: RebuildWorkerData) {
    this.#worker = new Worker(REBUILD_WORKER, { workerData: data, transferList: [data.port] });
    this.#ended = new Promise((_resolve, reject) => {
      this.#worker.once('error', reject);
      this.#worker.once('exit', () => reject(new Error('its thread has ended')));
    });
    this.#ended.catch(() => undefined);
  }

  /** Resolves with the last record that the history holds, close behind the exchange. `durable` is the exchange's own position. */
  async run(durable: () => number): Promise<number> {
    for (;;) {
      const reached = await Promise.race([this.#pass(durable()), this.#ended]);
      if (durable() - reached <= NEAR) return reached;
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #pass(upTo: number): Promise<number> {
    return new Promise((resolve) => {
      this.#worker.once('message', ({ reached }: RebuiltUpTo) => resolve(reached));
      this.#worker.postMessage({ upTo } satisfies RebuildUpTo);
    });
  }
}

export type StartRebuild = (applied: number, port: MessagePort) => Rebuild;

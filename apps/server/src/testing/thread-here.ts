import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { EngineReady, EngineToMain, MainToEngine } from '../engine-worker/engine-messages.ts';
import { PAPER_CAPABILITIES, type World } from '../engine-worker/world.ts';
import type { VenueHistory } from '../venues/durable-venue.ts';

/** The engine's side of a thread, in this one: messages are copied as they would be, and each gets a turn of its own. */
export class ThreadHere extends EventEmitter {
  readonly #take: (messages: readonly MainToEngine[]) => void;

  constructor(take: (messages: readonly MainToEngine[]) => void) {
    super();
    this.#take = take;
  }

  /** This, for those who only send and listen. */
  get worker(): Worker {
    return this as unknown as Worker;
  }

  postMessage(messages: readonly MainToEngine[]): void {
    const copies = structuredClone(messages);
    queueMicrotask(() => this.#take(copies));
  }

  /** A message of the engine. */
  say(message: EngineToMain): void {
    this.emit('message', structuredClone(message));
  }
}

/** For venues whose history nobody reads. */
export const NO_HISTORY: VenueHistory = { minuteBars: () => Promise.resolve([]), published: () => undefined };

/** The first message of an engine on that world. */
export const readyOn = (world: World): EngineReady => ({
  kind: 'ready',
  historySequence: 0,
  instruments: world.instruments,
  capabilities: PAPER_CAPABILITIES,
  markets: world.instruments.flatMap((instrument) => world.market(instrument.id) ?? []),
  label: '5',
  symbol: undefined,
  gaps: [],
  notes: [],
});

import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { money, type Instrument } from '@tapedeck/domain';
import { LINEAR_INSTRUMENTS } from '@tapedeck/venue-paper';
import type { VenueDesk } from '@tapedeck/venue/testing';
import type { MainToEngine } from '../engine-worker/engine-messages.ts';
import { StepClock } from '../engine-worker/step-clock.ts';
import { PAPER_CAPABILITIES } from '../engine-worker/world.ts';
import { DurableVenue } from '../venues/durable-venue.ts';
import { engineOn, GENESIS_TIME } from './engine-on.ts';

const ACCOUNT = 100;
const FUNDS = money(100_000n * 100_000_000n);

/** The engine's side of a thread, in this one: messages are copied as they would be, and each gets a turn of its own. */
class ThreadHere extends EventEmitter {
  readonly #take: (messages: readonly MainToEngine[]) => void;

  constructor(take: (messages: readonly MainToEngine[]) => void) {
    super();
    this.#take = take;
  }

  postMessage(messages: readonly MainToEngine[]): void {
    const copies = structuredClone(messages);
    queueMicrotask(() => this.#take(copies));
  }
}

/** The exchange inside as a server runs it, with a journal in `folder`, time by steps, and without the history. */
export async function durableDesk(folder: string): Promise<VenueDesk & { readonly close: () => void }> {
  const { host, world, turns, close } = engineOn(folder, 'simulated', new StepClock({ time: GENESIS_TIME, next: 0 }));
  const thread = new ThreadHere((messages) => {
    const steps = new Set(messages.flatMap((message) => (message.kind === 'step' ? [message.id] : [])));
    host.turn(messages, false);
    for (;;) {
      for (const turn of turns.splice(0)) {
        for (const { id } of turn.answers) steps.delete(id);
        thread.emit('message', structuredClone(turn));
      }
      if (steps.size === 0) return;
      host.turn([], true);
    }
  });
  const venue = new DurableVenue(
    thread as unknown as Worker,
    {
      kind: 'ready',
      instruments: world.instruments,
      capabilities: PAPER_CAPABILITIES,
      markets: world.instruments.flatMap((instrument) => world.market(instrument.id) ?? []),
      label: '5',
      gaps: [],
      notes: [],
    },
    () => Promise.resolve([]),
  );
  const instrument = LINEAR_INSTRUMENTS[0] as Instrument;
  await venue.operate({ type: 'OpenAccount', account: ACCOUNT, kind: 'UTA2' });
  await venue.operate({ type: 'CreditAccount', account: ACCOUNT, coin: 'USDT', amount: FUNDS });
  venue.watch([instrument.id]);
  venue.follow(ACCOUNT, true);
  const pass = async (seconds: number): Promise<void> => {
    await venue.step(seconds * 1_000, instrument.id);
  };
  await pass(1);
  return { venue, account: ACCOUNT, instrument, pass, close };
}

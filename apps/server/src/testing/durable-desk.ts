import { money, type Instrument } from '@tapedeck/domain';
import { LINEAR_INSTRUMENTS } from '@tapedeck/venue-paper';
import type { VenueDesk } from '@tapedeck/venue/testing';
import { StepClock } from '../engine-worker/step-clock.ts';
import { DurableVenue } from '../venues/durable-venue.ts';
import { engineOn, GENESIS_TIME } from './engine-on.ts';
import { NO_HISTORY, ThreadHere, readyOn } from './thread-here.ts';

const ACCOUNT = 100;
const FUNDS = money(100_000n * 100_000_000n);

/** The built-in exchange as a server runs it, with a journal in `folder`, time by steps, and without the history. */
export async function durableDesk(folder: string): Promise<VenueDesk & { readonly close: () => void }> {
  const { host, world, turns, close } = engineOn(folder, 'simulated', new StepClock({ time: GENESIS_TIME, next: 0 }));
  const thread = new ThreadHere((messages) => {
    const steps = new Set(messages.flatMap((message) => (message.kind === 'step' ? [message.id] : [])));
    host.turn(messages, false);
    for (;;) {
      for (const turn of turns.splice(0)) {
        for (const { id } of turn.answers) steps.delete(id);
        thread.say(turn);
      }
      if (steps.size === 0) return;
      host.turn([], true);
    }
  });
  // The journal syncs before a turn is reported.
  const disk = { durable: Number.POSITIVE_INFINITY, onProgress: () => undefined };
  const venue = new DurableVenue({ worker: thread.worker, ready: readyOn(world), disk }, NO_HISTORY);
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

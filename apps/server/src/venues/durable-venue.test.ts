import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cardsOf } from '@tapedeck/venue/testing';
import { PAPER_CAPABILITIES } from '../engine-worker/world.ts';
import { StepClock } from '../engine-worker/step-clock.ts';
import { durableDesk } from '../testing/durable-desk.ts';
import { engineOn, GENESIS_TIME } from '../testing/engine-on.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { NO_HISTORY, ThreadHere, readyOn } from '../testing/thread-here.ts';
import { DurableVenue } from './durable-venue.ts';
import { ServedVenue } from './served-venue.ts';
import { TradingGate } from './trading-gate.ts';

describe('the venue behind a journal, as the gateway sees it', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let desk: Awaited<ReturnType<typeof durableDesk>>;
  beforeEach(async () => {
    folder = temporaryFolder();
    desk = await durableDesk(folder.path);
  });
  afterEach(() => {
    desk.close();
    folder.remove();
  });

  for (const { number, promise, run } of cardsOf(PAPER_CAPABILITIES))
    test(`card ${number}: ${promise}`, () => run({ ...desk, venue: new ServedVenue(desk.venue, new TradingGate(() => false)) }));
});

test('D10 S7 it names its oldest command without an outcome; a step of time is none', () => {
  const folder = temporaryFolder();
  const { world, close } = engineOn(folder.path, 'simulated', new StepClock({ time: GENESIS_TIME, next: 0 }));
  const silent = new ThreadHere(() => undefined);
  const disk = { durable: 0, onProgress: () => undefined };
  const venue = new DurableVenue({ worker: silent.worker, ready: readyOn(world), disk }, NO_HISTORY);
  const keep = (work: Promise<unknown>): void => void work.catch(() => undefined);
  keep(venue.step(60_000));
  expect(venue.oldestCommand).toBeUndefined();
  keep(venue.operate({ type: 'OpenAccount', account: 200, kind: 'UTA2' }));
  const first = venue.oldestCommand;
  keep(venue.submit({ type: 'CancelOrder', account: 200, orderId: 1 }));
  expect([typeof first, venue.oldestCommand]).toEqual(['number', first]);
  venue.stop('the test ends');
  expect(venue.oldestCommand).toBeUndefined();
  close();
  folder.remove();
});

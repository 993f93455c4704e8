import { afterEach, beforeEach, describe, test } from 'vitest';
import { cardsOf } from '@tapedeck/venue/testing';
import { PAPER_CAPABILITIES } from '../engine-worker/world.ts';
import { durableDesk } from '../testing/durable-desk.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
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

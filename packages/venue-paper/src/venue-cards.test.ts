import { beforeEach, describe, test } from 'vitest';
import { LINEAR_INSTRUMENTS } from '@tapedeck/market-sim';
import { cardsOf, type VenueDesk } from '@tapedeck/venue/testing';
import { PAPER_CAPABILITIES } from './capabilities.ts';
import { PaperVenue } from './testing/paper-venue.ts';

const GENESIS = Date.UTC(2026, 4, 6, 14, 3, 20);
const TICK_MS = 100;
const ACCOUNT = 100;

function paperDesk(): VenueDesk {
  const [instrument] = LINEAR_INSTRUMENTS;
  if (instrument === undefined) throw new Error('there is no contract');
  let now = GENESIS;
  const venue = new PaperVenue({ instruments: LINEAR_INSTRUMENTS, seed: 3, now: () => now });
  const pass = (seconds: number): Promise<void> => {
    for (const end = now + seconds * 1_000; now < end;) {
      now += TICK_MS;
      venue.tick();
    }
    return Promise.resolve();
  };
  venue.openAccount(ACCOUNT, 100_000n * 100_000_000n);
  venue.watch([instrument.id]);
  venue.tick();
  return { venue, account: ACCOUNT, instrument, pass };
}

describe('the venue in this process', () => {
  let desk: VenueDesk;
  beforeEach(() => {
    desk = paperDesk();
  });

  for (const { number, promise, run } of cardsOf(PAPER_CAPABILITIES)) test(`card ${number}: ${promise}`, () => run(desk));
});

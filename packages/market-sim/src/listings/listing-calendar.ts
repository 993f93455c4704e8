import { timestamp, type Instrument, type InstrumentTerms, type Timestamp } from '@tapedeck/domain';
import { DAY_MS } from '../path/calendar.ts';
import { Random } from '../random/random.ts';
import { NEW_COINS, newPerpetual, type NewCoin } from './new-coins.ts';

/** One listing in each span of this length: six a year. */
const SPAN_DAYS = 61;
/** The first span begins on 2026-01-01, 00:00 UTC. */
const FIRST_SPAN = 1_767_225_600_000;
const NOTICE_DAYS_MIN = 3;
const NOTICE_DAYS_MAX = 7;
const HOUR_MS = 3_600_000;
/** Trading begins on a whole hour of the European morning, UTC. */
const FIRST_HOUR = 7;
const LAST_HOUR = 11;

interface Listing {
  readonly coin: NewCoin;
  readonly announceAt: number;
  readonly launchAt: number;
}

/** Which coins the exchange lists and when: follows from the seed alone, by random numbers of its own. */
export class ListingCalendar {
  readonly #listings: readonly Listing[];

  constructor(seed: number) {
    const order = shuffled(NEW_COINS, Random.stream(seed, 'listings', 'coins'));
    this.#listings = order.map((coin, span) => {
      const random = Random.stream(seed, 'listings', 'dates', span);
      const day = random.between(NOTICE_DAYS_MAX, SPAN_DAYS - 1);
      const launchAt = FIRST_SPAN + (span * SPAN_DAYS + day) * DAY_MS + random.between(FIRST_HOUR, LAST_HOUR) * HOUR_MS;
      return { coin, launchAt, announceAt: launchAt - random.between(NOTICE_DAYS_MIN, NOTICE_DAYS_MAX) * DAY_MS };
    });
  }

  /** Everything that is announced by a time, the earliest first. */
  announcedBy(time: number): readonly (InstrumentTerms & { readonly launchAt: Timestamp })[] {
    return this.#listings
      .filter(({ announceAt }) => announceAt <= time)
      .map(({ coin, launchAt }) => ({ ...newPerpetual(coin), launchAt: timestamp(launchAt) }));
  }
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.below(left.length), 1));
}

/** The instruments of the calendar that are in a list, by symbol. */
export const launchesIn = (instruments: readonly Instrument[]): ReadonlyMap<string, Instrument> =>
  new Map(instruments.flatMap((instrument) => (instrument.launchAt === undefined ? [] : [[instrument.symbol, instrument] as const])));

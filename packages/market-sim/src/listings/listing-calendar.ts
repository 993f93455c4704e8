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

/** Every so many listings one coin finds no traders and is delisted again: two a year. */
const DELISTED_EVERY = 3;
/** Days from launch to end, and from the notice of it to the end. */
const LIFE_DAYS_MIN = 190;
const LIFE_DAYS_MAX = 300;
const END_NOTICE_DAYS = 7;

interface Listing {
  /** When the coin is delisted; Infinity if it never is. */
  readonly endsAt: number;
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
      const life = Random.stream(seed, 'listings', 'ends', span).between(LIFE_DAYS_MIN, LIFE_DAYS_MAX) * DAY_MS;
      const endsAt = span % DELISTED_EVERY === 0 ? launchAt + life : Infinity;
      return { coin, launchAt, endsAt, announceAt: launchAt - random.between(NOTICE_DAYS_MIN, NOTICE_DAYS_MAX) * DAY_MS };
    });
  }

  /** What is going to be delisted, or was, by symbol, as far as it is announced by a time. */
  endsBy(time: number): ReadonlyMap<string, number> {
    const known = this.#listings.filter(({ endsAt }) => endsAt - END_NOTICE_DAYS * DAY_MS <= time);
    return new Map(known.map(({ coin, endsAt }) => [newPerpetual(coin).symbol, endsAt]));
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

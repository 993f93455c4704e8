import { invariant, timestamp, type Coin, type Instrument, type InstrumentTerms, type Timestamp } from '@tapedeck/domain';
import { DAY_MS } from '../path/calendar.ts';
import { RENAMED_COINS } from '../path/coin-profiles.ts';
import { Random } from '../random/random.ts';
import { NEW_COINS, newPerpetual } from './new-coins.ts';

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

/** Every this many listings, one coin finds no traders and is delisted again: two a year. */
const DELISTED_EVERY = 3;
/** Days from launch to end, and from its announcement to the end. */
const LIFE_DAYS_MIN = 190;
const LIFE_DAYS_MAX = 300;
const END_NOTICE_DAYS = 7;
/** One listing in this many is of a coin that is later renamed, after about as long: one a year. */
const RENAMED_EVERY = 6;
const RENAMED_SPAN = 1;

interface Listing {
  /** End of the contract, because the coin is delisted or renamed; Infinity if never. */
  readonly endsAt: number;
  readonly coin: Coin;
  /** Former name of the coin. */
  readonly former?: Coin;
  readonly announceAt: number;
  readonly launchAt: number;
}

type Coming = InstrumentTerms & { readonly launchAt: Timestamp };

/** Coins that the exchange lists, and when: derived from the seed alone, with a separate random stream. */
export class ListingCalendar {
  readonly #listings: readonly Listing[];

  constructor(seed: number) {
    this.#listings = orderOf(seed)
      .flatMap((coin, span) => ListingCalendar.#listingsOf(seed, coin, span))
      .sort((a, b) => a.announceAt - b.announceAt);
  }

  /** A coin's contract, and its successor under the new name. */
  static #listingsOf(seed: number, coin: Coin, span: number): readonly Listing[] {
    const random = Random.stream(seed, 'listings', 'dates', span);
    const day = random.between(NOTICE_DAYS_MAX, SPAN_DAYS - 1);
    const launchAt = FIRST_SPAN + (span * SPAN_DAYS + day) * DAY_MS + random.between(FIRST_HOUR, LAST_HOUR) * HOUR_MS;
    const life = Random.stream(seed, 'listings', 'ends', span).between(LIFE_DAYS_MIN, LIFE_DAYS_MAX) * DAY_MS;
    const name = RENAMED_COINS[coin];
    const endsAt = span % DELISTED_EVERY === 0 || name !== undefined ? launchAt + life : Infinity;
    const first = { coin, launchAt, endsAt, announceAt: launchAt - random.between(NOTICE_DAYS_MIN, NOTICE_DAYS_MAX) * DAY_MS };
    if (name === undefined) return [first];
    return [first, { coin: name, former: coin, launchAt: endsAt, endsAt: Infinity, announceAt: endsAt - END_NOTICE_DAYS * DAY_MS }];
  }

  /** Delisting times in ms, by symbol, of all delistings announced by `time`, past ones included. */
  endsBy(time: number): ReadonlyMap<string, number> {
    const known = this.#listings.filter(({ endsAt }) => endsAt - END_NOTICE_DAYS * DAY_MS <= time);
    return new Map(known.map(({ coin, endsAt }) => [newPerpetual(coin).symbol, endsAt]));
  }

  /** All announcements up to a time, earliest first. */
  announcedBy(time: number): readonly Coming[] {
    return this.#listings.filter(({ announceAt }) => announceAt <= time).map(comingOf);
  }
}

function comingOf({ coin, former, launchAt }: Listing): Coming {
  const terms = { ...newPerpetual(coin), launchAt: timestamp(launchAt) };
  return former === undefined ? terms : { ...terms, formerSymbol: newPerpetual(former).symbol };
}

/** The coins in the order of their spans. */
function orderOf(seed: number): readonly Coin[] {
  const random = Random.stream(seed, 'listings', 'coins');
  const isRenamed = (coin: Coin): boolean => RENAMED_COINS[coin] !== undefined;
  const renamed = [...shuffled(NEW_COINS.filter(isRenamed), random)];
  const others = [
    ...shuffled(
      NEW_COINS.filter((coin) => !isRenamed(coin)),
      random,
    ),
  ];
  return NEW_COINS.map((_, span) => {
    const coin = (span % RENAMED_EVERY === RENAMED_SPAN ? renamed : others).pop();
    invariant(coin !== undefined, 'as many coins are renamed as there are spans for it');
    return coin;
  });
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.below(left.length), 1));
}

/** The instruments of the calendar that are in a list, by symbol. */
export const launchesIn = (instruments: readonly Instrument[]): ReadonlyMap<string, Instrument> =>
  new Map(instruments.flatMap((instrument) => (instrument.launchAt === undefined ? [] : [[instrument.symbol, instrument] as const])));

import { isNewListing, milliseconds, priceUnits, type Instrument, type InstrumentId, type MarketTag } from '@tapedeck/domain';
import type { Venue } from '@tapedeck/venue';
import type { Catalogue } from './catalogue.ts';

const HOUR_MS = 3_600_000;
const POPULAR_COUNT = 10;
const TRENDING_COUNT = 5;
/** Trending symbols are among this share of the most traded ones. */
const BUSY_SHARE = 0.5;

/** The last 24 hours of a USDT perpetual: every coin has one, and their turnovers are in one coin. */
interface Day {
  readonly instrument: Instrument;
  readonly turnover: bigint;
  /** Relative price change. */
  readonly change: number;
}

function dayOf(venue: Pick<Venue, 'market'>, instrument: Instrument): Day | undefined {
  if (instrument.kind !== 'LinearPerpetual') return undefined;
  const market = venue.market(instrument.id);
  if (market === undefined || market.day.open === 0n || market.day.turnover === 0n) return undefined;
  const change = Math.abs(Number(priceUnits(market.state.last)) / Number(market.day.open) - 1);
  return { instrument, turnover: market.day.turnover, change };
}

/** The tags of each contract at a time. */
export function marketTags(
  venue: Pick<Venue, 'market'>,
  contracts: readonly Instrument[],
  now: number,
): ReadonlyMap<InstrumentId, readonly MarketTag[]> {
  const days = contracts.flatMap((instrument) => dayOf(venue, instrument) ?? []);
  const byTurnover = days.sort((a, b) => Number(b.turnover - a.turnover));
  const byChange = byTurnover.slice(0, Math.ceil(byTurnover.length * BUSY_SHARE)).sort((a, b) => b.change - a.change);
  const idsOf = (some: readonly Day[]): ReadonlySet<InstrumentId> => new Set(some.map(({ instrument }) => instrument.id));
  const popular = idsOf(byTurnover.slice(0, POPULAR_COUNT));
  const trending = idsOf(byChange.slice(0, TRENDING_COUNT).filter(({ change }) => change > 0));
  return new Map(
    contracts.map((instrument) => {
      const tags: MarketTag[] = [];
      if (instrument.status === 'Trading' && isNewListing(instrument, now)) tags.push('NEW');
      if (trending.has(instrument.id)) tags.push('Trending');
      if (popular.has(instrument.id)) tags.push('Popular');
      return [instrument.id, tags];
    }),
  );
}

/** Maintains the tags of a catalogue: recomputed each hour, and when an instrument is listed or changes its status. */
export class MarketTagger {
  readonly #venue: Pick<Venue, 'market'>;
  readonly #catalogue: Catalogue;
  #hour = Number.NaN;

  constructor(venue: Pick<Venue, 'market'>, catalogue: Catalogue) {
    this.#venue = venue;
    this.#catalogue = catalogue;
    const times = catalogue.contracts.map(({ id }) => venue.market(id)?.state.time).filter((time) => time !== undefined);
    this.look(Math.max(0, ...times.map(milliseconds)), true);
  }

  /** Contracts whose tags changed. */
  look(now: number, isListChanged: boolean): readonly Instrument[] {
    const hour = Math.floor(now / HOUR_MS);
    if (hour === this.#hour && !isListChanged) return [];
    this.#hour = hour;
    return this.#catalogue.tag(marketTags(this.#venue, this.#catalogue.contracts, now));
  }
}

import { milliseconds, type InstrumentId } from '@tapedeck/domain';
import type { Venue } from '@tapedeck/venue';

export const HOUR_MS = 3_600_000;
/** 2019-01-01 UTC: no index exists before. */
const FIRST_HOUR = Date.UTC(2019, 0, 1) / HOUR_MS;
/** Hours of one question to the exchange: a few milliseconds of its time. */
const PART_HOURS = 240;
const UNKNOWN = 0;
const MISSING = Number.NaN;

/**
 * Closes of indexes, hour by hour. An hour that is over never changes, so the exchange is asked once for each, in parts
 * and by one caller at a time: orders pass between two parts, however many callers want however much.
 */
export class IndexHours {
  readonly #venue: Pick<Venue, 'candles' | 'market'>;
  /** By instrument, at the number of the hour after the first. */
  readonly #closes = new Map<InstrumentId, Float64Array>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(venue: Pick<Venue, 'candles' | 'market'>) {
    this.#venue = venue;
  }

  /** Closes of the hours in [from, to), both whole hours in ms, oldest first. It begins later where the index does. */
  async closes(instrument: InstrumentId, from: number, to: number): Promise<readonly number[]> {
    const [first, end] = [Math.max(FIRST_HOUR, from / HOUR_MS), to / HOUR_MS];
    const asked = this.#last.then(() => this.#read(instrument, first, end));
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  async #read(instrument: InstrumentId, first: number, end: number): Promise<readonly number[]> {
    const known = this.#known(instrument, end);
    /** Closes of hours that may still change. */
    const open = new Map<number, number>();
    const closeAt = (hour: number): number => open.get(hour) ?? known[hour - FIRST_HOUR] ?? MISSING;
    let hour = end - 1;
    for (; hour >= first; hour -= 1) {
      if (closeAt(hour) === UNKNOWN) await this.#ask(instrument, hour, { known, open });
      if (!(closeAt(hour) > UNKNOWN)) break;
    }
    return Array.from({ length: Math.max(0, end - 1 - hour) }, (_, at) => closeAt(hour + 1 + at));
  }

  /** Takes the hours up to `hour`, or remembers that there are none before the oldest of them. */
  async #ask(
    instrument: InstrumentId,
    hour: number,
    { known, open }: { readonly known: Float64Array; readonly open: Map<number, number> },
  ): Promise<void> {
    const market = this.#venue.market(instrument);
    const over = market === undefined ? 0 : milliseconds(market.state.time);
    const query = { instrument, series: 'index', minutes: 60, before: (hour + 1) * HOUR_MS, limit: PART_HOURS } as const;
    const { candles } = await this.#venue.candles(query);
    for (const { start, close } of candles) {
      const at = start / HOUR_MS;
      if (start + HOUR_MS <= over) known[at - FIRST_HOUR] = Number(close);
      else open.set(at, Number(close));
    }
    const oldest = candles[0];
    if (oldest !== undefined && candles.length < PART_HOURS) known.fill(MISSING, 0, Math.max(0, oldest.start / HOUR_MS - FIRST_HOUR));
  }

  #known(instrument: InstrumentId, end: number): Float64Array {
    const before = this.#closes.get(instrument) ?? new Float64Array(0);
    const hours = Math.max(0, end - FIRST_HOUR);
    if (before.length >= hours) return before;
    // A little more, so that it does not grow every hour.
    const known = new Float64Array(hours + PART_HOURS);
    known.set(before);
    this.#closes.set(instrument, known);
    return known;
  }
}

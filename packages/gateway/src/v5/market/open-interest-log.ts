import { isOption, isSpot, milliseconds, type InstrumentId, type Lots, type MarketState } from '@tapedeck/domain';
import type { Venue } from '@tapedeck/venue';
import type { Catalogue } from '../../catalogue.ts';

export const SLOT_MS = 300_000;
const DAY_MS = 86_400_000;
/** How far back it remembers: a week. */
const SLOTS_MAX = (7 * DAY_MS) / SLOT_MS;

/** Open interest at the start of a span of five minutes, by the time of the market. */
interface Sample {
  readonly at: number;
  readonly open: Lots;
}

/** Open interest of contracts every five minutes, since the start of the server: the exchange keeps only what is open now. */
export class OpenInterestLog {
  readonly #samples = new Map<InstrumentId, Sample[]>();
  readonly #catalogue: Catalogue;
  readonly #forget: () => void;

  constructor(venue: Venue, catalogue: Catalogue) {
    this.#catalogue = catalogue;
    const ignore = (): void => undefined;
    this.#forget = venue.listen({ onEvents: ignore, onBook: ignore, onMinuteBar: ignore, onMarket: (state) => this.#take(state) });
  }

  /** Newest first, one for each `span` milliseconds (a multiple of five minutes). */
  rows(instrument: InstrumentId, span: number): readonly Sample[] {
    const found: Sample[] = [];
    for (const sample of [...(this.#samples.get(instrument) ?? [])].reverse()) {
      const at = Math.floor(sample.at / span) * span;
      // The first sample of a span tells it; those of a market that stood still are of the span before.
      if (found.at(-1)?.at === at) found.pop();
      found.push({ at, open: sample.open });
    }
    return found;
  }

  close(): void {
    this.#forget();
  }

  #take({ instrument, time, openInterest }: MarketState): void {
    const at = Math.floor(milliseconds(time) / SLOT_MS) * SLOT_MS;
    const known = this.#samples.get(instrument);
    const last = known?.at(-1);
    if (last !== undefined && last.at >= at) return;
    const { [instrument]: listed } = this.#catalogue.instruments;
    if (listed === undefined || isSpot(listed) || isOption(listed)) return;
    const samples = known ?? [];
    this.#samples.set(instrument, samples);
    samples.push({ at, open: openInterest });
    if (samples.length > SLOTS_MAX) samples.shift();
  }
}

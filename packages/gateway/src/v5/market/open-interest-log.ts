import { isOption, isSpot, milliseconds, type HoldingAccounts, type InstrumentId, type Lots, type MarketState } from '@tapedeck/domain';
import type { Venue } from '@tapedeck/venue';
import type { Catalogue } from '../../catalogue.ts';

export const SLOT_MS = 300_000;
const DAY_MS = 86_400_000;
/** Retention: a week. */
const SLOTS_MAX = (7 * DAY_MS) / SLOT_MS;

const NOBODY: HoldingAccounts = { long: 0, short: 0 };

/** Open interest and account counts at the start of a five-minute interval of market time. */
export interface InterestSample {
  readonly at: number;
  readonly open: Lots;
  readonly accounts: HoldingAccounts;
}

export const sampleOf = ({ time, openInterest, accounts = NOBODY }: MarketState): InterestSample => ({
  at: milliseconds(time),
  open: openInterest,
  accounts,
});

/**
 * Open interest of contracts and their account counts every five minutes since the start of the server; the exchange
 * keeps only the current values.
 */
export class OpenInterestLog {
  readonly #samples = new Map<InstrumentId, InterestSample[]>();
  readonly #catalogue: Catalogue;
  readonly #forget: () => void;

  constructor(venue: Venue, catalogue: Catalogue) {
    this.#catalogue = catalogue;
    const ignore = (): void => undefined;
    this.#forget = venue.listen({ onEvents: ignore, onBook: ignore, onMinuteBar: ignore, onMarket: (state) => this.#take(state) });
  }

  /** Newest first, one per `span` milliseconds (a multiple of five minutes). */
  rows(instrument: InstrumentId, span: number): readonly InterestSample[] {
    const found: InterestSample[] = [];
    for (const sample of [...(this.#samples.get(instrument) ?? [])].reverse()) {
      const at = Math.floor(sample.at / span) * span;
      // The first sample of an interval represents it; a market that stood still has the sample of the interval before.
      if (found.at(-1)?.at === at) found.pop();
      found.push({ ...sample, at });
    }
    return found;
  }

  close(): void {
    this.#forget();
  }

  #take(state: MarketState): void {
    const { instrument } = state;
    const sample = sampleOf(state);
    const at = Math.floor(sample.at / SLOT_MS) * SLOT_MS;
    const known = this.#samples.get(instrument);
    const last = known?.at(-1);
    if (last !== undefined && last.at >= at) return;
    const { [instrument]: listed } = this.#catalogue.instruments;
    if (listed === undefined || isSpot(listed) || isOption(listed)) return;
    const samples = known ?? [];
    this.#samples.set(instrument, samples);
    samples.push({ ...sample, at });
    if (samples.length > SLOTS_MAX) samples.shift();
  }
}

import { milliseconds, type InstrumentId } from '@tapedeck/domain';
import type { Venue } from '@tapedeck/venue';

/** The times in frames. */
export interface Stamps {
  /** The machine's clock, ms. */
  readonly now: () => number;
  /** The exchange's time of the instrument's last update, ms: the recording's in a replay. */
  readonly marketTime: (instrument: InstrumentId) => number;
}

export const stampsOf = (venue: Pick<Venue, 'market'>, now: () => number): Stamps => ({
  now,
  marketTime: (instrument) => {
    const market = venue.market(instrument);
    return market === undefined ? now() : milliseconds(market.state.time);
  },
});

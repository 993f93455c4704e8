import { milliseconds, type InstrumentId } from '@tapedeck/domain';
import type { Venue } from '@tapedeck/venue';

/** The times that frames carry. */
export interface Stamps {
  /** The machine's, ms. */
  readonly now: () => number;
  /** The exchange's, as an instrument saw it last, ms: that of the recording in a replay. */
  readonly marketTime: (instrument: InstrumentId) => number;
}

export const stampsOf = (venue: Pick<Venue, 'market'>, now: () => number): Stamps => ({
  now,
  marketTime: (instrument) => {
    const market = venue.market(instrument);
    return market === undefined ? now() : milliseconds(market.state.time);
  },
});

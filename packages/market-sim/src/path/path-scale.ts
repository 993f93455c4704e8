import { isDated, isInverse, isSpot, priceUnits, quantityUnits, type Instrument } from '@tapedeck/domain';
import { coinProfile } from './coin-profiles.ts';

const UNITS = 100_000_000;
/** Of what is traded in the perpetual. */
const DATED_SHARE = 0.06;

/** Share of the coin's turnover on the path that is traded in a contract of the kind. */
function turnoverShare(instrument: Instrument): number {
  return isDated(instrument) ? kindShare(instrument) * DATED_SHARE : kindShare(instrument);
}

function kindShare(instrument: Instrument): number {
  if (isSpot(instrument)) return instrument.quoteCoin === 'USDC' ? 0.05 : 0.2;
  if (isInverse(instrument)) return 0.3;
  return instrument.settleCoin === 'USDC' ? 0.15 : 1;
}

/** How the book of an instrument counts what the path of its coin counts. */
export interface PathScale {
  /** Ticks of the instrument to one of the path. */
  readonly price: number;
  /** Lots of the instrument to one of the path; of inverse contracts, lots to one of the path at a price of 1 tick of the path. */
  readonly volume: number;
  readonly inverse: boolean;
}

export function pathScale(instrument: Instrument): PathScale {
  const { tick, lot } = coinProfile(instrument.baseCoin);
  const inverse = isInverse(instrument);
  const price = (tick * UNITS) / Number(priceUnits(instrument.tickSize));
  const coins = lot * turnoverShare(instrument);
  const volume = ((inverse ? coins * tick : coins) * UNITS) / Number(quantityUnits(instrument.lotSize));
  // Decimal grids divide evenly; what binary fractions leave is not meant.
  const even = (value: number): number => (Math.abs(value - Math.round(value)) < 1e-9 ? Math.round(value) : value);
  return { price: even(price), volume: even(volume), inverse };
}

import { isDated, isInverse, isSpot, priceUnits, quantityUnits, type Instrument } from '@tapedeck/domain';
import { coinProfile } from './coin-profiles.ts';

const UNITS = 100_000_000;
/** Turnover of a dated contract, as a share of the perpetual's. */
const DATED_SHARE = 0.06;

/** Share of the coin's path turnover that trades in a contract of the kind. */
function turnoverShare(instrument: Instrument): number {
  return isDated(instrument) ? kindShare(instrument) * DATED_SHARE : kindShare(instrument);
}

function kindShare(instrument: Instrument): number {
  if (isSpot(instrument)) return instrument.quoteCoin === 'USDC' ? 0.05 : 0.2;
  if (isInverse(instrument)) return 0.3;
  return instrument.settleCoin === 'USDC' ? 0.15 : 1;
}

/** Conversion from the units of a coin's path to those of an instrument's book. */
export interface PathScale {
  /** Ticks of the instrument per tick of the path. */
  readonly price: number;
  /** Lots of the instrument per lot of the path; for inverse contracts, lots per lot of the path at a price of 1 tick of the path. */
  readonly volume: number;
  readonly inverse: boolean;
}

export function pathScale(instrument: Instrument): PathScale {
  const { tick, lot } = coinProfile(instrument.baseCoin);
  const inverse = isInverse(instrument);
  const price = (tick * UNITS) / Number(priceUnits(instrument.tickSize));
  const coins = lot * turnoverShare(instrument);
  const volume = ((inverse ? coins * tick : coins) * UNITS) / Number(quantityUnits(instrument.lotSize));
  // Decimal grids divide evenly; the remainder is a binary rounding error.
  const even = (value: number): number => (Math.abs(value - Math.round(value)) < 1e-9 ? Math.round(value) : value);
  return { price: even(price), volume: even(volume), inverse };
}

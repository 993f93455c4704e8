import { isDated, isSpot, type Instrument } from '@tapedeck/domain';
import { coinRank } from '../path/coin-profiles.ts';

/** Takers per second of the busiest instrument, and the decrease per rank. */
export const TAKER_RATE = 2.5;
const RATE_DECAY = 0.85;
/** Takers of a coin's other contracts, as a share of its linear perpetual's. */
const SIDE_CONTRACT_SHARE = 0.4;
/** Takers of a future, as a share of its perpetual's. */
const DATED_SHARE = 0.25;

/** Mean takers per second. */
export function takerRate(instrument: Instrument): number {
  let rate = instrument.kind === 'LinearPerpetual' ? TAKER_RATE : TAKER_RATE * SIDE_CONTRACT_SHARE;
  if (isDated(instrument)) rate *= DATED_SHARE;
  for (let rank = coinRank(instrument.baseCoin); rank > 0; rank -= 1) rate *= RATE_DECAY;
  return rate;
}

/** The perpetual with the most trade leads; the other products of its coin follow this many milliseconds later. */
export function lagOf(instrument: Instrument): number {
  if (isDated(instrument)) return 500;
  if (isSpot(instrument)) return instrument.quoteCoin === 'USDC' ? 250 : 150;
  return instrument.settleCoin === 'USDT' ? 0 : 300;
}

import { isSpot, type Instrument } from '@tapedeck/domain';
import { derived, type Readable } from '../store/readable.ts';
import type { Markets } from './terminal-client.ts';

/**
 * The newest known terms of an instrument: a feed keeps those of its opening, while the lists that load after it, or change, may close a
 * side or the whole instrument.
 */
export function newestTerms(markets: Pick<Markets, 'catalogue' | 'pairs' | 'instrument'>, instrument: Instrument): Readable<Instrument> {
  const list = isSpot(instrument) ? markets.pairs : markets.catalogue;
  return derived([list], () => markets.instrument(instrument.symbol) ?? instrument);
}

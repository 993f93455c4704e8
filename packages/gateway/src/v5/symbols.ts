import { isInverse, isOption, isSpot, venueSymbol, type Instrument } from '@tapedeck/domain';
import type { Catalogue } from '../catalogue.ts';
import type { Category } from '@tapedeck/protocol';

/** The category of the public API that an instrument belongs to (reference, section 1.5); futures spreads have routes of their own. */
export function categoryOf(instrument: Pick<Instrument, 'kind'>): Category | undefined {
  if (isSpot(instrument)) return 'spot';
  if (isOption(instrument)) return 'option';
  if (isInverse(instrument)) return 'inverse';
  return instrument.kind === 'FuturesSpread' ? undefined : 'linear';
}

/** The instrument of a name: the same text names a pair and a perpetual, so the category tells them apart. Ended ones too. */
export function instrumentOf(catalogue: Catalogue, category: Category, symbol: string): Instrument | undefined {
  if (category !== 'spot') {
    const found = catalogue.bySymbol(symbol);
    return found !== undefined && categoryOf(found) === category ? found : undefined;
  }
  return catalogue.spots.find((pair) => venueSymbol(pair) === symbol);
}

/** What has not ended of a category, by id. */
export function listOf(catalogue: Catalogue, category: Category): readonly Instrument[] {
  return catalogue.instruments.filter((one) => one.status !== 'Closed' && categoryOf(one) === category);
}

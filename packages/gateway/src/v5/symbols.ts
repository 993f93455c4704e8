import { isInverse, isOption, isSpot, venueSymbol, type Instrument } from '@tapedeck/domain';
import type { Catalogue } from '../catalogue.ts';
import type { Category } from '@tapedeck/protocol/v5';

/** The public API category of an instrument; futures spreads have separate routes. */
export function categoryOf(instrument: Pick<Instrument, 'kind'>): Category | undefined {
  if (isSpot(instrument)) return 'spot';
  if (isOption(instrument)) return 'option';
  if (isInverse(instrument)) return 'inverse';
  return instrument.kind === 'FuturesSpread' ? undefined : 'linear';
}

/** The instrument of a name: a pair and a perpetual may share one, so the category distinguishes them. Includes ended ones. */
export function instrumentOf(catalogue: Catalogue, category: Category, symbol: string): Instrument | undefined {
  if (category !== 'spot') {
    const found = catalogue.bySymbol(symbol);
    return found !== undefined && categoryOf(found) === category ? found : undefined;
  }
  const isNamed = (pair: Instrument): boolean => isSpot(pair) && venueSymbol(pair) === symbol;
  return catalogue.spots.find(isNamed) ?? catalogue.instruments.find(isNamed);
}

/** Whether a query names a symbol that its category does not have. */
export const isUnknown = (
  catalogue: Catalogue,
  { category, symbol }: { readonly category: Category; readonly symbol?: string | undefined },
): boolean => symbol !== undefined && instrumentOf(catalogue, category, symbol) === undefined;

/** Instruments of a category that have not ended, by id. */
export function listOf(catalogue: Catalogue, category: Category): readonly Instrument[] {
  return catalogue.instruments.filter((one) => one.status !== 'Closed' && categoryOf(one) === category);
}

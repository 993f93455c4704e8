import { deliveryDateText, isDated, isInverse, isPerpetual, isSpot, symbolTags, type Instrument } from '@tapedeck/domain';

/** Families that filter a list of symbols: by settlement, dated, spot, pre-listing. */
export const SYMBOL_FAMILIES = ['usdt', 'usdc', 'inverse', 'futures', 'spot', 'preListing'] as const;
export type SymbolFamily = (typeof SYMBOL_FAMILIES)[number];

export interface SymbolSearch {
  readonly query: string;
  /** All if none is given. */
  readonly family?: SymbolFamily | undefined;
  readonly tag?: string | undefined;
  /** Tags of a symbol; its coin's sector tags by default. */
  readonly tagsOf?: (instrument: Instrument) => readonly string[];
}

type Named = Pick<Instrument, 'symbol' | 'kind' | 'baseCoin' | 'quoteCoin' | 'deliveryAt' | 'formerSymbol'>;

function isOf(family: SymbolFamily, instrument: Instrument): boolean {
  switch (family) {
    case 'usdt':
      return instrument.kind.startsWith('Linear');
    case 'usdc':
      return instrument.kind.startsWith('Usdc');
    case 'inverse':
      return isInverse(instrument);
    case 'futures':
      return isDated(instrument);
    case 'spot':
      return isSpot(instrument);
    case 'preListing':
      return instrument.status === 'PreLaunch';
  }
}

/**
 * Search words of a symbol besides its name: its coins, and its expiry date or its kind. For CAT-08, the ticker is
 * `BTC_USDT_25DEC26` and the short name is `BTC USDT 25DEC26`.
 */
function wordsOf(instrument: Named): readonly string[] {
  const { baseCoin, quoteCoin, deliveryAt } = instrument;
  const last = isSpot(instrument) ? 'SPOT' : deliveryAt === undefined || isPerpetual(instrument) ? 'PERP' : deliveryDateText(deliveryAt);
  return [baseCoin, quoteCoin, last];
}

/**
 * By the ticker if the query has an underscore, by the words of the short name if it has a space, else by the current
 * or the former name.
 */
function isFound(instrument: Named, wanted: string): boolean {
  if (wanted.includes('_')) return wordsOf(instrument).join('_').toUpperCase().includes(wanted);
  const { symbol, formerSymbol = '' } = instrument;
  if (!wanted.includes(' ')) return symbol.toUpperCase().includes(wanted) || formerSymbol.toUpperCase().includes(wanted);
  const shortName = wordsOf(instrument).join(' ').toUpperCase();
  return wanted.split(/ +/).every((word) => shortName.includes(word));
}

/** The symbols of a family that match a query, in the given order; case-insensitive, without delisted symbols. */
export function searchSymbols(instruments: readonly Instrument[], { query, family, tag, tagsOf = symbolTags }: SymbolSearch): Instrument[] {
  const wanted = query.trim().toUpperCase();
  return instruments.filter(
    (instrument) =>
      instrument.status !== 'Closed' &&
      (family === undefined || isOf(family, instrument)) &&
      (tag === undefined || tagsOf(instrument).includes(tag)) &&
      isFound(instrument, wanted),
  );
}

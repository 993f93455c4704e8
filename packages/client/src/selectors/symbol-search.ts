import { deliveryDateText, isDated, isInverse, isPerpetual, isSpot, symbolTags, type Instrument, type ListTag } from '@tapedeck/domain';

/** What a list of symbols can be narrowed to: how they are margined, those that end, spot pairs, those that do not trade yet. */
export const SYMBOL_FAMILIES = ['usdt', 'usdc', 'inverse', 'futures', 'spot', 'preListing'] as const;
export type SymbolFamily = (typeof SYMBOL_FAMILIES)[number];

export interface SymbolSearch {
  readonly query: string;
  /** All where none is named. */
  readonly family?: SymbolFamily | undefined;
  readonly tag?: ListTag | undefined;
  /** What a symbol is tagged with; what its coin is made for unless given. */
  readonly tagsOf?: (instrument: Instrument) => readonly ListTag[];
}

type Named = Pick<Instrument, 'symbol' | 'kind' | 'baseCoin' | 'quoteCoin' | 'deliveryAt'>;

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
 * The words that a symbol is searched by beside its name: coins, and the day that it ends or what it is otherwise. The specification
 * names a ticker and a short name without saying what they hold (section 5, catalogue and search): here the ticker is
 * `BTC_USDT_25DEC26`, the short name `BTC USDT 25DEC26`.
 */
function wordsOf(instrument: Named): readonly string[] {
  const { baseCoin, quoteCoin, deliveryAt } = instrument;
  const last = isSpot(instrument) ? 'SPOT' : deliveryAt === undefined || isPerpetual(instrument) ? 'PERP' : deliveryDateText(deliveryAt);
  return [baseCoin, quoteCoin, last];
}

/** By the ticker if the query has an underscore, by the words of the short name if it has a space, else by the name. */
function isFound(instrument: Named, wanted: string): boolean {
  if (wanted.includes('_')) return wordsOf(instrument).join('_').toUpperCase().includes(wanted);
  if (!wanted.includes(' ')) return instrument.symbol.toUpperCase().includes(wanted);
  const shortName = wordsOf(instrument).join(' ').toUpperCase();
  return wanted.split(/ +/).every((word) => shortName.includes(word));
}

/** The symbols of a family that a query finds, in the order in which they are given: case does not count, what is delisted is left out. */
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

import { symbolListResult, type SymbolListResult } from '@tapedeck/protocol';

/** CAT-06: the perpetuals of the exchange inside, for a terminal that can ask nobody. A file of its own, as hardly anybody needs it. */
export async function builtInCatalogue(): Promise<SymbolListResult> {
  const { default: list } = await import('./default-catalogue.json');
  return symbolListResult.parse(list);
}

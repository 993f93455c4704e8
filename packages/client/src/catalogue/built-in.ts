import { symbolListResult, type SymbolListResult, parseWire } from '@tapedeck/protocol';

/** CAT-06: the perpetuals of the built-in exchange, for a terminal without a connection. A separate file, because it is rarely needed. */
export async function builtInCatalogue(): Promise<SymbolListResult> {
  const { default: list } = await import('./default-catalogue.json');
  return parseWire(symbolListResult, list);
}

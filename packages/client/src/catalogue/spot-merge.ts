import type { Instrument } from '@tapedeck/domain';
import { decodeSpotSymbol, type SpotListResult, type SpotQuoteToken, type SpotSymbol } from '@tapedeck/protocol';

/** The pairs of `base` and `over`; a pair in both comes from `over`. */
function overlay(base: readonly SpotQuoteToken[], over: readonly SpotQuoteToken[]): SpotQuoteToken[] {
  const tokens = new Map(base.map((token) => [token.tokenId, token]));
  for (const token of over) {
    const pairs = new Map((tokens.get(token.tokenId)?.quoteTokenSymbols ?? []).map((pair) => [pair.symbolId, pair]));
    for (const pair of token.quoteTokenSymbols) pairs.set(pair.symbolId, pair);
    tokens.set(token.tokenId, { ...token, quoteTokenSymbols: [...pairs.values()] });
  }
  return [...tokens.values()];
}

/** The full list with the v3 fields of its pairs. Unchanged lists come from `known`; undefined if nothing is known. */
export function mergeSpotLists(all: SpotListResult, v3: SpotListResult, known: SpotListResult | undefined): SpotListResult | undefined {
  const full = all.unchanged === true ? known?.list : all.list;
  if (full === undefined || (v3.unchanged === true && known === undefined)) return undefined;
  const list = v3.unchanged === true ? full : overlay(full, v3.list);
  return { last_modified_at: all.last_modified_at, version: v3.version, list };
}

/** The readable pairs; an unreadable one is left out and never traded on assumptions. */
export function readPairs(pairs: readonly SpotSymbol[]): Instrument[] {
  return pairs.flatMap((pair) => {
    try {
      return [decodeSpotSymbol(pair)];
    } catch {
      return [];
    }
  });
}

export const pairsOf = (list: readonly SpotQuoteToken[]): readonly SpotSymbol[] =>
  list.flatMap(({ quoteTokenSymbols }) => quoteTokenSymbols);

import type { Instrument } from '@tapedeck/domain';
import { decodeSpotSymbol, type SpotListResult, type SpotQuoteToken, type SpotSymbol } from '@tapedeck/protocol';

/** All that `base` and `over` have; of a pair that both have, that of `over`. */
function overlay(base: readonly SpotQuoteToken[], over: readonly SpotQuoteToken[]): SpotQuoteToken[] {
  const tokens = new Map(base.map((token) => [token.tokenId, token]));
  for (const token of over) {
    const pairs = new Map((tokens.get(token.tokenId)?.quoteTokenSymbols ?? []).map((pair) => [pair.symbolId, pair]));
    for (const pair of token.quoteTokenSymbols) pairs.set(pair.symbolId, pair);
    tokens.set(token.tokenId, { ...token, quoteTokenSymbols: [...pairs.values()] });
  }
  return [...tokens.values()];
}

/**
 * The full list with what the v3 list says of its pairs. A list that is as it was is that of `known`; undefined where nothing is known.
 */
export function mergeSpotLists(all: SpotListResult, v3: SpotListResult, known: SpotListResult | undefined): SpotListResult | undefined {
  const full = all.unchanged === true ? known?.list : all.list;
  if (full === undefined || (v3.unchanged === true && known === undefined)) return undefined;
  const list = v3.unchanged === true ? full : overlay(full, v3.list);
  return { last_modified_at: all.last_modified_at, version: v3.version, list };
}

/** What can be read of these; a pair that cannot be is left out and never traded by guesses. */
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

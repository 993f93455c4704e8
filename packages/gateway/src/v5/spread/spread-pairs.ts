import { isDated, isPerpetual, spreadPairs, type Instrument, type SpreadPair } from '@tapedeck/domain';
import type { Catalogue } from '../../catalogue.ts';

/** Named by its legs: a buy buys the first (far) and sells the second. */
export const spreadSymbol = ({ far, near }: SpreadPair): string => `${far.symbol}_${near.symbol}`;

/** All pairs of trading contracts. */
export const pairsOf = (catalogue: Catalogue): readonly SpreadPair[] =>
  spreadPairs(catalogue.contracts.filter(({ status }) => status === 'Trading'));

export function pairOf(catalogue: Catalogue, symbol: string): SpreadPair | undefined {
  const [far, near] = symbol.split('_').map((name) => catalogue.bySymbol(name));
  if (far === undefined || near === undefined) return undefined;
  return pairsOf(catalogue).find((pair) => pair.far.id === far.id && pair.near.id === near.id);
}

/** Spread type of a pair, as the public API names it. */
export const spreadType = ({ near }: SpreadPair): string => (isDated(near) ? 'FutureSpread' : 'CarryTrade');

export const legType = (leg: Instrument): string => {
  if (isPerpetual(leg)) return leg.kind === 'InversePerpetual' ? 'InversePerpetual' : 'LinearPerpetual';
  return leg.kind === 'InverseFutures' ? 'InverseFutures' : 'LinearFutures';
};

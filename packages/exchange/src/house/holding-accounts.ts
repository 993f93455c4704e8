import type { HoldingAccounts, Side } from '@tapedeck/domain';
import { FIRST_USER_ACCOUNT } from '../state/account.ts';
import type { Market } from '../state/market.ts';
import type { MarketInside } from './market-inside.ts';

/** Holders of a contract: traders, and the simulated participants behind the crowd. */
export function holdingAccounts(inside: MarketInside, market: Market): HoldingAccounts {
  const holding = (side: Side): number => {
    let count = inside.participants?.(market.instrument.id, side) ?? 0;
    for (const { account, positions } of market.holders) {
      if (account >= FIRST_USER_ACCOUNT && positions.some((position) => position.size > 0 && position.side === side)) count += 1;
    }
    return count;
  };
  return { long: holding('Buy'), short: holding('Sell') };
}

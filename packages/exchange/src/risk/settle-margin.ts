import { accountMargin, sumPositions, type AccountMargin, type Coin, type MarginedPosition, type PositionSums } from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';

/** The positions of an account in one settle coin at the mark prices of now. */
export function settlePositions(state: ExchangeState, account: Account, coin: Coin): PositionSums {
  const positions: MarginedPosition[] = [];
  for (const slot of account.active) {
    if (slot.instrument.settleCoin !== coin || !slot.hasPosition) continue;
    const { mark } = state.market(slot.instrument.id);
    for (const position of slot.positions) {
      if (position.size > 0) positions.push(position.marginedAt(mark));
    }
  }
  return sumPositions(positions);
}

/** Margin of an account in one settle coin at the mark prices of now. */
export function settleMargin(state: ExchangeState, account: Account, coin: Coin): AccountMargin {
  const sums = account.marginSums(coin);
  return accountMargin({
    cash: account.cash(coin).balance,
    positions: sums.positions(state.marksMoved, () => settlePositions(state, account, coin)),
    orderMargin: sums.heldForOrders(),
  });
}

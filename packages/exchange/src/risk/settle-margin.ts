import { accountMargin, sumPositions, type AccountMargin, type Coin, type MarginedPosition, type PositionSums } from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { MarginSums } from '../state/margin-sums.ts';
import type { Slot } from '../state/slot.ts';

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
  return marginBeside(state, account, account.marginSums(coin), coin);
}

/** The same for a caller that has the sums at hand. */
export function slotMargin(state: ExchangeState, account: Account, slot: Slot): AccountMargin {
  return marginBeside(state, account, slot.sums, slot.instrument.settleCoin);
}

function marginBeside(state: ExchangeState, account: Account, sums: MarginSums, coin: Coin): AccountMargin {
  return accountMargin({
    cash: sums.cash.balance,
    positions: sums.positions(state.marksMoved, () => settlePositions(state, account, coin)),
    orderMargin: sums.heldForOrders(),
  });
}

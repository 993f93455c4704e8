import {
  accountMargin,
  availableBalance,
  sumPositions,
  transferableBalance,
  type AccountMargin,
  type AccountMarginInput,
  type Coin,
  type MarginedPosition,
  type Money,
  type PositionSums,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { MarginSums } from '../state/margin-sums.ts';
import type { Slot } from '../state/slot.ts';

/** The positions of an account in one settle coin at the mark prices of now, summed anew: what `MarginSums` keeps must be the same. */
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

function marginInput(state: ExchangeState, sums: MarginSums): AccountMarginInput {
  return {
    cash: sums.cash.balance,
    positions: sums.positions(state),
    orderMargin: sums.heldForOrders(),
  };
}

/** Margin of an account in one settle coin at the mark prices of now. */
export function settleMargin(state: ExchangeState, account: Account, coin: Coin): AccountMargin {
  return accountMargin(marginInput(state, account.marginSums(coin)));
}

/** What a new order in an instrument may cost: isolated margin has to come out of the cash itself. */
export function spendable(state: ExchangeState, slot: Slot): Money {
  const input = marginInput(state, slot.sums);
  const available = availableBalance(input);
  return slot.marginMode === 'isolated' ? transferableBalance(input.cash, available) : available;
}

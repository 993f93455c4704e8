import { accountMargin, addMoney, ZERO_MONEY, type AccountMargin, type Coin, type Money } from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { MarginedPosition } from '../state/slot.ts';
import type { ExchangeState } from '../state/exchange-state.ts';

/** Margin of an account in one settle coin at the mark prices of now. */
export function settleMargin(state: ExchangeState, account: Account, coin: Coin): AccountMargin {
  const positions: MarginedPosition[] = [];
  let orders: Money = ZERO_MONEY;
  for (const slot of account.active) {
    if (slot.instrument.settleCoin !== coin) continue;
    orders = addMoney(orders, slot.orderMargin());
    if (!slot.hasPosition) continue;
    const { mark } = state.market(slot.instrument.id);
    for (const position of slot.positions) {
      if (position.size > 0) positions.push(position.marginedAt(mark));
    }
  }
  return accountMargin({ cash: account.cash(coin).balance, positions, orderMargin: orders });
}

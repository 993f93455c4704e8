import { sumPositions, type Coin, type MarginedPosition, type PositionSums } from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';

/** The positions of an account in one settle coin at current mark prices, summed from the state: `MarginSums` must hold the same values. */
export function settlePositions(state: ExchangeState, account: Account, coin: Coin): PositionSums {
  const positions: MarginedPosition[] = [];
  for (const slot of account.slots) {
    if (slot.instrument.settleCoin !== coin || !slot.hasPosition) continue;
    const { mark } = state.market(slot.instrument.id);
    for (const position of slot.positions) {
      if (position.size > 0) positions.push({ holding: position.holding(), margin: position.marginAt(mark) });
    }
  }
  return sumPositions(positions);
}

import { isSpot, lots, ticks, valueAtTick, type CancelReason } from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { freeSpotOrder } from '../state/spot-orders.ts';

/** Removes an order from the book only: its reserved margin stays counted. */
export function leaveBook(state: ExchangeState, order: OpenOrder): void {
  state.market(order.instrument.id).book.remove(order.handle);
  order.handle = -1;
}

/** Removes an order from the book and from its owner's list, with a reason. Its record is final afterwards. */
export function endOrder(state: ExchangeState, account: Account, order: OpenOrder, reason: CancelReason): void {
  if (order.handle >= 0) {
    const { instrument, side, positionIndex, price, reduceOnly, left } = order;
    leaveBook(state, order);
    if (isSpot(instrument)) {
      freeSpotOrder(account, order);
    } else {
      const slot = account.slot(instrument);
      if (!reduceOnly) slot.uncount(positionIndex, side, left, valueAtTick(instrument, lots(left), ticks(price)));
      account.dropOrder(slot, order);
    }
  }
  order.cancel(reason, state.now);
  state.life.ended(account, order, reason);
  state.tell({ type: 'OrderCancelled', order: order.record() });
}

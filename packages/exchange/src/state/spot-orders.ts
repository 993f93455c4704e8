import { lots, spotLock, ticks, type Coin, type Money } from '@tapedeck/domain';
import type { Account } from './account.ts';
import type { ExchangeState } from './exchange-state.ts';
import type { OpenOrder } from './open-order.ts';

/** What `count` lots of a resting order keep locked. */
function lockOf(order: OpenOrder, count: number): { readonly coin: Coin; readonly amount: Money } {
  const { instrument, side, price } = order;
  return spotLock(instrument, side, lots(count), ticks(price));
}

/** Lists an order that rests and locks what it would spend. */
export function addSpotOrder(account: Account, order: OpenOrder): void {
  lockSpot(account, order);
  account.assets.spotOrders += 1;
  account.orders.add(order);
}

/** Locks again what an order that rests would spend. */
export function lockSpot(account: Account, order: OpenOrder): void {
  const { coin, amount } = lockOf(order, order.left);
  account.use(coin);
  account.assets.of(coin).lock(amount);
}

/** Frees what `count` lots of a resting order kept locked; called before they count as filled. */
export function unlockSpot(account: Account, order: OpenOrder, count: number): void {
  const { coin, amount } = lockOf(order, count);
  account.assets.of(coin).unlock(amount);
}

/** Takes an order that no longer rests out of its owner's list. */
export function dropSpotOrder(account: Account, order: OpenOrder): void {
  account.assets.spotOrders -= 1;
  account.orders.remove(order);
}

/** Takes a resting order out of the book and frees what it locked. */
export function removeSpotOrder(state: ExchangeState, account: Account, order: OpenOrder): void {
  state.market(order.instrument.id).book.remove(order.handle);
  order.handle = -1;
  unlockSpot(account, order, order.left);
  dropSpotOrder(account, order);
}

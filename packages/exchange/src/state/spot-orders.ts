import { lots, spotLock, ticks, type Coin, type Money } from '@tapedeck/domain';
import type { Account } from './account.ts';
import type { OpenOrder } from './open-order.ts';

/** Coins that `count` lots of a resting order lock. */
function lockOf(order: OpenOrder, count: number): { readonly coin: Coin; readonly amount: Money } {
  const { instrument, side, price } = order;
  return spotLock(instrument, side, lots(count), ticks(price));
}

/** Lists a resting order and locks the coins that it would spend. */
export function addSpotOrder(account: Account, order: OpenOrder): void {
  lockSpot(account, order);
  account.assets.spotOrders += 1;
  account.orders.add(order);
}

/** Restores the lock of a resting order. */
export function lockSpot(account: Account, order: OpenOrder): void {
  const { coin, amount } = lockOf(order, order.left);
  account.use(coin);
  account.assets.of(coin).lock(amount);
}

/** Releases the lock of `count` lots of a resting order; called before they count as filled. */
export function unlockSpot(account: Account, order: OpenOrder, count: number): void {
  const { coin, amount } = lockOf(order, count);
  account.assets.of(coin).unlock(amount);
}

/** Removes an order that no longer rests from its owner's list. */
export function dropSpotOrder(account: Account, order: OpenOrder): void {
  account.assets.spotOrders -= 1;
  account.orders.remove(order);
}

/** Frees what an order that left the book locked, and takes it out of its owner's list. */
export function freeSpotOrder(account: Account, order: OpenOrder): void {
  unlockSpot(account, order, order.left);
  dropSpotOrder(account, order);
}

import { isPositionExit, isSpot, lots, lotsForAmount, spotLock, tickCount, ticks, type Coin, type Money } from '@tapedeck/domain';
import type { WaitingOrder } from '../triggers/waiting-order.ts';
import type { Account } from './account.ts';
import type { ExchangeState } from './exchange-state.ts';

/** Whether an order that waits gives away what a spot order brought in: it keeps those coins until it fires or ends. */
export const isSpotExit = ({ terms }: WaitingOrder): boolean => isSpot(terms.instrument) && isPositionExit(terms.kind);

/** The coins that a take-profit and a stop-loss of one entry keep, once for both. */
export function exitLock(leg: WaitingOrder): { readonly coin: Coin; readonly amount: Money } {
  const { amount, quantity, terms } = leg;
  return amount === undefined ? exitLockOf(leg, quantity) : { coin: terms.instrument.quoteCoin, amount };
}

/** What one that sells would keep with another quantity. */
export function exitLockOf({ terms }: WaitingOrder, quantity: number): { readonly coin: Coin; readonly amount: Money } {
  return spotLock(terms.instrument, terms.side, lots(quantity), ticks(0));
}

/** Gives an exit that buys back the coins that it spends; they are worth so many lots at its limit, or at its trigger. */
export function setAmount(leg: WaitingOrder, amount: Money): void {
  leg.amount = amount;
  const tick = leg.orderType === 'Limit' ? leg.price : tickCount(leg.trigger?.price ?? ticks(0));
  leg.quantity = lotsForAmount(leg.terms.instrument, amount, tick);
}

export function lockExit(account: Account, leg: WaitingOrder): void {
  const { coin, amount } = exitLock(leg);
  account.use(coin);
  account.assets.of(coin).lock(amount);
  account.assets.spotExits += 1;
}

/** Of a leg that keeps no coins nothing is freed. */
export function unlockExit(state: ExchangeState, leg: WaitingOrder): void {
  if (!isSpotExit(leg)) return;
  const { coin, amount } = exitLock(leg);
  const { assets } = state.account(leg.terms.account);
  assets.of(coin).unlock(amount);
  assets.spotExits -= 1;
}

/** Of two legs the one that the lock of both is counted by. */
export const countsLock = (leg: WaitingOrder): boolean => leg.partner === undefined || leg.terms.orderId < leg.partner.terms.orderId;

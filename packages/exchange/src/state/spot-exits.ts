import { isPositionExit, isSpot, lots, lotsForAmount, spotLock, tickCount, ticks, type Coin, type Money } from '@tapedeck/domain';
import type { ConditionalOrder } from '../triggers/conditional-order.ts';
import type { Account } from './account.ts';
import type { ExchangeState } from './exchange-state.ts';

/** Whether a conditional order is an exit of a spot order: it reserves the proceeds until it triggers or ends. */
export const isSpotExit = ({ terms }: ConditionalOrder): boolean => isSpot(terms.instrument) && isPositionExit(terms.kind);

/** The coins that take-profit and stop-loss of one entry reserve, once for both. */
export function exitLock(leg: ConditionalOrder): { readonly coin: Coin; readonly amount: Money } {
  const { amount, quantity, terms } = leg;
  return amount === undefined ? exitLockOf(leg, quantity) : { coin: terms.instrument.quoteCoin, amount };
}

/** Reservation of a selling exit at another quantity. */
export function exitLockOf({ terms }: ConditionalOrder, quantity: number): { readonly coin: Coin; readonly amount: Money } {
  return spotLock(terms.instrument, terms.side, lots(quantity), ticks(0));
}

/** Sets the coins that a buying exit spends; its lots follow from its limit price or trigger price. */
export function setAmount(leg: ConditionalOrder, amount: Money): void {
  leg.amount = amount;
  const tick = leg.orderType === 'Limit' ? leg.price : tickCount(leg.trigger?.price ?? ticks(0));
  leg.quantity = lotsForAmount(leg.terms.instrument, amount, tick);
}

export function lockExit(account: Account, leg: ConditionalOrder): void {
  const { coin, amount } = exitLock(leg);
  account.use(coin);
  account.assets.of(coin).lock(amount);
  account.assets.spotExits += 1;
}

/** A leg without a reservation releases nothing. */
export function unlockExit(state: ExchangeState, leg: ConditionalOrder): void {
  if (!isSpotExit(leg)) return;
  const { coin, amount } = exitLock(leg);
  const { assets } = state.account(leg.terms.account);
  assets.of(coin).unlock(amount);
  assets.spotExits -= 1;
}

/** The leg of the two that represents the shared reservation. */
export const countsLock = (leg: ConditionalOrder): boolean => leg.partner === undefined || leg.terms.orderId < leg.partner.terms.orderId;

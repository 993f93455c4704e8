import { isOption, refusal, type Refusal } from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { Slot } from '../state/slot.ts';

/**
 * Maximum open orders of one account in one contract, in all options of one coin, and in all spot pairs
 * (docs/concepts/price-limits.md).
 */
export const OPEN_ORDERS_MAX = 500;
export const OPTION_ORDERS_MAX = 50;
export const SPOT_ORDERS_MAX = 500;

/** Maximum conditional orders of one account in one instrument, without TP/SL and trailing stops (docs/concepts/price-limits.md). */
export const CONDITIONAL_ORDERS_MAX = 10;
/** The same for spot pairs. */
export const SPOT_CONDITIONAL_ORDERS_MAX = 30;

/** Open orders that count together with those of a slot, and their maximum. */
export function openOrdersOf(account: Account, { instrument, openOrders }: Slot): { readonly count: number; readonly most: number } {
  if (!isOption(instrument)) return { count: openOrders, most: OPEN_ORDERS_MAX };
  const { baseCoin } = instrument;
  const own = account.orders.list().filter((order) => isOption(order.instrument) && order.instrument.baseCoin === baseCoin);
  return { count: own.length, most: OPTION_ORDERS_MAX };
}

/** Whether the account may have one more open order, reduce-only orders included. */
export function openOrdersRefusal(account: Account, slot: Slot): Refusal | undefined {
  // Nearly every order is within the limits: this avoids a pair of counts.
  if (!isOption(slot.instrument) && slot.openOrders < OPEN_ORDERS_MAX) return undefined;
  const { count, most } = openOrdersOf(account, slot);
  return count >= most ? refusal('tooManyOrders', { limit: String(most) }) : undefined;
}

/** The same for a spot order. */
export function spotOrdersRefusal({ assets }: Account): Refusal | undefined {
  return assets.spotOrders >= SPOT_ORDERS_MAX ? refusal('tooManyOrders', { limit: String(SPOT_ORDERS_MAX) }) : undefined;
}

import { isOption, refusal, type Refusal, type StopOrderType } from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { Slot } from '../state/slot.ts';

/** Open orders of one account in one contract, in all options of one coin, and in all spot pairs (reference, section 6.21). */
export const OPEN_ORDERS_MAX = 500;
export const OPTION_ORDERS_MAX = 50;
export const SPOT_ORDERS_MAX = 500;

/** Conditional orders of one account in one instrument, TP/SL and trailing stops not counted (reference, section 6.21). */
export const CONDITIONAL_ORDERS_MAX = 10;
/** The same for spot pairs. */
export const SPOT_CONDITIONAL_ORDERS_MAX = 30;
/** The kinds that count. */
export const CONDITIONAL_KINDS: ReadonlySet<StopOrderType> = new Set(['Stop', 'TakeProfitStopLossOCO', 'BidirectionalTpSl']);

/** Open orders that count together with those of a slot, and how many there may be. */
export function openOrdersOf(account: Account, { instrument, openOrders }: Slot): { readonly count: number; readonly most: number } {
  if (!isOption(instrument)) return { count: openOrders, most: OPEN_ORDERS_MAX };
  const { baseCoin } = instrument;
  const own = account.orders.list().filter((order) => isOption(order.instrument) && order.instrument.baseCoin === baseCoin);
  return { count: own.length, most: OPTION_ORDERS_MAX };
}

/** Whether there is room for one more open order, be it one that only closes. */
export function openOrdersRefusal(account: Account, slot: Slot): Refusal | undefined {
  const { count, most } = openOrdersOf(account, slot);
  return count >= most ? refusal('tooManyOrders', { limit: String(most) }) : undefined;
}

/** The same for an order of a spot pair. */
export function spotOrdersRefusal({ assets }: Account): Refusal | undefined {
  return assets.spotOrders >= SPOT_ORDERS_MAX ? refusal('tooManyOrders', { limit: String(SPOT_ORDERS_MAX) }) : undefined;
}

import { RECENT_ORDERS_MAX, RECENT_ORDERS_TRIM } from '../constants.ts';

/** Ids of recently placed orders, newest last: above ten, the five oldest are dropped. */
export function withRecentOrder(ids: readonly string[], id: string): readonly string[] {
  const next = [...ids.filter((known) => known !== id), id];
  return next.length > RECENT_ORDERS_MAX ? next.slice(RECENT_ORDERS_TRIM) : next;
}

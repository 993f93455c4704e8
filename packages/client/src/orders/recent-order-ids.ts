import { RECENT_ORDERS_MAX, RECENT_ORDERS_TRIM } from '../constants.ts';

/** Ids of orders placed lately, newest last: when there are more than ten, the five oldest go. */
export function withRecentOrder(ids: readonly string[], id: string): readonly string[] {
  const next = [...ids.filter((known) => known !== id), id];
  return next.length > RECENT_ORDERS_MAX ? next.slice(RECENT_ORDERS_TRIM) : next;
}

import { orderPage, type OrderItem } from '@tapedeck/protocol';
import type { Http } from '../connection/http.ts';
import type { ClientPorts } from '../ports/ports.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import type { Readable } from '../store/readable.ts';

export const LOOKUP_INTERVAL_MS = 1_000;
/**
 * Number of consecutive complete answers without the order after which it counts as never accepted: the request may
 * still be on its way.
 */
export const ABSENT_ANSWERS = 3;

export type OrderFate = { readonly kind: 'exists'; readonly orderId: number } | { readonly kind: 'absent' };

/** More than the open orders of a symbol. */
const OPEN_ORDERS = 500;
const NEWEST = 50;

/** The order of this client-made id, if the private stream has reported it. */
export function mirroredOrder(mirror: AccountMirror | undefined, orderLinkId: string): number | undefined {
  if (mirror === undefined) return undefined;
  for (const map of [mirror.orders, mirror.ended]) {
    for (const order of map.values()) if (order.clientOrderId === orderLinkId) return order.orderId;
  }
  return undefined;
}

export interface LookupInput {
  readonly symbol: string;
  readonly orderLinkId: string;
  /** False ends the look-up as absent (the trader logged out). */
  readonly active: () => boolean;
}

/**
 * Determines the state of an order whose answer was lost, from the private stream, the open orders and the history. Continues until the
 * server answers; an order counts as absent only after several complete answers without it.
 */
export async function lookUpOrder(
  http: Http,
  ports: ClientPorts,
  mirror: Readable<AccountMirror | undefined>,
  { symbol, orderLinkId, active }: LookupInput,
): Promise<OrderFate> {
  const ask = async (path: string, limit: number): Promise<{ readonly list: readonly OrderItem[]; readonly full: boolean } | undefined> => {
    const answer = await http.get(path, { symbol, limit }, orderPage);
    return answer.ok ? { list: answer.value.list, full: answer.value.behindSinceE3 === undefined } : undefined;
  };
  let absent = 0;
  while (active() && absent < ABSENT_ANSWERS) {
    const streamed = mirroredOrder(mirror.get(), orderLinkId);
    if (streamed !== undefined) return { kind: 'exists', orderId: streamed };
    const open = await ask('/contract/v5/order/list', OPEN_ORDERS);
    const history = open === undefined ? undefined : await ask('/contract/v5/order/history', NEWEST);
    const found = [...(open?.list ?? []), ...(history?.list ?? [])].find((item) => item.orderLinkId === orderLinkId);
    if (found !== undefined) return { kind: 'exists', orderId: Number(found.orderId) };
    // An incomplete history may lack the order.
    if (history?.full === true) absent += 1;
    if (absent < ABSENT_ANSWERS) await new Promise<void>((resolve) => void ports.setTimer(resolve, LOOKUP_INTERVAL_MS));
  }
  return { kind: 'absent' };
}

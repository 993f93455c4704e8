import { refusal, type OrderRecord } from '@tapedeck/domain';
import { badParameter, refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import type { Services } from './route.ts';

/** Identification of one order in a request. */
export interface WhichOrder {
  readonly orderId?: string | undefined;
  readonly orderLinkId?: string | undefined;
}

/** The current record of an open order; `undefined` if there is none of that id. */
export async function findOpenOrder(which: WhichOrder, { venue }: Services, { account }: Session): Promise<OrderRecord | undefined> {
  const { orderId, orderLinkId = '' } = which;
  const name = orderId === undefined ? { clientOrderId: orderLinkId } : { orderId: Number(orderId) };
  return (await venue.account(account, { most: 1, ...name }))?.state.orders[0];
}

/** The order's id; a reply if the request names none or an unknown one. */
export async function orderIdOf(which: WhichOrder, services: Services, session: Session): Promise<number | Reply> {
  const { orderId, orderLinkId = '' } = which;
  if (orderId === undefined && orderLinkId === '') return badParameter('orderId');
  const id = orderId === undefined ? (await findOpenOrder(which, services, session))?.orderId : Number(orderId);
  return id !== undefined && Number.isSafeInteger(id) ? id : refused(refusal('orderUnknown'));
}

import { opposite, ticks } from '@tapedeck/domain';
import { copyCloseAllRequest, createOrderRequest, createOrderResult } from '@tapedeck/protocol';
import type { CopyCloseAllRequest, CreateOrderRequest } from '@tapedeck/protocol';
import { done, failed, refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { openPosition } from './open-position.ts';
import { createOrder } from './order-routes.ts';
import { route, type Route, type Services } from './route.ts';

/** Closes the whole position at market, by one order that can only reduce. */
async function closeAll(request: CopyCloseAllRequest, services: Services, session: Session): Promise<Reply> {
  if (session.labels.copyRole === 'none') return failed('notCopyTrading');
  const found = await openPosition(request, services, session);
  if ('kind' in found) return found;
  const { position } = found;
  const outcome = await services.venue.submit({
    type: 'PlaceOrder',
    account: session.account,
    instrument: position.instrument,
    side: opposite(position.side),
    orderType: 'Market',
    price: ticks(0),
    quantity: position.size,
    timeInForce: 'ImmediateOrCancel',
    reduceOnly: true,
    positionIndex: position.positionIndex,
    clientOrderId: '',
    source: 'table',
  });
  if (outcome.refusal !== undefined) return refused(outcome.refusal);
  return outcome.orderId === undefined ? failed('serverError') : done({ orderId: String(outcome.orderId), orderLinkId: '', price: '' });
}

function create(request: CreateOrderRequest, services: Services, session: Session): Promise<Reply> | Reply {
  if (session.labels.copyRole === 'none') return failed('notCopyTrading');
  return session.labels.copyRole === 'follower' ? failed('followerOpens') : createOrder(request, services, session);
}

/** The copy trader's own way to reverse a position: first one call, then the other. */
export const COPY_ROUTES: readonly Route[] = [
  route<CopyCloseAllRequest>({
    method: 'POST',
    path: '/fapi/beehive/private/v1/common/order/close-all',
    access: 'user',
    effect: 'trade',
    summary: 'Copy trading: closes a position whole, at market.',
    request: copyCloseAllRequest,
    result: createOrderResult,
    answer: closeAll,
  }),
  route<CreateOrderRequest>({
    method: 'POST',
    path: '/fapi/beehive/private/v1/common/order/create',
    access: 'user',
    effect: 'trade',
    summary: 'Copy trading: places an order of a leader.',
    request: createOrderRequest,
    result: createOrderResult,
    answer: create,
  }),
];

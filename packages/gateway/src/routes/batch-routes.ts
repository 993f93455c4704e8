import {
  batchResult,
  cancelBatchRequest,
  createBatchRequest,
  replaceBatchRequest,
  WireMalformed,
  type BatchResult,
  type CancelBatchRequest,
  type CreateBatchRequest,
  type ReplaceBatchRequest,
} from '@tapedeck/protocol';
import { badParameter, done, failed, responseOf, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { cancelOrder, createOrder } from './order-routes.ts';
import { replaceOrder } from './replace-order.ts';
import { route, type Route, type Services } from './route.ts';

type Row = BatchResult['list'][number];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

async function rowOf(reply: Promise<Reply>, now: number): Promise<Row> {
  const settled = await reply.catch((error: unknown): Reply => {
    if (error instanceof WireMalformed) return badParameter(error.field);
    throw error;
  });
  const { body } = responseOf(settled, now);
  const result: Readonly<Record<string, unknown>> = { ...(body.result as object) };
  return { code: body.ret_code, msg: body.ret_msg, orderId: textOf(result['orderId']), orderLinkId: textOf(result['orderLinkId']) };
}

/** Does each on its own, one after the other: what is refused stops none of the rest. */
async function each<Item>(
  { request }: { readonly request: readonly Item[] },
  services: Services,
  session: Session,
  one: (item: Item, services: Services, session: Session) => Promise<Reply>,
): Promise<Reply> {
  const list: Row[] = [];
  for (const item of request) list.push(await rowOf(one(item, services, session), services.now()));
  return list.length === 0 ? failed('parameter') : done({ list });
}

const common = { method: 'POST', effect: 'trade', result: batchResult } as const;

export const BATCH_ROUTES: readonly Route[] = [
  route<CreateBatchRequest>({
    ...common,
    access: 'user',
    path: '/contract/v5/order/create-batch',
    summary: 'Places up to 20 orders, each on its own, in this order.',
    request: createBatchRequest,
    answer: (request, services, session) => each(request, services, session, createOrder),
  }),
  route<ReplaceBatchRequest>({
    ...common,
    access: 'user',
    path: '/contract/v5/order/replace-batch',
    summary: 'Changes up to 20 open orders, each on its own, in this order.',
    request: replaceBatchRequest,
    answer: (request, services, session) => each(request, services, session, replaceOrder),
  }),
  route<CancelBatchRequest>({
    ...common,
    access: 'user',
    path: '/contract/v5/order/cancel-batch',
    summary: 'Cancels up to 20 open orders, each on its own, in this order.',
    request: cancelBatchRequest,
    answer: (request, services, session) => each(request, services, session, cancelOrder),
  }),
];

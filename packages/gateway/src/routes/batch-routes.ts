import {
  batchRequest,
  batchResult,
  cancelBatchRequest,
  cancelOrderRequest,
  createBatchRequest,
  createOrderRequest,
  replaceBatchRequest,
  replaceOrderRequest,
  WireMalformed,
  type BatchRequest,
  type BatchResult,
  type WireSchema,
  readWire,
} from '@tapedeck/protocol';
import { badParameter, done, responseOf, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { cancelOrder, createOrder } from './order-routes.ts';
import { replaceOrder } from './replace-order.ts';
import { parameterReply, route, type Route, type Services } from './route.ts';

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

interface Batch<Item> {
  readonly path: string;
  readonly summary: string;
  /** The whole request, as documented. */
  readonly request: WireSchema;
  readonly item: WireSchema<Item>;
  readonly one: (item: Item, services: Services, session: Session) => Promise<Reply>;
}

/** Executes each order independently, in sequence: a malformed or refused one does not stop the rest. */
function batch<Item>({ path, summary, request, item, one }: Batch<Item>): Route {
  const each = async (given: unknown, services: Services, session: Session): Promise<Reply> => {
    const parsed = readWire(item, given);
    return parsed.ok ? await one(parsed.value, services, session) : parameterReply(parsed.issue, given, 'request');
  };
  const taken = route<BatchRequest>({
    method: 'POST',
    effect: 'trade',
    access: 'user',
    path,
    cost: 'command',
    summary,
    request: batchRequest,
    result: batchResult,
    answer: async (orders, services, session) => {
      const list: Row[] = [];
      for (const order of orders.request) list.push(await rowOf(each(order, services, session), services.now()));
      return done({ list });
    },
  });
  return { ...taken, request };
}

export const BATCH_ROUTES: readonly Route[] = [
  batch({
    path: '/contract/v5/order/create-batch',
    summary: 'Places up to 20 orders in the given order, each independently of the others.',
    request: createBatchRequest,
    item: createOrderRequest,
    one: createOrder,
  }),
  batch({
    path: '/contract/v5/order/replace-batch',
    summary: 'Changes up to 20 open orders in the given order, each independently of the others.',
    request: replaceBatchRequest,
    item: replaceOrderRequest,
    one: replaceOrder,
  }),
  batch({
    path: '/contract/v5/order/cancel-batch',
    summary: 'Cancels up to 20 open orders in the given order, each independently of the others.',
    request: cancelBatchRequest,
    item: cancelOrderRequest,
    one: cancelOrder,
  }),
];

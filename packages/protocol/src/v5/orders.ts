import * as z from 'zod/mini';
import { categoryText, symbolField, countField, orderIdField, coinField } from './fields.ts';

/** Which kinds of orders are meant. Another word is refused: a filter that is misread would cancel what it should not. */
const orderFilterField = z.optional(z.enum(['Order', 'StopOrder', 'tpslOrder', 'OcoOrder', 'BidirectionalTpslOrder', '']));

export const v5OrderBatchRequest = z.object({
  category: categoryText,
  request: z.array(z.unknown()).check(z.minLength(1), z.maxLength(20)),
});

export const v5CancelAllRequest = z.object({
  category: categoryText,
  symbol: z.optional(symbolField),
  baseCoin: z.optional(coinField),
  settleCoin: z.optional(coinField),
  orderFilter: orderFilterField,
  /** Leaves TP/SL and trailing stops where they are. */
  stopOrderType: z.optional(z.enum(['Stop', ''])),
});

export const v5OrderListQuery = z.object({
  category: categoryText,
  symbol: z.optional(symbolField),
  baseCoin: z.optional(coinField),
  settleCoin: z.optional(coinField),
  orderId: z.optional(orderIdField),
  orderLinkId: z.optional(z.string()),
  openOnly: z.optional(z.string()),
  orderFilter: orderFilterField,
  orderStatus: z.optional(z.string()),
  startTime: z.optional(countField),
  endTime: z.optional(countField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

export const v5OrderExecutionQuery = z.extend(v5OrderListQuery, { execType: z.optional(z.string()) });

export const v5BorrowCheckQuery = z.object({ category: z.literal('spot'), symbol: symbolField, side: z.enum(['Buy', 'Sell']) });

export const v5DisconnectRequest = z.object({
  timeWindow: z.union([z.number(), countField]),
  product: z.optional(z.enum(['OPTIONS', 'DERIVATIVES', 'SPOT'])),
});

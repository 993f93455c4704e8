import * as v from 'valibot';
import { number, object } from '../schema.ts';
import { categoryText, symbolField, countField, orderIdField, coinField } from './fields.ts';

/** Kind of orders. Unknown values are refused, because a misread filter would cancel the wrong orders. */
const orderFilterField = v.optional(v.picklist(['Order', 'StopOrder', 'tpslOrder', 'OcoOrder', 'BidirectionalTpslOrder', '']));

/** The category limits the rows. */
export const v5OrderBatchRequest = object({ category: categoryText, request: v.pipe(v.array(v.unknown()), v.minLength(1)) });

export const v5CancelAllRequest = object({
  category: categoryText,
  symbol: v.optional(symbolField),
  baseCoin: v.optional(coinField),
  settleCoin: v.optional(coinField),
  orderFilter: orderFilterField,
  /** Keeps TP/SL and trailing stops. */
  stopOrderType: v.optional(v.picklist(['Stop', ''])),
});

export const v5OrderListQuery = object({
  category: categoryText,
  symbol: v.optional(symbolField),
  baseCoin: v.optional(coinField),
  settleCoin: v.optional(coinField),
  orderId: v.optional(orderIdField),
  orderLinkId: v.optional(v.string()),
  openOnly: v.optional(v.string()),
  orderFilter: orderFilterField,
  orderStatus: v.optional(v.string()),
  startTime: v.optional(countField),
  endTime: v.optional(countField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

export const v5OrderExecutionQuery = object({ ...v5OrderListQuery.entries, execType: v.optional(v.string()) });

export const v5BorrowCheckQuery = object({ category: v.literal('spot'), symbol: symbolField, side: v.picklist(['Buy', 'Sell']) });

export const v5DisconnectRequest = object({
  timeWindow: v.union([number, countField]),
  product: v.optional(v.picklist(['OPTIONS', 'DERIVATIVES', 'SPOT'])),
});

import * as v from 'valibot';
import { object } from '../schema.ts';
import { coinField, countField, decimalField, orderIdField, orderLinkIdField } from './fields.ts';

/** Both legs: the far contract, then the near one. */
const spreadField = v.pipe(v.string(), v.maxLength(81), v.regex(/^[A-Z0-9-]+_[A-Z0-9-]+$/));

export const v5SpreadListQuery = object({
  symbol: v.optional(spreadField),
  baseCoin: v.optional(coinField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

export const v5SpreadQuery = object({ symbol: spreadField, limit: v.optional(countField) });

export const v5SpreadSizeQuery = object({ symbol: spreadField, side: v.picklist(['Buy', 'Sell']), orderPrice: decimalField });

export const v5SpreadOrderRequest = object({
  symbol: spreadField,
  side: v.picklist(['Buy', 'Sell']),
  orderType: v.picklist(['Market', 'Limit']),
  qty: decimalField,
  price: v.optional(decimalField),
  orderLinkId: v.optional(v.union([orderLinkIdField, v.literal('')])),
  timeInForce: v.optional(v.picklist(['GTC', 'IOC', 'FOK', 'PostOnly', ''])),
});

export const v5SpreadCancelRequest = object({
  symbol: v.optional(spreadField),
  orderId: v.optional(orderIdField),
  orderLinkId: v.optional(v.string()),
});

export const v5SpreadCancelAllRequest = object({ symbol: v.optional(spreadField), cancelAll: v.optional(v.boolean()) });

export const v5SpreadOrdersQuery = object({
  symbol: v.optional(spreadField),
  baseCoin: v.optional(coinField),
  orderId: v.optional(orderIdField),
  orderLinkId: v.optional(v.string()),
  startTime: v.optional(countField),
  endTime: v.optional(countField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

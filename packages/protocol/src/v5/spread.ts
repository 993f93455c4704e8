import * as z from 'zod/mini';
import { coinField, countField, decimalField, orderIdField, orderLinkIdField } from './fields.ts';

/** Both legs: the far contract, then the near one. */
const spreadField = z.string().check(z.maxLength(81), z.regex(/^[A-Z0-9-]+_[A-Z0-9-]+$/));

export const v5SpreadListQuery = z.object({
  symbol: z.optional(spreadField),
  baseCoin: z.optional(coinField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

export const v5SpreadQuery = z.object({ symbol: spreadField, limit: z.optional(countField) });

export const v5SpreadSizeQuery = z.object({ symbol: spreadField, side: z.enum(['Buy', 'Sell']), orderPrice: decimalField });

export const v5SpreadOrderRequest = z.object({
  symbol: spreadField,
  side: z.enum(['Buy', 'Sell']),
  orderType: z.enum(['Market', 'Limit']),
  qty: decimalField,
  price: z.optional(decimalField),
  orderLinkId: z.optional(z.union([orderLinkIdField, z.literal('')])),
  timeInForce: z.optional(z.enum(['GTC', 'IOC', 'FOK', 'PostOnly', ''])),
});

export const v5SpreadCancelRequest = z.object({
  symbol: z.optional(spreadField),
  orderId: z.optional(orderIdField),
  orderLinkId: z.optional(z.string()),
});

export const v5SpreadCancelAllRequest = z.object({ symbol: z.optional(spreadField), cancelAll: z.optional(z.boolean()) });

export const v5SpreadOrdersQuery = z.object({
  symbol: z.optional(spreadField),
  baseCoin: z.optional(coinField),
  orderId: z.optional(orderIdField),
  orderLinkId: z.optional(z.string()),
  startTime: z.optional(countField),
  endTime: z.optional(countField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

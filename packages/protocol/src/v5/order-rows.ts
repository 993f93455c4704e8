import * as z from 'zod/mini';
import { categoryText, symbolField, decimalField, orderIdField, orderLinkIdField } from './fields.ts';

const v5TriggerByText = z.enum(['LastPrice', 'IndexPrice', 'MarkPrice', '', 'UNKNOWN']);

const v5OrderTypeText = z.enum(['Market', 'Limit']);

const v5Flag = z.union([z.literal([0, 1]), z.literal(['0', '1'])]);

const v5IndexNumber = z.union([z.literal([0, 1, 2]), z.literal(['0', '1', '2'])]);

const exitShape = {
  takeProfit: z.optional(z.union([decimalField, z.literal('')])),
  stopLoss: z.optional(z.union([decimalField, z.literal('')])),
  tpTriggerBy: z.optional(v5TriggerByText),
  slTriggerBy: z.optional(v5TriggerByText),
  tpslMode: z.optional(z.enum(['Full', 'Partial', ''])),
  tpOrderType: z.optional(v5OrderTypeText),
  slOrderType: z.optional(v5OrderTypeText),
  tpLimitPrice: z.optional(z.union([decimalField, z.literal('')])),
  slLimitPrice: z.optional(z.union([decimalField, z.literal('')])),
};

/** A row of `/v5/order/create-batch`; `/v5/order/create` has the category beside it (reference, section 3.1). */
export const v5OrderRow = z.object({
  symbol: symbolField,
  side: z.enum(['Buy', 'Sell']),
  orderType: v5OrderTypeText,
  qty: decimalField,
  price: z.optional(z.union([decimalField, z.literal('')])),
  timeInForce: z.optional(z.enum(['GTC', 'IOC', 'FOK', 'PostOnly', ''])),
  isLeverage: z.optional(v5Flag),
  marketUnit: z.optional(z.enum(['baseCoin', 'quoteCoin'])),
  triggerPrice: z.optional(z.union([decimalField, z.literal('')])),
  triggerDirection: z.optional(z.union([z.literal([0, 1, 2]), z.literal(['0', '1', '2'])])),
  triggerBy: z.optional(v5TriggerByText),
  orderFilter: z.optional(z.enum(['Order', 'tpslOrder', 'StopOrder'])),
  positionIdx: z.optional(v5IndexNumber),
  orderLinkId: z.optional(z.union([orderLinkIdField, z.literal('')])),
  reduceOnly: z.optional(z.boolean()),
  closeOnTrigger: z.optional(z.boolean()),
  smpType: z.optional(z.enum(['None', 'CancelMaker', 'CancelTaker', 'CancelBoth'])),
  slippageToleranceType: z.optional(z.enum(['TickSize', 'Percent', 'UNKNOWN'])),
  slippageTolerance: z.optional(decimalField),
  /** Of options: the volatility that the price is worked out from, 0.1 for 10 %. */
  orderIv: z.optional(z.union([decimalField, z.literal('')])),
  /** Of contracts: the level of the book, on the own side or on the other one, that the price is taken from. */
  bboSideType: z.optional(z.enum(['Queue', 'Counterparty'])),
  bboLevel: z.optional(z.union([z.literal([1, 2, 3, 4, 5]), z.literal(['1', '2', '3', '4', '5'])])),
  ...exitShape,
});

export const v5OrderRequest = z.extend(v5OrderRow, { category: categoryText });

/** A row of `/v5/order/amend-batch`. */
export const v5AmendRow = z.object({
  symbol: symbolField,
  orderId: z.optional(orderIdField),
  orderLinkId: z.optional(z.union([orderLinkIdField, z.literal('')])),
  qty: z.optional(decimalField),
  price: z.optional(decimalField),
  triggerPrice: z.optional(decimalField),
  triggerBy: z.optional(v5TriggerByText),
  ...exitShape,
});

export const v5AmendRequest = z.extend(v5AmendRow, { category: categoryText });

export const v5CancelRow = z.object({
  symbol: symbolField,
  orderId: z.optional(orderIdField),
  orderLinkId: z.optional(z.union([orderLinkIdField, z.literal('')])),
});

export const v5CancelRequest = z.extend(v5CancelRow, { category: categoryText, orderFilter: z.optional(z.string()) });

export type V5ExitName = keyof typeof exitShape;

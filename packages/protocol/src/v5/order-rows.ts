import * as v from 'valibot';
import { object } from '../schema.ts';
import { categoryText, symbolField, decimalField, orderIdField, orderLinkIdField } from './fields.ts';

const v5TriggerByText = v.picklist(['LastPrice', 'IndexPrice', 'MarkPrice', '', 'UNKNOWN']);

const v5OrderTypeText = v.picklist(['Market', 'Limit']);

const v5Flag = v.union([v.picklist([0, 1]), v.picklist(['0', '1'])]);

const v5IndexNumber = v.union([v.picklist([0, 1, 2]), v.picklist(['0', '1', '2'])]);

const exitShape = {
  takeProfit: v.optional(v.union([decimalField, v.literal('')])),
  stopLoss: v.optional(v.union([decimalField, v.literal('')])),
  tpTriggerBy: v.optional(v5TriggerByText),
  slTriggerBy: v.optional(v5TriggerByText),
  tpslMode: v.optional(v.picklist(['Full', 'Partial', ''])),
  tpOrderType: v.optional(v5OrderTypeText),
  slOrderType: v.optional(v5OrderTypeText),
  tpLimitPrice: v.optional(v.union([decimalField, v.literal('')])),
  slLimitPrice: v.optional(v.union([decimalField, v.literal('')])),
};

/** A row of `/v5/order/create-batch`; `/v5/order/create` has the category beside it. */
export const v5OrderRow = object({
  symbol: symbolField,
  side: v.picklist(['Buy', 'Sell']),
  orderType: v5OrderTypeText,
  qty: decimalField,
  price: v.optional(v.union([decimalField, v.literal('')])),
  timeInForce: v.optional(v.picklist(['GTC', 'IOC', 'FOK', 'PostOnly', ''])),
  isLeverage: v.optional(v5Flag),
  marketUnit: v.optional(v.picklist(['baseCoin', 'quoteCoin'])),
  triggerPrice: v.optional(v.union([decimalField, v.literal('')])),
  triggerDirection: v.optional(v.union([v.picklist([0, 1, 2]), v.picklist(['0', '1', '2'])])),
  triggerBy: v.optional(v5TriggerByText),
  orderFilter: v.optional(v.picklist(['Order', 'tpslOrder', 'StopOrder'])),
  positionIdx: v.optional(v5IndexNumber),
  orderLinkId: v.optional(v.union([orderLinkIdField, v.literal('')])),
  reduceOnly: v.optional(v.boolean()),
  closeOnTrigger: v.optional(v.boolean()),
  smpType: v.optional(v.picklist(['None', 'CancelMaker', 'CancelTaker', 'CancelBoth'])),
  slippageToleranceType: v.optional(v.picklist(['TickSize', 'Percent', 'UNKNOWN'])),
  slippageTolerance: v.optional(decimalField),
  /** Options only: the volatility from which the price is computed; 0.1 is 10 %. */
  orderIv: v.optional(v.union([decimalField, v.literal('')])),
  /** Contracts only: takes the price from this level of the book, on the own or the opposite side. */
  bboSideType: v.optional(v.picklist(['Queue', 'Counterparty'])),
  bboLevel: v.optional(v.union([v.picklist([1, 2, 3, 4, 5]), v.picklist(['1', '2', '3', '4', '5'])])),
  ...exitShape,
});

export const v5OrderRequest = object({ ...v5OrderRow.entries, category: categoryText });

/** A row of `/v5/order/amend-batch`. */
export const v5AmendRow = object({
  symbol: symbolField,
  orderId: v.optional(orderIdField),
  orderLinkId: v.optional(v.union([orderLinkIdField, v.literal('')])),
  qty: v.optional(decimalField),
  price: v.optional(decimalField),
  triggerPrice: v.optional(decimalField),
  triggerBy: v.optional(v5TriggerByText),
  ...exitShape,
});

export const v5AmendRequest = object({ ...v5AmendRow.entries, category: categoryText });

export const v5CancelRow = object({
  symbol: symbolField,
  orderId: v.optional(orderIdField),
  orderLinkId: v.optional(v.union([orderLinkIdField, v.literal('')])),
});

export const v5CancelRequest = object({ ...v5CancelRow.entries, category: categoryText, orderFilter: v.optional(v.string()) });

export type V5ExitName = keyof typeof exitShape;

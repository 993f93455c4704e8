import * as v from 'valibot';
import { object } from '../schema.ts';
import { decimalText, requestIdText, symbolText } from './envelope.ts';

export const orderIdText = v.pipe(v.string(), v.regex(/^\d{1,16}$/));
export const clientOrderIdText = v.pipe(v.string(), v.maxLength(45), v.regex(/^[A-Za-z0-9_-]*$/));
export const positionIdxNumber = v.picklist([0, 1, 2]);
/** The last price if absent or UNKNOWN. */
const triggerByText = v.picklist(['LastPrice', 'IndexPrice', 'MarkPrice', 'UNKNOWN']);
const exitTypeText = v.picklist(['Limit', 'Market']);
const slippageTypeText = v.picklist(['Percent', 'TickSize']);

/** The take-profit and stop-loss of an order, a position, or an entry of one. */
const exitShape = {
  tpSlMode: v.optional(v.picklist(['Full', 'Partial', 'UNKNOWN'])),
  takeProfit: v.optional(decimalText),
  stopLoss: v.optional(decimalText),
  tpTriggerBy: v.optional(triggerByText),
  slTriggerBy: v.optional(triggerByText),
  tpOrderType: v.optional(exitTypeText),
  slOrderType: v.optional(exitTypeText),
  limitTakeProfit: v.optional(decimalText),
  limitStopLoss: v.optional(decimalText),
  tpMaxSlippageType: v.optional(slippageTypeText),
  tpMaxSlippage: v.optional(decimalText),
  slMaxSlippageType: v.optional(slippageTypeText),
  slMaxSlippage: v.optional(decimalText),
};
export const exitFields = object(exitShape);
export type ExitFields = v.InferOutput<typeof exitFields>;

/** `maxSlippage` in percent, or in ticks when the type is TickSize. */
const slippageShape = { maxSlippageType: v.optional(slippageTypeText), maxSlippage: v.optional(decimalText) };
export type SlippageFields = v.InferOutput<typeof slippageFields>;
export const slippageFields = object(slippageShape);

const triggerShape = {
  triggerPrice: v.optional(decimalText),
  triggerBy: v.optional(triggerByText),
  /** 1 waits for a rise, 2 for a fall; derived from the current price if absent. */
  triggerDirection: v.optional(v.picklist([1, 2])),
};
export const triggerFields = object(triggerShape);
export type TriggerFields = v.InferOutput<typeof triggerFields>;

/** A distance in price, or as a share times 1e4; "0" removes the trailing stop. */
const trailingShape = {
  trailValue: v.optional(decimalText),
  trailingStopPercentageE4: v.optional(decimalText),
  /** The last price that activates it; at once if absent. */
  activationPrice: v.optional(decimalText),
};
export const trailingFields = object(trailingShape);
export type TrailingFields = v.InferOutput<typeof trailingFields>;

/** Optional fields of an order. */
export const orderOptionsShape = {
  ...triggerShape,
  ...slippageShape,
  ...exitShape,
  closeOnTrigger: v.optional(v.boolean()),
  smpType: v.optional(v.picklist(['None', 'CancelMaker', 'CancelTaker', 'CancelBoth'])),
};
export type OrderOptionsFields = v.InferOutput<v.ObjectSchema<typeof orderOptionsShape, undefined>>;

/** Identifies one order: by its id, or by its client order id. */
const whichOrderShape = { symbol: symbolText, orderId: v.optional(orderIdText), orderLinkId: v.optional(clientOrderIdText) };

/** POST /contract/v5/order/replace: absent fields stay unchanged; a take-profit or stop-loss of "0" is removed. */
export const replaceOrderRequest = object({
  ...whichOrderShape,
  type: v.optional(v.string()),
  qty: v.optional(decimalText),
  qtyX: v.optional(decimalText),
  price: v.optional(decimalText),
  triggerPrice: v.optional(decimalText),
  triggerBy: v.optional(triggerByText),
  ...exitShape,
});
export type ReplaceOrderRequest = v.InferOutput<typeof replaceOrderRequest>;
export const replaceOrderResult = object({ orderId: v.string() });

/** POST /contract/v5/order/cancel. */
export const cancelOrderRequest = object({ ...whichOrderShape, type: v.optional(v.string()) });
export type CancelOrderRequest = v.InferOutput<typeof cancelOrderRequest>;

/** POST /contract/v5/position/set-tp-sl-ts: full, partial, or a trailing stop. */
export const setTpSlRequest = object({
  symbol: symbolText,
  positionIdx: v.optional(positionIdxNumber),
  ...exitShape,
  ...trailingShape,
  /** Quantity of an entry, under any of these names; all given names must agree. `X` is times 1e8. */
  qty: v.optional(decimalText),
  qtyX: v.optional(decimalText),
  tpSize: v.optional(decimalText),
  tpSizeX: v.optional(decimalText),
  slSize: v.optional(decimalText),
  slSizeX: v.optional(decimalText),
  /** The entry to change, by the id of one of its legs. */
  tpStopOrderId: v.optional(orderIdText),
  slStopOrderId: v.optional(orderIdText),
  requestId: v.optional(requestIdText),
});
export type SetTpSlRequest = v.InferOutput<typeof setTpSlRequest>;
export const setTpSlResult = object({});

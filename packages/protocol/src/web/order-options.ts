import * as z from 'zod/mini';
import { decimalText, requestIdText, symbolText } from './envelope.ts';

export const orderIdText = z.string().check(z.regex(/^\d{1,16}$/));
export const clientOrderIdText = z.string().check(z.maxLength(45), z.regex(/^[A-Za-z0-9_-]*$/));
export const positionIdxNumber = z.literal([0, 1, 2]);
/** The last price when it is absent or UNKNOWN. */
const triggerByText = z.enum(['LastPrice', 'IndexPrice', 'MarkPrice', 'UNKNOWN']);
const exitTypeText = z.enum(['Limit', 'Market']);
const slippageTypeText = z.enum(['Percent', 'TickSize']);

/** The take-profit and stop-loss of an order, a position, or an entry of one. */
const exitShape = {
  tpSlMode: z.optional(z.enum(['Full', 'Partial', 'UNKNOWN'])),
  takeProfit: z.optional(decimalText),
  stopLoss: z.optional(decimalText),
  tpTriggerBy: z.optional(triggerByText),
  slTriggerBy: z.optional(triggerByText),
  tpOrderType: z.optional(exitTypeText),
  slOrderType: z.optional(exitTypeText),
  limitTakeProfit: z.optional(decimalText),
  limitStopLoss: z.optional(decimalText),
  tpMaxSlippageType: z.optional(slippageTypeText),
  tpMaxSlippage: z.optional(decimalText),
  slMaxSlippageType: z.optional(slippageTypeText),
  slMaxSlippage: z.optional(decimalText),
};
export const exitFields = z.object(exitShape);
export type ExitFields = z.infer<typeof exitFields>;

/** `maxSlippage` in percent, or in ticks when the type is TickSize. */
const slippageShape = { maxSlippageType: z.optional(slippageTypeText), maxSlippage: z.optional(decimalText) };
export type SlippageFields = z.infer<typeof slippageFields>;
export const slippageFields = z.object(slippageShape);

const triggerShape = {
  triggerPrice: z.optional(decimalText),
  triggerBy: z.optional(triggerByText),
  /** 1 waits for a rise, 2 for a fall; by the current price when it is absent. */
  triggerDirection: z.optional(z.literal([1, 2])),
};
export const triggerFields = z.object(triggerShape);
export type TriggerFields = z.infer<typeof triggerFields>;

/** A distance in price, or as a share times 1e4; "0" takes the trailing stop away. */
const trailingShape = {
  trailValue: z.optional(decimalText),
  trailingStopPercentageE4: z.optional(decimalText),
  /** The last price from which it follows; at once without it. */
  activationPrice: z.optional(decimalText),
};
export const trailingFields = z.object(trailingShape);
export type TrailingFields = z.infer<typeof trailingFields>;

/** What only some orders have. */
export const orderOptionsShape = {
  ...triggerShape,
  ...slippageShape,
  ...exitShape,
  closeOnTrigger: z.optional(z.boolean()),
  smpType: z.optional(z.enum(['None', 'CancelMaker', 'CancelTaker', 'CancelBoth'])),
};
export type OrderOptionsFields = z.infer<z.ZodMiniObject<typeof orderOptionsShape>>;

/** Names one order: by its id, or by the one its sender made. */
const whichOrderShape = { symbol: symbolText, orderId: z.optional(orderIdText), orderLinkId: z.optional(clientOrderIdText) };

/** POST /contract/v5/order/replace: what is absent stays; a take-profit or stop-loss of "0" goes. */
export const replaceOrderRequest = z.object({
  ...whichOrderShape,
  type: z.optional(z.string()),
  qty: z.optional(decimalText),
  qtyX: z.optional(decimalText),
  price: z.optional(decimalText),
  triggerPrice: z.optional(decimalText),
  triggerBy: z.optional(triggerByText),
  ...exitShape,
});
export type ReplaceOrderRequest = z.infer<typeof replaceOrderRequest>;
export const replaceOrderResult = z.object({ orderId: z.string() });

/** POST /contract/v5/order/cancel. */
export const cancelOrderRequest = z.object({ ...whichOrderShape, type: z.optional(z.string()) });
export type CancelOrderRequest = z.infer<typeof cancelOrderRequest>;

/** POST /contract/v5/position/set-tp-sl-ts: full, partial, or a trailing stop. */
export const setTpSlRequest = z.object({
  symbol: symbolText,
  positionIdx: z.optional(positionIdxNumber),
  ...exitShape,
  ...trailingShape,
  /** Of an entry, by any of these names; those that are given have to agree. `X` is times 1e8. */
  qty: z.optional(decimalText),
  qtyX: z.optional(decimalText),
  tpSize: z.optional(decimalText),
  tpSizeX: z.optional(decimalText),
  slSize: z.optional(decimalText),
  slSizeX: z.optional(decimalText),
  /** The entry to change, by the id of one of its legs. */
  tpStopOrderId: z.optional(orderIdText),
  slStopOrderId: z.optional(orderIdText),
  requestId: z.optional(requestIdText),
});
export type SetTpSlRequest = z.infer<typeof setTpSlRequest>;
export const setTpSlResult = z.object({});

import * as z from 'zod/mini';
import { decimalText, symbolText } from './envelope.ts';

const triggerBy = z.enum(['LastPrice', 'IndexPrice', 'MarkPrice']);
const exitType = z.enum(['Limit', 'Market']);
const orderIdText = z.string().check(z.regex(/^\d{1,16}$/));

/**
 * POST /contract/v5/position/set-tp-sl-ts. Full: the TP/SL of the whole position. Partial: a new entry of `qty`, or the one that
 * `tpStopOrderId` or `slStopOrderId` names. "0" takes a leg away, an absent one stays.
 */
export const setTpSlRequest = z.object({
  symbol: symbolText,
  positionIdx: z.optional(z.literal([0, 1, 2])),
  tpSlMode: z.enum(['Full', 'Partial']),
  takeProfit: z.optional(decimalText),
  stopLoss: z.optional(decimalText),
  tpTriggerBy: z.optional(triggerBy),
  slTriggerBy: z.optional(triggerBy),
  tpOrderType: z.optional(exitType),
  slOrderType: z.optional(exitType),
  limitTakeProfit: z.optional(decimalText),
  limitStopLoss: z.optional(decimalText),
  qty: z.optional(decimalText),
  tpStopOrderId: z.optional(orderIdText),
  slStopOrderId: z.optional(orderIdText),
});
export type SetTpSlRequest = z.infer<typeof setTpSlRequest>;
export const setTpSlResult = z.object({});

/** POST /contract/v5/order/cancel-totally. */
export const cancelTotallyRequest = z.object({
  symbol: symbolText,
  positionIdx: z.optional(z.literal([0, 1, 2])),
  type: z.literal('PartialTpSlConditional'),
});
export type CancelTotallyRequest = z.infer<typeof cancelTotallyRequest>;
export const cancelTotallyResult = z.object({ cancelled: z.number() });

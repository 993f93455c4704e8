import * as z from 'zod/mini';
import { countText, symbolText } from './envelope.ts';
import { executionItem, orderItem } from './orders.ts';
import { transactionItem } from './positions.ts';

/** Query of every paged list: `limit` 1 to 200, 50 unless given; `cursor` is the `nextPageCursor` of the page before. */
export const historyQuery = z.object({
  symbol: z.optional(symbolText),
  limit: z.optional(countText),
  cursor: z.optional(z.string().check(z.maxLength(200), z.regex(/^[A-Za-z0-9_-]*$/))),
});
export type HistoryQuery = z.infer<typeof historyQuery>;

/** A paged list of the past: rows from the moment `from` on and before the moment `to` (ms), each open-ended when absent. */
export const pastQuery = z.extend(historyQuery, { from: z.optional(countText), to: z.optional(countText) });
export type PastQuery = z.infer<typeof pastQuery>;

/** GET /contract/v5/order/list (open orders) and /order/history (all, as they stand now): newest first. */
export const orderPage = z.object({ list: z.array(orderItem), /** '' on the last page. */ nextPageCursor: z.string() });
export type OrderPage = z.infer<typeof orderPage>;

/** GET /contract/v5/execution/list: newest first. */
export const executionPage = z.object({ list: z.array(executionItem), nextPageCursor: z.string() });
export type ExecutionPage = z.infer<typeof executionPage>;

/** GET /contract/v5/account/transaction-log: newest first. */
export const transactionPage = z.object({ list: z.array(transactionItem), nextPageCursor: z.string() });
export type TransactionPage = z.infer<typeof transactionPage>;

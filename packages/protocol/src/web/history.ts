import { STRATEGY_KINDS } from '@tapedeck/domain';
import * as z from 'zod/mini';
import { countText, sideText, symbolText } from './envelope.ts';
import { EXECUTION_TYPES, ORDER_STATUSES, STOP_ORDER_TYPES, executionItem, orderItem } from './orders.ts';
import { TRANSACTION_TYPES, transactionItem } from './positions.ts';

/** GET /contract/v5/order/list: all open orders, or those of one symbol. */
export const openOrdersQuery = z.object({ symbol: z.optional(symbolText) });

/** Part of a symbol, in any case. */
const symbolPart = z
  .string()
  .check(z.minLength(1), z.maxLength(32), z.describe('Part of a symbol, in any case: BTC finds BTCUSDT and BTC/USDC.'));

/** A page, newest first. */
const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    list: z.array(item),
    /** '' on the last page. */
    nextPageCursor: z.string(),
    /** Since when the history lacks something; absent while it has everything. */
    behindSinceE3: z.optional(z.number()),
  });

/** Query of every paged list: `limit` 1 to 200, 50 unless given; `cursor` is the `nextPageCursor` of the page before. */
export const historyQuery = z.object({
  symbol: z.optional(symbolText),
  limit: z.optional(countText),
  cursor: z.optional(z.string().check(z.maxLength(200), z.regex(/^[A-Za-z0-9_-]*$/))),
});
export type HistoryQuery = z.infer<typeof historyQuery>;

/** A paged list of the past: rows from the moment `from` on and before the moment `to` (ms), each open-ended when absent. */
export const pastQuery = z.extend(historyQuery, {
  search: z.optional(symbolPart),
  from: z.optional(countText),
  to: z.optional(countText),
});
export type PastQuery = z.infer<typeof pastQuery>;

/** Some of these words, separated by commas. */
const wordsOf = (words: readonly string[]) =>
  z.string().check(
    z.regex(/^[A-Za-z]{1,32}(,[A-Za-z]{1,32}){0,31}$/),
    z.refine((text) => text.split(',').every((word) => words.includes(word))),
    z.describe(`One or several of ${words.join(', ')}; separated by commas.`),
  );
const ORDER_KINDS = ['Limit', 'Market', ...STOP_ORDER_TYPES, ...STRATEGY_KINDS];
const coinText = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/));

/** GET /contract/v5/order/history: `kind` is how the order trades, what it waits as, or the strategy that it is a part of. */
export const orderHistoryQuery = z.extend(pastQuery, {
  side: z.optional(sideText),
  status: z.optional(wordsOf(ORDER_STATUSES)),
  kind: z.optional(wordsOf(ORDER_KINDS)),
});

/** GET /contract/v5/execution/list, and of what closed positions: /contract/v5/position/closed-pnl. */
export const executionQuery = z.extend(pastQuery, { side: z.optional(sideText), kind: z.optional(wordsOf(EXECUTION_TYPES)) });

/** GET /contract/v5/account/transaction-log. */
export const transactionQuery = z.extend(pastQuery, { coin: z.optional(coinText), kind: z.optional(wordsOf(TRANSACTION_TYPES)) });

/** The lists of some kinds of movements: funding, borrowing, transfers. */
export const movementQuery = z.extend(pastQuery, { coin: z.optional(coinText) });

export const HISTORY_LISTS = ['orders', 'executions', 'closed-pnl', 'transactions', 'funding', 'borrowing', 'transfers'] as const;
export type HistoryList = (typeof HISTORY_LISTS)[number];

/** GET /contract/v5/history/export: a list as a file; it takes the filters of that list. */
export const exportQuery = z.object({
  list: z.enum(HISTORY_LISTS),
  symbol: z.optional(symbolText),
  search: z.optional(symbolPart),
  from: z.optional(countText),
  to: z.optional(countText),
  side: z.optional(sideText),
  status: z.optional(wordsOf(ORDER_STATUSES)),
  kind: z.optional(wordsOf([...ORDER_KINDS, ...EXECUTION_TYPES, ...TRANSACTION_TYPES])),
  coin: z.optional(coinText),
});
export type ExportQuery = z.infer<typeof exportQuery>;

/** The fills of one order that closed a position or part of it; a forced close without an order is an item of its own. */
export const closedPnlItem = z.object({
  /** The first execution. */
  execId: z.string(),
  /** '' for a forced close. */
  orderId: z.string(),
  /** Executions added up here. */
  fillCount: z.number(),
  symbol: z.string(),
  /** Of the order that closed. */
  side: sideText,
  positionIdx: z.literal([0, 1, 2]),
  execType: z.enum(EXECUTION_TYPES),
  closedSize: z.string(),
  avgEntryPrice: z.string(),
  avgExitPrice: z.string(),
  /** What the closed part earned, before fees. */
  closedPnl: z.string(),
  /** Fees of these executions. */
  execFee: z.string(),
  /** When the first execution happened. */
  createdAtE3: z.number(),
  /** When the last execution happened. */
  updatedAtE3: z.number(),
});
export type ClosedPnlItem = z.infer<typeof closedPnlItem>;

/** GET /contract/v5/position/closed-pnl: newest first. */
export const closedPnlPage = pageOf(closedPnlItem);

/** GET /contract/v5/order/list (open orders) and /order/history (all, as they stand now): newest first. */
export const orderPage = pageOf(orderItem);
export type OrderPage = z.infer<typeof orderPage>;

/** GET /contract/v5/execution/list: newest first. */
export const executionPage = pageOf(executionItem);

/** A funding of a perpetual contract: longs paid shorts this share of their value at this mark price, or the other way round. */
export const fundingItem = z.object({
  symbol: z.string(),
  /** 0.0001 is 0.01 %; longs pay when it is positive. */
  fundingRate: z.string(),
  markPrice: z.string(),
  fundingTimeE3: z.number(),
});
export type FundingItem = z.infer<typeof fundingItem>;

/** GET /contract/v5/market/funding-history: newest first. */
export const fundingQuery = z.extend(historyQuery, { symbol: symbolText });
export type FundingQuery = z.infer<typeof fundingQuery>;
export const fundingPage = pageOf(fundingItem);

/** The end of a dated contract or an option: every position in it was settled at this price. */
export const deliveryItem = z.object({ symbol: z.string(), deliveryPrice: z.string(), deliveryTimeE3: z.number() });
export type DeliveryItem = z.infer<typeof deliveryItem>;

/** GET /contract/v5/market/delivery-history: newest first, of a symbol, of all that is made of a coin, or of everything. */
export const deliveryQuery = z.extend(historyQuery, { baseCoin: z.optional(coinText) });
export type DeliveryQuery = z.infer<typeof deliveryQuery>;
export const deliveryPage = pageOf(deliveryItem);

/** GET /contract/v5/market/insurance: by coin. */
export const insuranceResult = z.object({ list: z.array(z.object({ coin: z.string(), balance: z.string() })) });

/** GET /contract/v5/account/transaction-log: newest first. */
export const transactionPage = pageOf(transactionItem);

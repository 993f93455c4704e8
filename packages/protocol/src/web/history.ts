import { STRATEGY_KINDS } from '@tapedeck/domain';
import * as v from 'valibot';
import { number, object, type WireSchema } from '../schema.ts';
import { countText, sideText, symbolText } from './envelope.ts';
import { EXECUTION_TYPES, ORDER_STATUSES, STOP_ORDER_TYPES, executionItem, orderItem } from './orders.ts';
import { TRANSACTION_TYPES, transactionItem } from './positions.ts';

/** Part of a symbol, in any case. */
const symbolPart = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(32),
  v.description('Part of a symbol, upper or lower case: BTC finds BTCUSDT and BTC/USDC.'),
);

/** A page, newest first. */
const pageOf = <Item extends WireSchema>(item: Item) =>
  object({
    list: v.array(item),
    /** '' on the last page. */
    nextPageCursor: v.string(),
    /** Start of the period with missing rows; absent if complete. */
    behindSinceE3: v.optional(number),
  });

/** Query of every paged list: `limit` 1 to 200, default 50; `cursor` is the `nextPageCursor` of the previous page. */
export const historyQuery = object({
  symbol: v.optional(symbolText),
  limit: v.optional(countText),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200), v.regex(/^[A-Za-z0-9_-]*$/))),
});
export type HistoryQuery = v.InferOutput<typeof historyQuery>;

/** GET /contract/v5/order/list: open orders, or those of one symbol; `limit` 1 to 500, which is the default. */
export const openOrdersQuery = historyQuery;

/** A paged history list: rows from the time `from` on and before the time `to` (ms), each unlimited if absent. */
export const pastQuery = object({
  ...historyQuery.entries,
  search: v.optional(symbolPart),
  from: v.optional(countText),
  to: v.optional(countText),
});
export type PastQuery = v.InferOutput<typeof pastQuery>;

/** Some of these words, separated by commas. */
const wordsOf = (words: readonly string[]) =>
  v.pipe(
    v.string(),
    v.regex(/^[A-Za-z]{1,32}(,[A-Za-z]{1,32}){0,31}$/),
    v.check((text) => text.split(',').every((word) => words.includes(word))),
    v.description(`One or more of ${words.join(', ')}, separated by commas.`),
  );
const ORDER_KINDS = ['Limit', 'Market', ...STOP_ORDER_TYPES, ...STRATEGY_KINDS];
const coinText = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/));

/** GET /contract/v5/order/history: `kind` is an order type, a stop type or a strategy. */
export const orderHistoryQuery = object({
  ...pastQuery.entries,
  side: v.optional(sideText),
  status: v.optional(wordsOf(ORDER_STATUSES)),
  kind: v.optional(wordsOf(ORDER_KINDS)),
});

/** GET /contract/v5/execution/list, and for closing executions /contract/v5/position/closed-pnl. */
export const executionQuery = object({ ...pastQuery.entries, side: v.optional(sideText), kind: v.optional(wordsOf(EXECUTION_TYPES)) });

/** GET /contract/v5/account/transaction-log. */
export const transactionQuery = object({ ...pastQuery.entries, coin: v.optional(coinText), kind: v.optional(wordsOf(TRANSACTION_TYPES)) });

/** Filters of cash movements: funding, borrowing, transfers. */
export const movementQuery = object({ ...pastQuery.entries, coin: v.optional(coinText) });

export const HISTORY_LISTS = ['orders', 'executions', 'closed-pnl', 'transactions', 'funding', 'borrowing', 'transfers'] as const;
export type HistoryList = (typeof HISTORY_LISTS)[number];

/** GET /contract/v5/history/export: a list as a file, with the filters of that list. */
export const exportQuery = object({
  list: v.picklist(HISTORY_LISTS),
  symbol: v.optional(symbolText),
  search: v.optional(symbolPart),
  from: v.optional(countText),
  to: v.optional(countText),
  side: v.optional(sideText),
  status: v.optional(wordsOf(ORDER_STATUSES)),
  kind: v.optional(wordsOf([...ORDER_KINDS, ...EXECUTION_TYPES, ...TRANSACTION_TYPES])),
  coin: v.optional(coinText),
});
export type ExportQuery = v.InferOutput<typeof exportQuery>;

/** The fills of one order that closed a position or part of it; a forced close without an order is a separate item. */
export const closedPnlItem = object({
  /** The first execution. */
  execId: v.string(),
  /** '' for a forced close. */
  orderId: v.string(),
  /** Executions added up here. */
  fillCount: number,
  symbol: v.string(),
  /** Side of the closing order. */
  side: sideText,
  positionIdx: v.picklist([0, 1, 2]),
  execType: v.picklist(EXECUTION_TYPES),
  closedSize: v.string(),
  avgEntryPrice: v.string(),
  avgExitPrice: v.string(),
  /** P&L of the closed part, before fees. */
  closedPnl: v.string(),
  /** Fees of these executions. */
  execFee: v.string(),
  /** Coin of the fees. */
  feeCurrency: v.string(),
  /** Fees of opening and closing the closed part; absent, like `funding` and `netPnl`, if the history does not know its opening. */
  fees: v.optional(v.string()),
  /** Funding paid for the closed part; negative if received. */
  funding: v.optional(v.string()),
  /** P&L of the closed part that session settlements paid out before; absent if none. */
  settledPnl: v.optional(v.string()),
  /** P&L of the closed part after these fees and this funding, with what was settled before. */
  netPnl: v.optional(v.string()),
  /** When the first execution happened. */
  createdAtE3: number,
  /** When the last execution happened. */
  updatedAtE3: number,
});
export type ClosedPnlItem = v.InferOutput<typeof closedPnlItem>;

/** GET /contract/v5/position/closed-pnl: newest first. */
export const closedPnlPage = pageOf(closedPnlItem);

/** GET /contract/v5/order/list (open orders) and /order/history (all, as they stand now): newest first. */
export const orderPage = pageOf(orderItem);
export type OrderPage = v.InferOutput<typeof orderPage>;

/** GET /contract/v5/execution/list: newest first. */
export const executionPage = pageOf(executionItem);

/** A funding of a perpetual contract: longs paid shorts this share of their value at this mark price, or the other way round. */
export const fundingItem = object({
  symbol: v.string(),
  /** 0.0001 is 0.01 %; longs pay when it is positive. */
  fundingRate: v.string(),
  markPrice: v.string(),
  fundingTimeE3: number,
});
export type FundingItem = v.InferOutput<typeof fundingItem>;

/** GET /contract/v5/market/funding-history: newest first. */
export const fundingQuery = object({ ...historyQuery.entries, symbol: symbolText });
export type FundingQuery = v.InferOutput<typeof fundingQuery>;
export const fundingPage = pageOf(fundingItem);

/** The end of a dated contract or an option: every position in it was settled at this price. */
export const deliveryItem = object({ symbol: v.string(), deliveryPrice: v.string(), deliveryTimeE3: number });
export type DeliveryItem = v.InferOutput<typeof deliveryItem>;

/** GET /contract/v5/market/delivery-history: newest first, of a symbol, of all that is made of a coin, or of everything. */
export const deliveryQuery = object({ ...historyQuery.entries, baseCoin: v.optional(coinText) });
export type DeliveryQuery = v.InferOutput<typeof deliveryQuery>;
export const deliveryPage = pageOf(deliveryItem);

/** GET /contract/v5/market/insurance: by coin. */
export const insuranceResult = object({ list: v.array(object({ coin: v.string(), balance: v.string() })) });

/** GET /contract/v5/account/transaction-log: newest first. */
export const transactionPage = pageOf(transactionItem);

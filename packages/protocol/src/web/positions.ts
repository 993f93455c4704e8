import * as z from 'zod/mini';
import { copyStateItem } from './copying.ts';
import { feeTierText } from './fees.ts';
import { accountKindText } from './session.ts';
import { strategyItem } from './strategies.ts';
import { clientOrderIdText } from './order-options.ts';
import { decimalText, requestIdText, sideText, symbolText } from './envelope.ts';

/** POST /contract/v5/position/set-leverage. */
export const setLeverageRequest = z.object({ symbol: symbolText, buyLeverage: decimalText, sellLeverage: decimalText });
export type SetLeverageRequest = z.infer<typeof setLeverageRequest>;

/** POST /contract/v5/position/set-margin-mode. */
export const setMarginModeRequest = z.object({ symbol: symbolText, marginMode: z.enum(['cross', 'isolated']) });
export type SetMarginModeRequest = z.infer<typeof setMarginModeRequest>;

/** POST /contract/v5/position/set-position-mode. */
export const setPositionModeRequest = z.object({ symbol: symbolText, mode: z.enum(['MergedSingle', 'BothSide']) });
export type SetPositionModeRequest = z.infer<typeof setPositionModeRequest>;

/** POST /private/position/add-margin and /pre-add-margin: money times 1e8; a negative amount takes out. */
export const addMarginRequest = z.object({
  symbol: symbolText,
  positionIdx: z.optional(z.literal([0, 1, 2])),
  addToPositionBalanceE8: z.string().check(z.regex(/^-?\d{1,24}$/)),
  requestId: z.optional(requestIdText),
});
export type AddMarginRequest = z.infer<typeof addMarginRequest>;
/** POST /private/position/set-auto-add-margin. */
export const setAutoAddMarginRequest = z.object({
  symbol: symbolText,
  positionIdx: z.optional(z.literal([0, 1, 2])),
  newAutoAddMargin: z.boolean(),
});
export type SetAutoAddMarginRequest = z.infer<typeof setAutoAddMarginRequest>;
/** What the position would have then; `liqPrice` is '' when no price liquidates it. */
export const preAddMarginResult = z.object({ positionBalance: z.string(), liqPrice: z.string() });
export type PreAddMarginResult = z.infer<typeof preAddMarginResult>;

/** POST …/order/close-all of copy trading: closes one position at market. */
export const copyCloseAllRequest = z.object({
  symbol: symbolText,
  positionIdx: z.optional(z.literal([0, 1, 2])),
  orderLinkId: z.optional(clientOrderIdText),
});
export type CopyCloseAllRequest = z.infer<typeof copyCloseAllRequest>;

/**
 * A position as the exchange holds it: REST list and the stream `user.position`. What follows from the mark price (liquidation
 * price, margin, unrealised P&L, ROI) is computed where it is shown, with the exchange's own functions.
 */
export const positionItem = z.object({
  symbol: z.string(),
  positionIdx: z.literal([0, 1, 2]),
  side: sideText,
  /** '0' says that the position is gone. */
  size: z.string(),
  /** Of what is open at the prices that its P&L counts from, and at those it was opened at: they differ after a session settlement. */
  entryValue: z.string(),
  openValue: z.string(),
  /** Of an open position of an inverse contract, whose values are rounded: the mean price it was opened at. */
  avgPrice: z.optional(z.string()),
  isIsolated: z.boolean(),
  leverageE2: z.string(),
  positionBalance: z.string(),
  isAutoAddMargin: z.boolean(),
  realisedPnl: z.string(),
  tradePnl: z.string(),
  fees: z.string(),
  positionFundingFee: z.string(),
  cumRealisedPnl: z.string(),
  /** 5 is deleveraged first, 1 last; absent until it is ranked. */
  adlRankIndicator: z.optional(z.literal([1, 2, 3, 4, 5])),
  firstOpenPzTime: z.number(),
  updatedAtE3: z.number(),
});
export type PositionItem = z.infer<typeof positionItem>;

/** What the account has chosen for one symbol. */
export const settingsItem = z.object({
  symbol: z.string(),
  marginMode: z.enum(['cross', 'isolated']),
  mode: z.enum(['MergedSingle', 'BothSide']),
  buyLeverageE2: z.string(),
  sellLeverageE2: z.string(),
});
export type SettingsItem = z.infer<typeof settingsItem>;

/** Where coins of an account are beside its cash for trading; `loan` is minus what was borrowed by hand. */
export const SIDE_WALLETS = ['funding', 'savings', 'loan'] as const;

export const TRANSACTION_TYPES = [
  'deposit',
  'trade',
  'fee',
  'funding',
  'marginIn',
  'marginOut',
  'liquidation',
  'deleveraging',
  'settlement',
  'delivery',
  'transfer',
  'borrow',
  'repay',
  'interest',
  'conversion',
  'subscription',
  'redemption',
  'yield',
] as const;

export const walletItem = z.object({
  coin: z.string(),
  /** Absent for the trading wallet. */
  wallet: z.optional(z.enum(SIDE_WALLETS)),
  /** Of the trading wallet: cash outside isolated positions; may be negative while unrealised profit or other coins cover it. */
  cash: z.string(),
  /** Whether what there is of the coin counts as margin; absent where that did not change. */
  isCollateral: z.optional(z.boolean()),
});
export type WalletItem = z.infer<typeof walletItem>;

/** GET /contract/v5/account/state, and the snapshot of every `user.*` topic: the whole account at one moment. */
export const accountStateResult = z.object({
  /** Sequence of the last command whose events it contains; the stream goes on with the next. */
  seq: z.number(),
  wallet: z.array(walletItem),
  positions: z.array(positionItem),
  settings: z.array(settingsItem),
  /** The part that the account plays in copy trading. */
  copying: z.optional(copyStateItem),
  /** What decides the account's fees; absent for the lowest. */
  feeTier: z.optional(feeTierText),
  /** Running strategies, and those that ended lately. */
  strategies: z.optional(z.array(strategyItem)),
  /** Seconds without a private stream after which resting orders are cancelled; absent when they are not. */
  disconnectWindow: z.optional(z.number()),
});
export type AccountStateResult = z.infer<typeof accountStateResult>;

/** GET /contract/v5/account/transaction-log. */
export const transactionItem = z.object({
  id: z.string(),
  timeE3: z.number(),
  coin: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  /** The wallet that the line belongs to; absent for the trading wallet. */
  wallet: z.optional(z.enum(SIDE_WALLETS)),
  symbol: z.string(),
  amount: z.string(),
  /** What is in the wallet after the line. */
  cashBalance: z.string(),
  /** Of a transfer between accounts: the kind of the other one. */
  otherAccountKind: z.optional(accountKindText),
  /** Of interest and yield: what it was worked out from, and the share of it for the hour. */
  basis: z.optional(z.string()),
  hourlyRate: z.optional(z.string()),
});
export type TransactionItem = z.infer<typeof transactionItem>;

/** A position's fields by the names of the specification, section 3. */
export const POSITION_FIELDS = [
  ...(['symbol', 'side', 'size', 'leverage', 'mode', 'isIsolated', 'entryPrice', 'sessionAvgPrice', 'markPrice', 'lastPrice'] as const),
  ...(['liqPrice', 'liqPriceByMp', 'bustPrice', 'breakevenPrice', 'positionBalance', 'positionIM', 'positionMM'] as const),
  ...(['positionIMByMp', 'positionMMByMp', 'positionIMUsd', 'positionMMUsd', 'positionUPL', 'positionRPL', 'cumRealisedPnl'] as const),
  ...(['ROI', 'positionIdx', 'positionValue', 'takeProfit', 'stopLoss', 'tpTriggerBy', 'slTriggerBy', 'tpSlMode'] as const),
  ...(['tpOrderNum', 'slOrderNum', 'tpFreeSize', 'slFreeSize', 'trailingStop', 'activationPrice', 'trailValuePercentageE4'] as const),
  ...(['isAutoAddMargin', 'reduceOnly', 'riskId', 'adlRankIndicator', 'marketsType', 'positionFundingFee', 'tradePnl'] as const),
  ...(['delta', 'theta', 'gamma', 'vega', 'iv', 'strikePrice', 'deliveryTime', 'term', 'firstOpenPzTime'] as const),
  ...(['minPositionCost', 'bv2c', 'sv2c'] as const),
] as const;
export type PositionField = (typeof POSITION_FIELDS)[number];

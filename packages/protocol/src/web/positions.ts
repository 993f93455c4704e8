import * as v from 'valibot';
import { number, object } from '../schema.ts';
import { copyStateItem } from './copying.ts';
import { feeTierText } from './fees.ts';
import { accountKindText } from './session.ts';
import { strategyItem } from './strategies.ts';
import { clientOrderIdText } from './order-options.ts';
import { decimalText, requestIdText, sideText, symbolText } from './envelope.ts';

/** POST /contract/v5/position/set-leverage. */
export const setLeverageRequest = object({ symbol: symbolText, buyLeverage: decimalText, sellLeverage: decimalText });
export type SetLeverageRequest = v.InferOutput<typeof setLeverageRequest>;

/** POST /contract/v5/position/set-margin-mode. */
export const setMarginModeRequest = object({ symbol: symbolText, marginMode: v.picklist(['cross', 'isolated']) });
export type SetMarginModeRequest = v.InferOutput<typeof setMarginModeRequest>;

/** POST /contract/v5/position/set-position-mode. */
export const setPositionModeRequest = object({ symbol: symbolText, mode: v.picklist(['MergedSingle', 'BothSide']) });
export type SetPositionModeRequest = v.InferOutput<typeof setPositionModeRequest>;

/** POST /private/position/add-margin and /pre-add-margin: amount times 1e8; negative to remove margin. */
export const addMarginRequest = object({
  symbol: symbolText,
  positionIdx: v.optional(v.picklist([0, 1, 2])),
  addToPositionBalanceE8: v.pipe(v.string(), v.regex(/^-?\d{1,24}$/)),
  requestId: v.optional(requestIdText),
});
export type AddMarginRequest = v.InferOutput<typeof addMarginRequest>;
/** POST /private/position/set-auto-add-margin. */
export const setAutoAddMarginRequest = object({
  symbol: symbolText,
  positionIdx: v.optional(v.picklist([0, 1, 2])),
  newAutoAddMargin: v.boolean(),
});
export type SetAutoAddMarginRequest = v.InferOutput<typeof setAutoAddMarginRequest>;
/** The position after the change; `liqPrice` is '' if no price liquidates it. */
export const preAddMarginResult = object({ positionBalance: v.string(), liqPrice: v.string() });
export type PreAddMarginResult = v.InferOutput<typeof preAddMarginResult>;

/** POST …/order/close-all of copy trading: closes one position at market. */
export const copyCloseAllRequest = object({
  symbol: symbolText,
  positionIdx: v.optional(v.picklist([0, 1, 2])),
  orderLinkId: v.optional(clientOrderIdText),
});
export type CopyCloseAllRequest = v.InferOutput<typeof copyCloseAllRequest>;

/**
 * A position on the exchange: REST list and the stream `user.position`. Figures that follow the mark price (liquidation
 * price, margin, unrealised P&L, ROI) are computed where they are displayed, with the exchange's own functions.
 */
export const positionItem = object({
  symbol: v.string(),
  positionIdx: v.picklist([0, 1, 2]),
  side: sideText,
  /** '0' for a closed position. */
  size: v.string(),
  /** Value of the open quantity at the prices that P&L counts from, and at the entry prices; they differ after a session settlement. */
  entryValue: v.string(),
  openValue: v.string(),
  /** Inverse contracts with an open position only, because their values are rounded: the average entry price. */
  avgPrice: v.optional(v.string()),
  isIsolated: v.boolean(),
  leverageE2: v.string(),
  positionBalance: v.string(),
  isAutoAddMargin: v.boolean(),
  realisedPnl: v.string(),
  tradePnl: v.string(),
  fees: v.string(),
  positionFundingFee: v.string(),
  cumRealisedPnl: v.string(),
  /** 5 is deleveraged first, 1 last; absent before the first ranking. */
  adlRankIndicator: v.optional(v.picklist([1, 2, 3, 4, 5])),
  firstOpenPzTime: number,
  updatedAtE3: number,
});
export type PositionItem = v.InferOutput<typeof positionItem>;

/** An account's settings for one symbol. */
export const settingsItem = object({
  symbol: v.string(),
  marginMode: v.picklist(['cross', 'isolated']),
  mode: v.picklist(['MergedSingle', 'BothSide']),
  buyLeverageE2: v.string(),
  sellLeverageE2: v.string(),
});
export type SettingsItem = v.InferOutput<typeof settingsItem>;

/** Wallets of an account other than its trading cash; `loan` is the negative manual loan. */
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

export const walletItem = object({
  coin: v.string(),
  /** Absent for the trading wallet. */
  wallet: v.optional(v.picklist(SIDE_WALLETS)),
  /** Cash in the trading wallet, outside isolated positions; negative while unrealised profit or other coins cover it. */
  cash: v.string(),
  /** Whether the coin counts as collateral; absent if unchanged. */
  isCollateral: v.optional(v.boolean()),
});
export type WalletItem = v.InferOutput<typeof walletItem>;

/** GET /contract/v5/account/state, and the snapshot of every `user.*` topic: the whole account at one point in time. */
export const accountStateResult = object({
  /** Sequence of the last command whose events are included; the stream continues with the next. */
  seq: number,
  wallet: v.array(walletItem),
  positions: v.array(positionItem),
  settings: v.array(settingsItem),
  /** The account's role in copy trading. */
  copying: v.optional(copyStateItem),
  /** Determines the account's fees; absent for the lowest tier. */
  feeTier: v.optional(feeTierText),
  /** Running strategies and recently ended ones. */
  strategies: v.optional(v.array(strategyItem)),
  /** Seconds without a private stream after which resting orders are cancelled; absent if off. */
  disconnectWindow: v.optional(number),
});
export type AccountStateResult = v.InferOutput<typeof accountStateResult>;

/** GET /contract/v5/account/transaction-log. */
export const transactionItem = object({
  id: v.string(),
  timeE3: number,
  coin: v.string(),
  type: v.picklist(TRANSACTION_TYPES),
  /** The wallet that the line belongs to; absent for the trading wallet. */
  wallet: v.optional(v.picklist(SIDE_WALLETS)),
  symbol: v.string(),
  amount: v.string(),
  /** Balance of the wallet after the line. */
  cashBalance: v.string(),
  /** Transfers between accounts only: the kind of the other account. */
  otherAccountKind: v.optional(accountKindText),
  /** Interest and yield only: the amount it accrued on, and the hourly rate. */
  basis: v.optional(v.string()),
  hourlyRate: v.optional(v.string()),
});
export type TransactionItem = v.InferOutput<typeof transactionItem>;

/** Field names of a position (POS-01). */
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

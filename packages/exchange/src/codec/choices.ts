import type {
  AccountKind,
  CancelReason,
  CancelScope,
  FundsMove,
  MarginMode,
  OrderSource,
  OrderStatus,
  OrderType,
  PlaceOrderPair,
  PositionIndex,
  PositionMode,
  SelfMatch,
  Side,
  StrategyKind,
  TimeInForce,
  TpSlMode,
  TriggerDirection,
  TriggerSource,
} from '@tapedeck/domain';

/** The place of a choice in a short list of them, -1 when it is none: sooner found by steps than by a call of `indexOf`. */
export function placeOf<Choice>(choices: readonly Choice[], choice: Choice): number {
  for (let at = 0; at < choices.length; at += 1) if (choices[at] === choice) return at;
  return -1;
}

/** All choices in the order in which they stand: a map, so that the types notice one that is missing. */
export function choicesOf<Choice extends string>(all: Readonly<Record<Choice, true>>): readonly Choice[] {
  return Object.keys(all) as Choice[];
}

// The places in these lists are those of journals and of snapshots: never reused, never changed. A new choice comes last.

export const SIDES = choicesOf<Side>({ Buy: true, Sell: true });
export const ORDER_TYPES = choicesOf<OrderType>({ Limit: true, Market: true });
export const TIMES_IN_FORCE = choicesOf<TimeInForce>({ GoodTillCancel: true, ImmediateOrCancel: true, FillOrKill: true, PostOnly: true });
export const ORDER_SOURCES = choicesOf<OrderSource>({ form: true, chart: true, table: true, api: true, liquidation: true, market: true });
export const POSITION_INDEXES: readonly PositionIndex[] = [0, 1, 2];
export const ORDER_STATUSES = choicesOf<OrderStatus>({
  New: true,
  Cancelled: true,
  PartiallyFilled: true,
  Filled: true,
  Rejected: true,
  Untriggered: true,
  Triggered: true,
  Deactivated: true,
});
export const CANCEL_REASONS = choicesOf<CancelReason>({
  CancelByUser: true,
  CancelByReduceOnly: true,
  CancelBySmp: true,
  CancelByDelivery: true,
  CancelBySettle: true,
  CancelAllBeforeLiq: true,
  CancelByPmTrialMmOverEquity: true,
  CancelByTpSlTsClear: true,
  CancelByOCOTpCanceledBySlTriggered: true,
  CancelByOCOSlCanceledByTpTriggered: true,
  CancelByCannotAffordOrderCost: true,
  CancelByMaxSlippage: true,
  CancelByDCP: true,
  EC_ReachRiskPriceLimit: true,
  EC_Others: true,
  EC_PostOnlyWillTakeLiquidity: true,
  EC_NoImmediateQtyToFill: true,
  EC_CancelForNoFullFill: true,
  EC_ReachMarketPriceLimit: true,
  CancelAllBeforeAdl: true,
});
export const TRIGGER_SOURCES = choicesOf<TriggerSource>({ LastPrice: true, IndexPrice: true, MarkPrice: true });
export const TRIGGER_DIRECTIONS = choicesOf<TriggerDirection>({ Rising: true, Falling: true });
export const TP_SL_MODES = choicesOf<TpSlMode>({ Full: true, Partial: true });
export const SELF_MATCHES = choicesOf<SelfMatch>({ None: true, CancelMaker: true, CancelTaker: true, CancelBoth: true });
export const CANCEL_TABS = choicesOf<CancelScope['tab']>({
  activity: true,
  condition: true,
  tpSl: true,
  trailingStop: true,
  mmr: true,
  oco: true,
  futureSpread: true,
  partialTpSl: true,
  every: true,
});
export const PAIR_KINDS = choicesOf<PlaceOrderPair['kind']>({ TakeProfitStopLossOCO: true, BidirectionalTpSl: true });
export const STRATEGY_KINDS = choicesOf<StrategyKind>({
  Iceberg: true,
  TWAP: true,
  Chase: true,
  Scaled: true,
  Grid: true,
  Webhook: true,
  FutureSpread: true,
});
export const MARGIN_MODES = choicesOf<MarginMode>({ cross: true, isolated: true });
export const POSITION_MODES = choicesOf<PositionMode>({ MergedSingle: true, BothSide: true });
export const ACCOUNT_KINDS = choicesOf<AccountKind>({ regular: true, UTA: true, UTA2: true, PM: true });
export const FUNDS_MOVES = choicesOf<FundsMove>({
  toFunding: true,
  toTrading: true,
  borrow: true,
  repay: true,
  subscribe: true,
  redeem: true,
});

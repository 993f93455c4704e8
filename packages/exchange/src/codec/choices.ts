import type {
  AccountKind,
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

/** Index of a choice in a short list, -1 if absent: a loop is faster than `indexOf`. */
export function placeOf<Choice>(choices: readonly Choice[], choice: Choice): number {
  for (let at = 0; at < choices.length; at += 1) if (choices[at] === choice) return at;
  return -1;
}

/** All choices in list order; as a map, so that the types reject a missing choice. */
export function choicesOf<Choice extends string>(all: Readonly<Record<Choice, true>>): readonly Choice[] {
  return Object.keys(all) as Choice[];
}

// The indices in these lists are those of journals and snapshots: never reused, never changed. A new choice comes last.

export { CANCEL_REASONS, ORDER_SOURCES } from '@tapedeck/domain';
export const SIDES = choicesOf<Side>({ Buy: true, Sell: true });
export const ORDER_TYPES = choicesOf<OrderType>({ Limit: true, Market: true });
export const TIMES_IN_FORCE = choicesOf<TimeInForce>({ GoodTillCancel: true, ImmediateOrCancel: true, FillOrKill: true, PostOnly: true });
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

// Indices of the choices that every order has, written out to avoid a list search.

export const sideCode = (side: Side): number => (side === 'Buy' ? 0 : 1);

export const orderTypeCode = (type: OrderType): number => (type === 'Limit' ? 0 : 1);

export function timeInForceCode(timeInForce: TimeInForce): number {
  switch (timeInForce) {
    case 'GoodTillCancel':
      return 0;
    case 'ImmediateOrCancel':
      return 1;
    case 'FillOrKill':
      return 2;
    case 'PostOnly':
      return 3;
  }
}

export function sourceCode(source: OrderSource): number {
  switch (source) {
    case 'form':
      return 0;
    case 'chart':
      return 1;
    case 'table':
      return 2;
    case 'api':
      return 3;
    case 'liquidation':
      return 4;
    case 'market':
      return 5;
  }
}

import type { OrderStatus } from './order.ts';
import type { StopOrderType } from './trigger.ts';

/** Tabs of the order tables. */
export const ORDER_TABS = ['activity', 'condition', 'tpSl', 'trailingStop', 'mmr', 'oco', 'futureSpread'] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

const TABS: Readonly<Record<StopOrderType, OrderTab>> = {
  Stop: 'condition',
  TakeProfit: 'tpSl',
  StopLoss: 'tpSl',
  PartialTakeProfit: 'tpSl',
  PartialStopLoss: 'tpSl',
  TakeProfitStopLoss: 'tpSl',
  TrailingStop: 'trailingStop',
  TrailingProfit: 'trailingStop',
  TakeProfitStopLossOCO: 'oco',
  BidirectionalTpSl: 'tpSl',
  MmRateClose: 'mmr',
};

const KINDS = Object.keys(TABS) as StopOrderType[];

/** Kinds of conditional orders that a tab shows. */
export const kindsOfTab = (tab: OrderTab): readonly StopOrderType[] => KINDS.filter((kind) => TABS[kind] === tab);

const PLAIN = -1;
/** Plan type of a conditional spot order by its stop type; spot has no close by margin rate. */
const PLAN_TYPES: Readonly<Record<Exclude<StopOrderType, 'MmRateClose'>, number>> = {
  Stop: 1,
  TrailingStop: 4,
  TrailingProfit: 5,
  TakeProfit: 8,
  StopLoss: 8,
  PartialTakeProfit: 8,
  PartialStopLoss: 8,
  TakeProfitStopLoss: 8,
  TakeProfitStopLossOCO: 10,
  BidirectionalTpSl: 11,
};

/** The plan type of a spot order; a plain one by default. */
export const planTypeOf = (kind: StopOrderType | undefined): number =>
  kind === undefined || kind === 'MmRateClose' ? PLAIN : PLAN_TYPES[kind];

const PLAN_TABS: ReadonlyMap<number, OrderTab> = new Map(
  KINDS.filter((kind) => kind !== 'MmRateClose').map((kind) => [PLAN_TYPES[kind], TABS[kind]]),
);

/** The tab of a spot order by its plan type; activity by default. */
export const planTab = (planType: number): OrderTab => PLAN_TABS.get(planType) ?? 'activity';

/** Whether an order is untriggered; afterwards it is an ordinary order. */
export const waits = (status: OrderStatus): boolean => status === 'Untriggered' || status === 'Deactivated';

/** The tab of an order: by its kind while it is untriggered, else activity. */
export function orderTab(order: { readonly status: OrderStatus; readonly stop?: { readonly kind: StopOrderType } }): OrderTab {
  return order.stop !== undefined && waits(order.status) ? TABS[order.stop.kind] : 'activity';
}

/** Statuses of spot tables. */
export type PlanOrderStatus =
  | 'NEW'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'PARTIALLY_FILLED_CANCELED'
  | 'CANCELED'
  | 'REJECTED'
  | 'ORDER_NEW'
  | 'ORDER_FILLED'
  | 'ORDER_CANCELED'
  | 'ORDER_REJECTED';

/** The spot table's status name; `plan` marks a conditional order. */
export function planOrderStatus(status: OrderStatus, plan: boolean, partlyFilled: boolean): PlanOrderStatus {
  switch (status) {
    case 'New':
      return 'NEW';
    case 'PartiallyFilled':
      return 'PARTIALLY_FILLED';
    case 'Filled':
      return 'FILLED';
    case 'Cancelled':
      if (partlyFilled) return 'PARTIALLY_FILLED_CANCELED';
      return plan ? 'ORDER_CANCELED' : 'CANCELED';
    case 'Rejected':
      return plan ? 'ORDER_REJECTED' : 'REJECTED';
    case 'Untriggered':
      return 'ORDER_NEW';
    case 'Triggered':
      return 'ORDER_FILLED';
    case 'Deactivated':
      return 'ORDER_CANCELED';
  }
}

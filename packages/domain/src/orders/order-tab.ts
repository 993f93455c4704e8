import type { OrderStatus } from './order.ts';
import type { StopOrderType } from './trigger.ts';

/** Tabs of the order tables (specification, section 2). */
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

/** Tabs by the plan types of spot orders (specification, section 4). */
const PLAN_TABS: Readonly<Record<number, OrderTab>> = {
  [-1]: 'activity',
  1: 'condition',
  4: 'trailingStop',
  5: 'trailingStop',
  8: 'tpSl',
  10: 'oco',
  11: 'tpSl',
};

const PLAIN = -1;
/** The plan type of a spot order by what it waits as; the pairs have no close by margin rate. */
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

/** The plan type of a spot order; without a kind of its own it is a plain one. */
export const planTypeOf = (kind: StopOrderType | undefined): number =>
  kind === undefined || kind === 'MmRateClose' ? PLAIN : PLAN_TYPES[kind];

/** The tab of a spot order by its plan type; whatever has none of its own is activity. */
export const planTab = (planType: number): OrderTab => PLAN_TABS[planType] ?? 'activity';

/** Whether an order still waits for its trigger; afterwards it is an order like any other. */
export const waits = (status: OrderStatus): boolean => status === 'Untriggered' || status === 'Deactivated';

/** The tab an order belongs to: by its kind while it waits, else activity (specification, section 4). */
export function orderTab(order: { readonly status: OrderStatus; readonly stop?: { readonly kind: StopOrderType } }): OrderTab {
  return order.stop !== undefined && waits(order.status) ? TABS[order.stop.kind] : 'activity';
}

/** Statuses of spot tables (specification, section 4). */
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

/** The spot table's word for a status; `plan` says that the order is a conditional one. */
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

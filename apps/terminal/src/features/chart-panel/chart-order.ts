import { CHART_ORDER_SIDES, CHART_ORDER_STATUSES, CHART_ORDER_TYPES, type ChartOrder } from '@tapedeck/chart/orders';
import type { OrderView } from '@tapedeck/client';

const STATUSES = {
  New: CHART_ORDER_STATUSES.Working,
  PartiallyFilled: CHART_ORDER_STATUSES.Working,
  Filled: CHART_ORDER_STATUSES.Filled,
  Cancelled: CHART_ORDER_STATUSES.Canceled,
  Rejected: CHART_ORDER_STATUSES.Rejected,
  Untriggered: CHART_ORDER_STATUSES.Inactive,
  Triggered: CHART_ORDER_STATUSES.Working,
  Deactivated: CHART_ORDER_STATUSES.Canceled,
} as const satisfies Readonly<Record<OrderView['record']['status'], ChartOrder['status']>>;

/** An order of the account in plain numbers for the chart (CHT-26). */
export function chartOrder({ side, orderType, stop, status }: OrderView['record']): ChartOrder {
  const { Limit, Market, Stop, StopLimit } = CHART_ORDER_TYPES;
  const plain = orderType === 'Limit' ? Limit : Market;
  const triggered = orderType === 'Limit' ? StopLimit : Stop;
  return { side: CHART_ORDER_SIDES[side], type: stop?.trigger === undefined ? plain : triggered, status: STATUSES[status] };
}

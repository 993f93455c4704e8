import type { LineKind } from './trading.ts';

/** Numbers of an order's side, type and status, as defined for pages that embed the chart (CHT-26). */
export const CHART_ORDER_SIDES = { Buy: 1, Sell: -1 } as const;
export const CHART_ORDER_TYPES = { Limit: 1, Market: 2, Stop: 3, StopLimit: 4 } as const;
export const CHART_ORDER_STATUSES = { Canceled: 1, Filled: 2, Inactive: 3, Placing: 4, Rejected: 5, Working: 6 } as const;

type ValueOf<T> = T[keyof T];

export interface ChartOrder {
  readonly side: ValueOf<typeof CHART_ORDER_SIDES>;
  readonly type: ValueOf<typeof CHART_ORDER_TYPES>;
  /** Inactive while untriggered, placing while in a form. */
  readonly status: ValueOf<typeof CHART_ORDER_STATUSES>;
}

/** The line of an order and its displayed side; `undefined` for an order without a waiting price. */
export function orderLineOf({ side, type, status }: ChartOrder): { readonly kind: LineKind; readonly side: 'Buy' | 'Sell' } | undefined {
  const kind = lineKindOf(type, status);
  return kind === undefined ? undefined : { kind, side: side === CHART_ORDER_SIDES.Buy ? 'Buy' : 'Sell' };
}

function lineKindOf(type: ChartOrder['type'], status: ChartOrder['status']): LineKind | undefined {
  const { Inactive, Placing, Working } = CHART_ORDER_STATUSES;
  const hasTrigger = type === CHART_ORDER_TYPES.Stop || type === CHART_ORDER_TYPES.StopLimit;
  if (type === CHART_ORDER_TYPES.Market) return undefined;
  if (status === Placing) return 'preOrder';
  if (status === Inactive) return hasTrigger ? 'conditional' : undefined;
  // Once triggered, a stop-limit order rests as a limit order.
  if (status === Working && type !== CHART_ORDER_TYPES.Stop) return 'order';
  return undefined;
}

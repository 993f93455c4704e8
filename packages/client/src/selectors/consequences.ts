import {
  endsWithPosition,
  fateWithoutOrders,
  fateWithoutPosition,
  isPositionExit,
  isProtective,
  orderTab,
  type OrderRecord,
  type OrderTab,
  type PositionRecord,
  type StrategyRecord,
} from '@tapedeck/domain';
import type { OrderView } from './account-selectors.ts';

/** Kind of an order, as shown to a trader who is about to lose it. */
export type OrderGroup = 'takeProfit' | 'stopLoss' | 'trailingStop' | 'marginRate' | 'reduceOnly' | 'conditional' | 'pair' | 'order';
export const ORDER_GROUPS = [
  'takeProfit',
  'stopLoss',
  'trailingStop',
  'marginRate',
  'pair',
  'conditional',
  'reduceOnly',
  'order',
] as const satisfies readonly OrderGroup[];

export type OrderCounts = Readonly<Partial<Record<OrderGroup, number>>>;

/** Effect on running strategies. */
export interface StrategyFates {
  readonly end: readonly StrategyRecord[];
  readonly goOn: readonly StrategyRecord[];
}

/** Effect of closing a position: orders and strategies that end, and those that continue. */
export interface ClosingEffect extends StrategyFates {
  readonly ends: OrderCounts;
  /** Conditional reduce-only orders: they stay active, and do nothing without a position. */
  readonly waitOn: number;
}

/** Effect of cancelling several orders. */
export interface CancelEffect extends StrategyFates {
  readonly cancelled: OrderCounts;
  /** Orders that protect a position and stay. */
  readonly kept: OrderCounts;
}

/** Scope of a cancel. */
export interface CancelAllScope {
  readonly symbol?: string | undefined;
  readonly tab?: Exclude<OrderTab, 'futureSpread'> | undefined;
  readonly keepProtective: boolean;
}

export function groupOf(order: OrderRecord): OrderGroup {
  const tab = orderTab(order);
  switch (tab) {
    case 'tpSl':
      if (order.stop?.kind === 'BidirectionalTpSl') return 'pair';
      return order.stop?.kind === 'StopLoss' || order.stop?.kind === 'PartialStopLoss' ? 'stopLoss' : 'takeProfit';
    case 'trailingStop':
      return 'trailingStop';
    case 'mmr':
      return 'marginRate';
    case 'oco':
      return 'pair';
    case 'condition':
      return 'conditional';
    default:
      return order.reduceOnly ? 'reduceOnly' : 'order';
  }
}

function counted(orders: readonly OrderRecord[]): OrderCounts {
  const counts: Partial<Record<OrderGroup, number>> = {};
  for (const order of orders) {
    const group = groupOf(order);
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return counts;
}

export const total = (counts: OrderCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const isRunning = ({ ended }: StrategyRecord): boolean => ended === undefined;

function fates(strategies: readonly StrategyRecord[], ends: (strategy: StrategyRecord) => boolean): StrategyFates {
  return { end: strategies.filter(ends), goOn: strategies.filter((strategy) => !ends(strategy)) };
}

/** Effect of closing these positions on the account's other orders, by the exchange's rules. */
export function closingEffect(
  positions: readonly PositionRecord[],
  orders: readonly OrderRecord[],
  strategies: readonly StrategyRecord[],
): ClosingEffect {
  const ending = orders.filter((order) => positions.some((position) => endsWithPosition(order, position)));
  const of = (one: { readonly instrument: number; readonly positionIndex: number }): boolean =>
    positions.some(({ instrument, positionIndex }) => one.instrument === instrument && one.positionIndex === positionIndex);
  const waiting = orders.filter((order) => of(order) && isProtective(order) && !(order.stop && isPositionExit(order.stop.kind)));
  const running = strategies.filter((strategy) => isRunning(strategy) && of(strategy));
  return {
    ends: counted(ending),
    waitOn: waiting.length,
    ...fates(running, ({ plan, reduceOnly }) => fateWithoutPosition(plan.kind, reduceOnly) === 'ends'),
  };
}

/** Whether this scope covers an order, whether or not it then keeps it. */
export function inScope({ record, instrument, state }: OrderView, { symbol, tab }: Omit<CancelAllScope, 'keepProtective'>): boolean {
  if (state !== 'live' || (symbol !== undefined && instrument.symbol !== symbol)) return false;
  return tab === undefined || orderTab(record) === tab;
}

/**
 * Effect of cancelling these orders, by the exchange's rules; `all` are the account's open orders, `strategies` those
 * that may be affected.
 */
export function cancelEffect(
  meant: readonly OrderView[],
  { all, strategies, keepProtective }: { all: readonly OrderView[]; strategies: readonly StrategyRecord[]; keepProtective: boolean },
): CancelEffect {
  const records = meant.map(({ record }) => record);
  const kept = keepProtective ? records.filter(isProtective) : [];
  const cancelled = keepProtective ? records.filter((record) => !isProtective(record)) : records;
  const partsOf = (list: readonly OrderRecord[], { strategyId }: StrategyRecord): number =>
    list.filter(({ strategy }) => strategy?.id === strategyId).length;
  const open = all.map(({ record }) => record);
  return {
    cancelled: counted(cancelled),
    kept: counted(kept),
    ...fates(
      strategies.filter(isRunning),
      (strategy) => fateWithoutOrders(strategy.plan.kind, partsOf(cancelled, strategy), partsOf(open, strategy)) === 'ends',
    ),
  };
}

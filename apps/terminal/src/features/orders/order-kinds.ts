import type { OrderView } from '@tapedeck/client';
import { orderTab, STRATEGY_KINDS, type OrderTab, type StopOrderType, type StrategyKind } from '@tapedeck/domain';
import { cell } from '../../platform/use-readable.ts';

/** Kinds of open orders that can be shown alone. */
export type ShownKind = 'all' | Exclude<OrderTab, 'futureSpread'>;
export const SHOWN_KINDS = ['all', 'activity', 'condition', 'tpSl', 'trailingStop', 'oco', 'mmr'] as const satisfies readonly ShownKind[];

/** Kinds of orders of the past: those, and the strategies that an order was a part of. */
export type PastKind = ShownKind | StrategyKind;
export const PAST_KIND_NAMES: readonly PastKind[] = [...SHOWN_KINDS, ...STRATEGY_KINDS];

/** How orders of a kind traded, what they waited as, or what they were parts of; `undefined` is all of them. */
export const PAST_KINDS: Readonly<Record<ShownKind, readonly (StopOrderType | 'Limit' | 'Market')[] | undefined>> = {
  all: undefined,
  activity: ['Limit', 'Market'],
  condition: ['Stop'],
  tpSl: ['TakeProfit', 'StopLoss', 'PartialTakeProfit', 'PartialStopLoss', 'TakeProfitStopLoss', 'BidirectionalTpSl'],
  trailingStop: ['TrailingStop', 'TrailingProfit'],
  oco: ['TakeProfitStopLossOCO'],
  mmr: ['MmRateClose'],
};

export const isStrategyKind = (kind: PastKind): kind is StrategyKind => STRATEGY_KINDS.some((own) => own === kind);

export const pastKinds = (kind: PastKind): readonly string[] | undefined => (isStrategyKind(kind) ? [kind] : PAST_KINDS[kind]);

/** What the table of open orders shows now; what cancels all follows it. */
export const shownKind = cell<ShownKind>('all');

export const ofKind = (orders: readonly OrderView[], kind: ShownKind): readonly OrderView[] =>
  kind === 'all' ? orders : orders.filter(({ record }) => orderTab(record) === kind);

/** One order of each pair: cancelling it cancels its partner, which could then not be found. */
export function firstLegs(orders: readonly OrderView[]): readonly OrderView[] {
  const seen = new Set<number>();
  return orders.filter(({ record }) => {
    const parent = record.stop?.parent ?? 0;
    if (parent === 0) return true;
    if (seen.has(parent)) return false;
    seen.add(parent);
    return true;
  });
}

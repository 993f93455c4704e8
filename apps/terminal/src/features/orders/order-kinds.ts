import type { OrderView } from '@tapedeck/client';
import { orderTab, type OrderTab, type StopOrderType } from '@tapedeck/domain';
import { cell } from '../../platform/use-readable.ts';

/** Kinds of open orders that can be shown alone. */
export type ShownKind = 'all' | Exclude<OrderTab, 'futureSpread'>;
export const SHOWN_KINDS = ['all', 'activity', 'condition', 'tpSl', 'trailingStop', 'oco', 'mmr'] as const satisfies readonly ShownKind[];

/** The same of orders of the past, by how they traded or what they waited as; `undefined` is all of them. */
export const PAST_KINDS: Readonly<Record<ShownKind, readonly (StopOrderType | 'Limit' | 'Market')[] | undefined>> = {
  all: undefined,
  activity: ['Limit', 'Market'],
  condition: ['Stop'],
  tpSl: ['TakeProfit', 'StopLoss', 'PartialTakeProfit', 'PartialStopLoss', 'TakeProfitStopLoss', 'BidirectionalTpSl'],
  trailingStop: ['TrailingStop', 'TrailingProfit'],
  oco: ['TakeProfitStopLossOCO'],
  mmr: ['MmRateClose'],
};

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

import type { OrderView } from '@tapedeck/client';
import { orderTab, type OrderTab } from '@tapedeck/domain';
import { cell } from '../../platform/use-readable.ts';

/** Kinds of open orders that can be shown alone. */
export type ShownKind = 'all' | Exclude<OrderTab, 'futureSpread'>;
export const SHOWN_KINDS = ['all', 'activity', 'condition', 'tpSl', 'trailingStop', 'oco', 'mmr'] as const satisfies readonly ShownKind[];

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

import { createStore, type Loadable, type OrderView } from '@tapedeck/client';
import { kindsOfTab, orderTab, STRATEGY_KINDS, type OrderTab, type StrategyKind, type StrategyRecord } from '@tapedeck/domain';

/** Kinds of open orders that can be filtered. */
export type ShownKind = 'all' | OrderTab;
/** Kinds of single orders; spread orders are strategies. */
type OwnKind = Exclude<ShownKind, 'futureSpread'>;
const OWN_KINDS = ['all', 'activity', 'condition', 'tpSl', 'trailingStop', 'oco', 'mmr'] as const satisfies readonly OwnKind[];
export const SHOWN_KINDS = [...OWN_KINDS, 'futureSpread'] as const satisfies readonly ShownKind[];

/** Kinds of past orders: those, and the strategies of parts. */
export type PastKind = OwnKind | StrategyKind;
export const PAST_KIND_NAMES: readonly PastKind[] = [...OWN_KINDS, ...STRATEGY_KINDS];

export const isStrategyKind = (kind: PastKind): kind is StrategyKind => STRATEGY_KINDS.some((own) => own === kind);

/** Order, stop and strategy types of a kind; `undefined` means all. */
export function pastKinds(kind: PastKind): readonly string[] | undefined {
  if (kind === 'all') return undefined;
  if (isStrategyKind(kind)) return [kind];
  return kind === 'activity' ? ['Limit', 'Market'] : kindsOfTab(kind);
}

/** Filter of the open-orders table; Cancel all follows it. */
export const shownKind = createStore<ShownKind>('all');
/** The filtered symbol; '' for all. */
export const shownSymbol = createStore('');

/** Number of open futures-spread orders. */
export const waitingSpreads = (list: Loadable<readonly StrategyRecord[]>): number =>
  ((list.status === 'idle' ? undefined : list.data) ?? []).filter(({ plan, ended }) => plan.kind === 'FutureSpread' && ended === undefined)
    .length;

export const ofKind = (orders: readonly OrderView[], kind: ShownKind): readonly OrderView[] =>
  kind === 'all' ? orders : orders.filter(({ record }) => orderTab(record) === kind);

import { createStore, type Loadable, type OrderView } from '@tapedeck/client';
import { orderTab, STRATEGY_KINDS, type OrderTab, type StopOrderType, type StrategyKind, type StrategyRecord } from '@tapedeck/domain';

/** Kinds of open orders that can be shown alone. */
export type ShownKind = 'all' | OrderTab;
/** Kinds of which an order is one by itself; orders for spreads are strategies. */
type OwnKind = Exclude<ShownKind, 'futureSpread'>;
const OWN_KINDS = ['all', 'activity', 'condition', 'tpSl', 'trailingStop', 'oco', 'mmr'] as const satisfies readonly OwnKind[];
export const SHOWN_KINDS = [...OWN_KINDS, 'futureSpread'] as const satisfies readonly ShownKind[];

/** Kinds of orders of the past: those, and the strategies that an order was a part of. */
export type PastKind = OwnKind | StrategyKind;
export const PAST_KIND_NAMES: readonly PastKind[] = [...OWN_KINDS, ...STRATEGY_KINDS];

/** How orders of a kind traded, what they waited as, or what they were parts of; `undefined` is all of them. */
export const PAST_KINDS: Readonly<Record<OwnKind, readonly (StopOrderType | 'Limit' | 'Market')[] | undefined>> = {
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
export const shownKind = createStore<ShownKind>('all');
/** And of which symbol; '' for all. */
export const shownSymbol = createStore('');

/** How many orders for futures spreads wait. */
export const waitingSpreads = (list: Loadable<readonly StrategyRecord[]>): number =>
  ((list.status === 'idle' ? undefined : list.data) ?? []).filter(({ plan, ended }) => plan.kind === 'FutureSpread' && ended === undefined)
    .length;

export const ofKind = (orders: readonly OrderView[], kind: ShownKind): readonly OrderView[] =>
  kind === 'all' ? orders : orders.filter(({ record }) => orderTab(record) === kind);

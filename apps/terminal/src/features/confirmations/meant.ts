import { inScope, type OrderView, type TerminalClient } from '@tapedeck/client';
import type { FutureSpreadPlan, StrategyRecord } from '@tapedeck/domain';
import type { CancelMeant } from '../../intents/confirmation-asked.ts';
import { openOrders, strategiesOf } from '../../intents/running-now.ts';

type Account = Pick<TerminalClient, 'orders' | 'strategies'>;

/** Open futures-spread orders. */
export const spreadOrders = (client: Account): readonly (StrategyRecord & { readonly plan: FutureSpreadPlan })[] =>
  strategiesOf(client).filter(
    (strategy): strategy is StrategyRecord & { readonly plan: FutureSpreadPlan } =>
      strategy.plan.kind === 'FutureSpread' && strategy.ended === undefined,
  );

/** The selected open orders in their current state. */
export function meantOrders(client: Account, meant: CancelMeant): readonly OrderView[] {
  if (meant.of === 'spreads') return [];
  if (meant.of === 'scope') return openOrders(client).filter((order) => inScope(order, meant.scope));
  const ids = new Set(meant.orders.map(({ record }) => record.orderId));
  return openOrders(client).filter(({ record, state }) => state === 'live' && ids.has(record.orderId));
}

/** Strategies that the cancel may affect. */
export function metStrategies(client: Account, meant: CancelMeant): readonly StrategyRecord[] {
  const all = strategiesOf(client);
  if (meant.of !== 'scope') return [];
  const { symbol, tab } = meant.scope;
  if (tab !== undefined && tab !== 'activity') return [];
  const own = openOrders(client).find(({ instrument }) => instrument.symbol === symbol)?.instrument.id;
  return symbol === undefined ? all : all.filter(({ instrument }) => instrument === own);
}

/** Whether the request names protective orders explicitly, so that they are cancelled too. */
export const namesProtective = (meant: CancelMeant): boolean =>
  meant.of !== 'scope' || meant.scope.tab === 'tpSl' || meant.scope.tab === 'trailingStop' || meant.scope.tab === 'mmr';

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

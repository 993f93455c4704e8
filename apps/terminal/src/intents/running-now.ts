import type { Loadable, OrderView, TerminalClient } from '@tapedeck/client';
import type { StrategyRecord } from '@tapedeck/domain';

const listOf = <T>(value: Loadable<readonly T[]>): readonly T[] => (value.status === 'idle' ? undefined : value.data) ?? [];

export const openOrders = ({ orders }: Pick<TerminalClient, 'orders'>): readonly OrderView[] => listOf(orders.open.get());
export const strategiesOf = ({ strategies }: Pick<TerminalClient, 'strategies'>): readonly StrategyRecord[] =>
  listOf(strategies.list.get());

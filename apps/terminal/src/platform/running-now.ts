import type { Loadable, OrderView, TerminalClient } from '@tapedeck/client';
import type { StrategyRecord } from '@tapedeck/domain';

type Account = Pick<TerminalClient, 'account'>;
const listOf = <T>(value: Loadable<readonly T[]>): readonly T[] => (value.status === 'idle' ? undefined : value.data) ?? [];

export const openOrders = ({ account }: Account): readonly OrderView[] => listOf(account.openOrders.get());
export const strategiesOf = ({ account }: Account): readonly StrategyRecord[] => listOf(account.strategies.get());

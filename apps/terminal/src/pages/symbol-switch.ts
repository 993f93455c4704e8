import type { TerminalClient } from '@tapedeck/client';
import { timestamp, type Instrument, type Timestamp } from '@tapedeck/domain';
import { useClient } from '../platform/client-context.tsx';
import { goTo } from '../platform/navigation.tsx';
import { pathOf, wayTo } from './paths.ts';

/** Current time by the exchange's clock; by the machine's until the first ticker. */
export const exchangeNow = (client: Pick<TerminalClient, 'markets'>): Timestamp =>
  timestamp(client.markets.exchangeTime.get() ?? Date.now());

/** Shows another symbol on its trade page. */
export function useSymbolSwitch(from: Instrument | undefined): (symbol: string) => void {
  const client = useClient();
  return (symbol) => {
    const to = client.markets.instrument(symbol);
    const way = wayTo(from, to);
    if (way !== 'stay') goTo(pathOf(to, symbol, exchangeNow(client)), way);
  };
}

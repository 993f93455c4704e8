import type { StrategyRecord } from '@tapedeck/domain';
import type { AlgoContext } from '../forms/algo/algo-form.ts';
import { dataOf } from '../store/loadable.ts';
import { derived, type Readable } from '../store/readable.ts';
import { orderFormContext } from './order-form-context.ts';
import type { MarketFeed, TerminalClient } from './terminal-client.ts';

/** What the form of algo orders is read against: what the order form is, and the strategies that run. */
export function algoContext(client: Pick<TerminalClient, 'account' | 'session'>, feed: MarketFeed): Readable<AlgoContext> {
  const running = derived([client.account.strategies], (now): readonly StrategyRecord[] =>
    (dataOf(now) ?? []).filter(({ ended }) => ended === undefined),
  );
  return derived([orderFormContext(client, feed), running], (context, all): AlgoContext => ({
    ...context,
    strategies: all.filter(({ instrument }) => instrument === feed.instrument.id),
    running: all.length,
  }));
}

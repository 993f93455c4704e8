import type { StrategyRecord } from '@tapedeck/domain';
import type { AlgoContext } from '../forms/algo/algo-form.ts';
import { dataOf } from '../store/loadable.ts';
import { derived, type Readable } from '../store/readable.ts';
import { orderFormContext, type OrderFormSources } from './order-form-context.ts';
import type { MarketFeed, TerminalClient } from './terminal-client.ts';

/** Inputs of the algo-order form: those of the order form, and the running strategies. */
export function algoContext(client: OrderFormSources & Pick<TerminalClient, 'strategies'>, feed: MarketFeed): Readable<AlgoContext> {
  const running = derived([client.strategies.list], (now): readonly StrategyRecord[] =>
    (dataOf(now) ?? []).filter(({ ended }) => ended === undefined),
  );
  return derived([orderFormContext(client, feed), running], (context, all): AlgoContext => ({
    ...context,
    strategies: all.filter(({ instrument }) => instrument === feed.instrument.id),
    running: all.length,
  }));
}

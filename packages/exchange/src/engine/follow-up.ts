import type { ExchangeState } from '../state/exchange-state.ts';
import { runCopies, tellCopying } from '../copying/copy-orders.ts';
import { runStrategies } from '../strategies/run-strategies.ts';
import { runTriggers } from '../orders/run-triggers.ts';

/** Executes triggered orders and advances strategies and copies until nothing further follows. */
export function followUp(state: ExchangeState): void {
  do {
    runTriggers(state);
    runStrategies(state);
    runCopies(state);
  } while (state.triggers.due.length > 0 || state.strategies.busy);
  tellCopying(state);
}

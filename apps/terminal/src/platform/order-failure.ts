import { CALLER_CONTENT, createStore, failureEffect, type Failure } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';

/** An order whose failure has a dialog of its own (ERR-06). */
export interface FailedOrder {
  readonly failure: Failure;
  readonly instrument: Instrument;
}

/** What the dialog shows; the application shows one, so that it outlives the form or row that sent the order. */
export const failedOrder = createStore<FailedOrder | undefined>(undefined);

/** Whether whoever sends an order tells its failure in a dialog: the codes that ask their caller for content. */
export const hasOrderDialog = (failure: Failure): boolean =>
  failureEffect(failure, { hasText: () => false, ownContent: CALLER_CONTENT }).kind === 'callerContent';

/** Opens the dialog where the failure has one, and says whether it has. */
export function tellOrderFailure(failure: Failure, instrument: Instrument): boolean {
  if (!hasOrderDialog(failure)) return false;
  failedOrder.set({ failure, instrument });
  return true;
}

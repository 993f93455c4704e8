import { CALLER_CONTENT, createStore, failureEffect, type Failure } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';

/** An order whose failure has a dialog of its own (ERR-06). */
export interface FailedOrder {
  readonly failure: Failure;
  readonly instrument: Instrument;
}

/** The failed order in the dialog; application-wide, so that it outlives the form or row that sent the order. */
export const failedOrder = createStore<FailedOrder | undefined>(undefined);

/** Whether the caller of an order shows its failure in a dialog: codes that need content from the caller. */
export const hasOrderDialog = (failure: Failure): boolean =>
  failureEffect(failure, { hasText: () => false, ownContent: CALLER_CONTENT }).kind === 'callerContent';

/** Opens the dialog if the failure has one, and returns whether it did. */
export function tellOrderFailure(failure: Failure, instrument: Instrument): boolean {
  if (!hasOrderDialog(failure)) return false;
  failedOrder.set({ failure, instrument });
  return true;
}

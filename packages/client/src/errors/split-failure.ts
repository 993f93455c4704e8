import { formatDecimal, isInverse, type Instrument, quantityCoin } from '@tapedeck/domain';
import type { Failure } from '../store/loadable.ts';

/** A large order was sent in parts, and some were refused. */
export const SPLIT_FAILED = 39303;

export interface SplitFailure {
  /** Quantity that failed. */
  readonly quantity: string;
  /** Placed quantity, if the client sent the parts itself. */
  readonly placed?: string;
  /** Reason of the failure. */
  readonly cause?: Failure;
  readonly coin: string;
}

/** An answer counts units of 1e-8 for linear contracts, and contracts for inverse ones. */
function quantityOf(text: string | undefined, instrument: Instrument): string | undefined {
  if (text === undefined || !/^\d{1,30}$/.test(text)) return undefined;
  return isInverse(instrument) ? text : formatDecimal(BigInt(text));
}

/** Placed and failed quantity of an order sent in parts. `undefined` for other failures. */
export function splitFailure(failure: Failure, instrument: Instrument): SplitFailure | undefined {
  if (failure.code !== SPLIT_FAILED) return undefined;
  const { failedQuantity, placedQuantity, cause } = failure.details ?? {};
  const placed = quantityOf(placedQuantity, instrument);
  return {
    quantity: quantityOf(failedQuantity, instrument) ?? '--',
    coin: quantityCoin(instrument),
    ...(placed !== undefined && { placed }),
    ...(cause !== undefined && { cause }),
  };
}

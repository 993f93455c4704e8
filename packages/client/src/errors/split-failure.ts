import { formatDecimal, isInverse, type Instrument, quantityCoin } from '@tapedeck/domain';
import type { Failure } from '../store/loadable.ts';

/** A large order is sent in parts; some of them were refused. */
export const SPLIT_FAILED = 39303;

export interface SplitFailure {
  /** What was not ordered. */
  readonly quantity: string;
  /** What was, where the client sent the parts itself. */
  readonly placed?: string;
  /** Why the rest was not. */
  readonly cause?: Failure;
  readonly coin: string;
}

/** An answer counts units of 1e-8 for linear contracts, and contracts for inverse ones. */
function quantityOf(text: string | undefined, instrument: Instrument): string | undefined {
  if (text === undefined || !/^\d{1,30}$/.test(text)) return undefined;
  return isInverse(instrument) ? text : formatDecimal(BigInt(text));
}

/** What was and what was not ordered of an order that went in parts. `undefined` for other failures. */
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

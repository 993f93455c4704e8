import { formatDecimal, isInverse, type Instrument, quantityCoin } from '@tapedeck/domain';
import type { Failure } from '../store/loadable.ts';

/** A large order is sent in parts; some of them were refused. */
export const SPLIT_FAILED = 39303;

/** What was not ordered: of linear contracts the answer counts units of 1e-8. `undefined` for other failures. */
export function splitFailure(failure: Failure, instrument: Instrument): { readonly quantity: string; readonly coin: string } | undefined {
  if (failure.code !== SPLIT_FAILED) return undefined;
  const { failedQuantity } = failure.details ?? {};
  const coin = quantityCoin(instrument);
  if (failedQuantity === undefined || !/^\d{1,30}$/.test(failedQuantity)) return { quantity: '--', coin };
  return { quantity: isInverse(instrument) ? failedQuantity : formatDecimal(BigInt(failedQuantity)), coin };
}

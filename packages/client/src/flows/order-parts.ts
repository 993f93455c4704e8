import { isInverse, lotCount, lots, quantityOfLots, quantityUnits, type Instrument, type Lots } from '@tapedeck/domain';
import { SPLIT_FAILED } from '../errors/split-failure.ts';
import type { OrderTerms } from '../forms/order/order-terms.ts';
import type { Failure } from '../store/loadable.ts';

/** Splits a quantity into parts of at most `most`: all but the last have the maximum size. */
export function partsOf(quantity: Lots, most: Lots): readonly Lots[] {
  const [total, each] = [lotCount(quantity), lotCount(most)];
  if (total <= each || each <= 0) return [quantity];
  const count = Math.ceil(total / each);
  return Array.from({ length: count }, (_, at) => lots(Math.min(each, total - at * each)));
}

/**
 * An order above the maximum per order is sent in parts, because a position may have grown beyond that maximum and must still be closable.
 */
export function orderParts(terms: OrderTerms): readonly OrderTerms[] {
  const { instrument, orderType, quantity, timeInForce } = terms;
  // Post-only orders have their own maximum, which depends on the account; the form accepts nothing larger.
  if (timeInForce === 'PostOnly') return [terms];
  const most = orderType === 'Market' ? instrument.maxMarketOrder : instrument.maxLimitOrder;
  const parts = partsOf(quantity, most);
  return parts.length === 1 ? [terms] : parts.map((part) => ({ ...terms, quantity: part }));
}

/** The quantity of some parts, in the unit of code 39303. */
function countedQuantity(parts: readonly Lots[], instrument: Instrument): string {
  const all = lots(parts.reduce((sum, part) => sum + lotCount(part), 0));
  return String(isInverse(instrument) ? lotCount(all) : quantityUnits(quantityOfLots(all, instrument.lotSize)));
}

/** A partly placed order in the form of code 39303: some parts were placed, the `failed` ones were not; with the reason of the first. */
export function splitFailed(
  { placed, failed }: { readonly placed: readonly Lots[]; readonly failed: readonly Lots[] },
  instrument: Instrument,
  { code, message }: Failure,
): Failure {
  const [failedQuantity, placedQuantity] = [countedQuantity(failed, instrument), countedQuantity(placed, instrument)];
  return { code: SPLIT_FAILED, message, details: { failedQuantity, placedQuantity, cause: { code, message } } };
}

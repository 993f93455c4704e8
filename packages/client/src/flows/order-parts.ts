import { isInverse, lotCount, lots, quantityOfLots, quantityUnits, type Instrument, type Lots } from '@tapedeck/domain';
import { SPLIT_FAILED } from '../errors/split-failure.ts';
import type { OrderTerms } from '../forms/order/order-terms.ts';
import type { Failure } from '../store/loadable.ts';

/** A quantity as parts of at most `most`: all but the last are as large as may be. */
export function partsOf(quantity: Lots, most: Lots): readonly Lots[] {
  const [total, each] = [lotCount(quantity), lotCount(most)];
  if (total <= each || each <= 0) return [quantity];
  const count = Math.ceil(total / each);
  return Array.from({ length: count }, (_, at) => lots(Math.min(each, total - at * each)));
}

/** An order above what one order may have is sent as several: a position may have grown larger than that, and must still close. */
export function orderParts(terms: OrderTerms): readonly OrderTerms[] {
  const { instrument, orderType, quantity, timeInForce } = terms;
  // A post-only order has a maximum of its own that the account decides; nothing larger gets past the form.
  if (timeInForce === 'PostOnly') return [terms];
  const most = orderType === 'Market' ? instrument.maxMarketOrder : instrument.maxLimitOrder;
  const parts = partsOf(quantity, most);
  return parts.length === 1 ? [terms] : parts.map((part) => ({ ...terms, quantity: part }));
}

/** The quantity of some parts, counted as answers of code 39303 count it. */
function countedQuantity(parts: readonly Lots[], instrument: Instrument): string {
  const all = lots(parts.reduce((sum, part) => sum + lotCount(part), 0));
  return String(isInverse(instrument) ? lotCount(all) : quantityUnits(quantityOfLots(all, instrument.lotSize)));
}

/** An order of which some parts were placed and the `failed` ones were not, in the form of code 39303, with the reason of the first. */
export function splitFailed(
  { placed, failed }: { readonly placed: readonly Lots[]; readonly failed: readonly Lots[] },
  instrument: Instrument,
  { code, message }: Failure,
): Failure {
  const [failedQuantity, placedQuantity] = [countedQuantity(failed, instrument), countedQuantity(placed, instrument)];
  return { code: SPLIT_FAILED, message, details: { failedQuantity, placedQuantity, cause: { code, message } } };
}

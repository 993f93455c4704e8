import {
  SCALE,
  ZERO_MONEY,
  addMoney,
  divNearest,
  lotCount,
  lots,
  spreadSides,
  type Lots,
  type Money,
  type Side,
  type SpreadLevel,
} from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { OrderFormContext } from '../order/order-form.ts';
import { initialDraft } from '../order/order-form-reducer.ts';
import { orderPreview } from '../order/order-preview.ts';
import { readOrder } from '../order/order-reading.ts';

export interface SpreadOrder {
  readonly side: Side;
  readonly quantity: Lots;
  /** The worst distance in ticks that is taken. */
  readonly limit: number;
}

/** What a spread order would do at once with the books as they are; the rest of it waits and takes nothing. */
export interface SpreadPreview {
  readonly requested: Lots;
  /** What both books carry of it. */
  readonly filled: Lots;
  /** Why it fills no further now: the next distance is beyond the limit, or the books carry no more; `undefined` when all of it fills. */
  readonly end: 'limit' | 'books' | undefined;
  /** The mean distance at which it fills, in 1e-8 of a tick, and the worst one in ticks; `undefined` when nothing does. */
  readonly distance: { readonly average: bigint; readonly worst: number } | undefined;
  /** Of both legs, as takers. */
  readonly fee: Money;
  /** What both legs take from what is available; `undefined` where the whole account is margined as one portfolio. */
  readonly cost: Money | undefined;
}

/** How much of the order both books carry, best distance first, and at which distances. */
function carried(
  { side, quantity, limit }: SpreadOrder,
  levels: readonly SpreadLevel[],
): Pick<SpreadPreview, 'filled' | 'end' | 'distance'> {
  let left = lotCount(quantity);
  let total = 0n;
  let worst = 0;
  let end: SpreadPreview['end'] = 'books';
  for (const level of levels) {
    if (left === 0) break;
    if (side === 'Buy' ? level.distance > limit : level.distance < limit) {
      end = 'limit';
      break;
    }
    const count = Math.min(level.lots, left);
    left -= count;
    total += BigInt(count) * BigInt(level.distance);
    worst = level.distance;
  }
  const filled = lotCount(quantity) - left;
  return {
    filled: lots(filled),
    end: left === 0 ? undefined : end,
    distance: filled === 0 ? undefined : { average: divNearest(total * SCALE, BigInt(filled)), worst },
  };
}

/**
 * By the preview of each leg as the order that it then is: both take the same quantity from the top of their books. `undefined` while
 * not all is known that it needs.
 */
export function spreadPreview(
  order: SpreadOrder,
  levels: readonly SpreadLevel[],
  context: { readonly far: OrderFormContext; readonly near: OrderFormContext },
): SpreadPreview | undefined {
  const { filled, end, distance } = carried(order, levels);
  const sides = spreadSides(order.side);
  const leg = (of: 'far' | 'near') => {
    const { instrument } = context[of];
    const draft = { ...initialDraft(instrument.symbol), orderType: 'Market' as const, quantity: lotsText(filled, instrument) };
    return orderPreview(readOrder(draft, context[of], sides[of]));
  };
  if (lotCount(filled) === 0) return { requested: order.quantity, filled, end, distance, fee: ZERO_MONEY, cost: ZERO_MONEY };
  const [far, near] = [leg('far'), leg('near')];
  if (far.openFee === undefined || near.openFee === undefined) return undefined;
  const portfolio = context.far.traits?.kind === 'PM';
  const cost = portfolio || far.cost === undefined || near.cost === undefined ? undefined : addMoney(far.cost, near.cost);
  return { requested: order.quantity, filled, end, distance, fee: addMoney(far.openFee, near.openFee), cost };
}

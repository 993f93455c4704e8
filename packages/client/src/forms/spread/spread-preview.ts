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
  /** The worst accepted spread price in ticks. */
  readonly limit: number;
}

/** Immediate fills of a spread order against the current books; the rest waits and takes no liquidity. */
export interface SpreadPreview {
  readonly requested: Lots;
  /** Quantity that both books can fill. */
  readonly filled: Lots;
  /** Why it fills no further now: the next spread price is beyond the limit, or the books hold no more; `undefined` for a complete fill. */
  readonly end: 'limit' | 'books' | undefined;
  /** The average spread price of the fills, in 1e-8 of a tick, and the worst one in ticks; `undefined` without fills. */
  readonly distance: { readonly average: bigint; readonly worst: number } | undefined;
  /** Taker fees of both legs. */
  readonly fee: Money;
  /** Cost of both legs; `undefined` under portfolio margin. */
  readonly cost: Money | undefined;
}

/** Quantity of the order that both books hold, best spread price first, by spread price. */
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

/** From the preview of each leg's order: both take the same quantity from the top of their books. `undefined` while an input is unknown. */
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

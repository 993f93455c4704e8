import { ZERO_MONEY, addMoney, lotCount, lots, spreadSides, type Lots, type Money, type Side, type SpreadLevel } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { OrderFormContext } from '../order/order-form.ts';
import { initialDraft } from '../order/order-form-reducer.ts';
import { orderPreview } from '../order/order-preview.ts';

export interface SpreadOrder {
  readonly side: Side;
  readonly quantity: Lots;
  /** The worst distance in ticks that is taken. */
  readonly limit: number;
}

/** What a spread order would do at once with the books as they are; the rest of it waits and takes nothing. */
export interface SpreadPreview {
  /** What both books carry of it. */
  readonly filled: Lots;
  /** Of both legs, as takers. */
  readonly fee: Money;
  /** What both legs take from what is available; `undefined` where the whole account is margined as one portfolio. */
  readonly cost: Money | undefined;
}

/** How much of the order both books carry, best distance first. */
function carried({ side, quantity, limit }: SpreadOrder, levels: readonly SpreadLevel[]): number {
  const wanted = lotCount(quantity);
  let count = 0;
  for (const level of levels) {
    if (side === 'Buy' ? level.distance > limit : level.distance < limit) break;
    count += level.lots;
  }
  return Math.min(count, wanted);
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
  const filled = lots(carried(order, levels));
  const sides = spreadSides(order.side);
  const leg = (of: 'far' | 'near') => {
    const { instrument } = context[of];
    const draft = { ...initialDraft(instrument.symbol), orderType: 'Market' as const, quantity: lotsText(filled, instrument) };
    return orderPreview(draft, sides[of], context[of]);
  };
  if (lotCount(filled) === 0) return { filled, fee: ZERO_MONEY, cost: ZERO_MONEY };
  const [far, near] = [leg('far'), leg('near')];
  if (far.openFee === undefined || near.openFee === undefined) return undefined;
  const portfolio = context.far.traits?.kind === 'PM';
  const cost = portfolio || far.cost === undefined || near.cost === undefined ? undefined : addMoney(far.cost, near.cost);
  return { filled, fee: addMoney(far.openFee, near.openFee), cost };
}

import {
  SCALE,
  divFloor,
  isInverse,
  lotCount,
  money,
  moneyUnits,
  priceOfTicks,
  priceUnits,
  quantityOfLots,
  quantityUnits,
  valueAtTick,
  type Instrument,
  type Lots,
  type Money,
} from '@tapedeck/domain';
import { isUnified, USUAL_ACCOUNT, type AccountTraits } from '../account-traits.ts';
import type { OrderFormDraft } from './order-form.ts';

/**
 * Maximum quantity per order: market orders have their own maximum, as have post-only orders of a unified account that
 * is not a demo account.
 */
export function maxOrder(
  draft: Pick<OrderFormDraft, 'orderType' | 'postOnly'>,
  instrument: Instrument,
  account: AccountTraits = USUAL_ACCOUNT,
): Lots {
  if (draft.orderType === 'Market') return instrument.maxMarketOrder;
  return draft.postOnly && isUnified(account) && !account.isDemo ? instrument.maxPostOnlyOrder : instrument.maxLimitOrder;
}

/**
 * Maximum typed cost, in whole coins: floor(largest order × highest price); for an inverse contract, whose quantity is
 * its value, floor(largest order ÷ lowest price). In units of 1e-8.
 */
export function maxOrderCost(most: Lots, instrument: Instrument): Money {
  const exact = isInverse(instrument)
    ? divFloor(
        quantityUnits(quantityOfLots(most, instrument.lotSize)) * SCALE,
        priceUnits(priceOfTicks(instrument.minPrice, instrument.tickSize)),
      )
    : moneyUnits(valueAtTick(instrument, most, instrument.maxPrice));
  return money(divFloor(exact, SCALE) * SCALE);
}

/** Warns that a quantity exceeds the maximum per order and will be sent in parts. */
export function splitTip(count: Lots, most: Lots): 'maxQtySplitOrderTip' | undefined {
  return lotCount(count) > lotCount(most) ? 'maxQtySplitOrderTip' : undefined;
}

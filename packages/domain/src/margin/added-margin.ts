import type { Instrument } from '../instruments/instrument.ts';
import { isolatedNeed } from '../positions/fill-holding.ts';
import { divFloor } from '../values/integer.ts';
import { addMoney, maxMoney, minMoney, money, moneyUnits, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import type { Money, Price } from '../values/types.ts';
import { initialMarginOf } from './order-cost.ts';
import { isolatedLiquidatable, positionMargin, type Holding } from './position-margin.ts';

/** Whether an isolated position would be liquidated at this mark price with another margin. */
export function liquidatableWith(instrument: Instrument, holding: Holding, margin: Money, mark: Price): boolean {
  const changed = { ...holding, margin };
  return isolatedLiquidatable(changed, positionMargin(instrument, changed, mark));
}

/**
 * Margin that auto add margin moves into an isolated position at a mark price that would otherwise liquidate it: multiples of the entry's
 * initial margin until the position is safe; the last step takes the rest of `available`. The margin never exceeds the entry value, an
 * effective leverage of 1 (docs/concepts/liquidation.md). 0 if the position is safe, or if even this would not save it.
 */
export function autoAddedMargin(instrument: Instrument, holding: Holding, mark: Price, available: Money): Money {
  const step = initialMarginOf(holding.entryValue, holding.leverage);
  const most = minMoney(available, maxMoney(ZERO_MONEY, subtractMoney(holding.entryValue, holding.margin)));
  let added = ZERO_MONEY;
  while (liquidatableWith(instrument, holding, addMoney(holding.margin, added), mark)) {
    if (added >= most) return ZERO_MONEY;
    added = minMoney(addMoney(added, step), most);
  }
  return added;
}

/**
 * The maximum removable margin of an isolated position at a mark price: it keeps its initial margin by entry with the
 * closing fee, and must not be liquidated. Exact to the last unit, by bisection with the liquidation check itself.
 */
export function removableMargin(instrument: Instrument, holding: Holding, mark: Price): Money {
  const need = isolatedNeed(instrument, holding.side, holding.entryValue, holding.leverage);
  const spare = subtractMoney(holding.margin, need);
  if (spare <= ZERO_MONEY || liquidatableWith(instrument, holding, holding.margin, mark)) return ZERO_MONEY;
  let safe = 0n;
  let refused = moneyUnits(spare) + 1n;
  while (refused - safe > 1n) {
    const middle = divFloor(safe + refused, 2n);
    if (liquidatableWith(instrument, holding, subtractMoney(holding.margin, money(middle)), mark)) refused = middle;
    else safe = middle;
  }
  return money(safe);
}

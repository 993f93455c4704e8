import type { Instrument } from '../instruments/instrument.ts';
import { isolatedNeed } from '../positions/fill-holding.ts';
import { divFloor } from '../values/integer.ts';
import { addMoney, maxMoney, minMoney, money, moneyUnits, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import type { Money, Price } from '../values/types.ts';
import { initialMarginOf } from './order-cost.ts';
import { isolatedLiquidatable, positionMargin, type Holding } from './position-margin.ts';

/** Whether an isolated position would be liquidated at this mark price with another amount of money inside. */
export function liquidatableWith(instrument: Instrument, holding: Holding, margin: Money, mark: Price): boolean {
  const changed = { ...holding, margin };
  return isolatedLiquidatable(changed, positionMargin(instrument, changed, mark));
}

/**
 * Money that auto add margin takes into an isolated position at a mark price that would liquidate it: as many times the initial margin
 * of its entry as keep it, the last time what is left of `available`, and never so much that its margin exceeds its entry value, which is
 * an effective leverage of 1 (reference, section 6.4). 0 when it need not be liquidated, and when even that would not keep it.
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
 * The most that can be taken out of an isolated position at a mark price: it keeps its initial margin by entry with the fee to close, and
 * must not be liquidated by it. To the last unit, found by halving, with the very function that liquidates.
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

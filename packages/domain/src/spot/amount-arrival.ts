import type { Instrument } from '../instruments/instrument.ts';
import { valueAtTick } from '../margin/contract-value.ts';
import { executionLimit, type Arrival, type BookLevels } from '../orders/arrival.ts';
import type { Side } from '../orders/order.ts';
import type { LimitPrices } from '../orders/price-limit.ts';
import { divFloor, wholeBigint } from '../values/integer.ts';
import { addMoney, moneyUnits, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import { lots, tickCount, ticks } from '../values/quantities.ts';
import type { Money } from '../values/types.ts';

/** Most lots that `amount` of quote coin pays for at a price. */
export function lotsForAmount(instrument: Pick<Instrument, 'tickLotValue'>, amount: Money, tick: number): number {
  const each = wholeBigint(tick) * moneyUnits(instrument.tickLotValue);
  if (each <= 0n || amount <= ZERO_MONEY) return 0;
  const count = divFloor(moneyUnits(amount), each);
  return count > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(count);
}

export interface AmountTerms extends LimitPrices {
  readonly instrument: Instrument;
  readonly side: Side;
  /** Quote coin to spend, or to receive at most when selling. */
  readonly amount: Money;
}

/** The result of a market order by amount on arrival: whole lots, best price first, up to the price limit, worth at most the amount. */
export function amountArrival(
  { instrument, side, amount, ...prices }: AmountTerms,
  levels: BookLevels,
  onFill?: (tick: number, count: number) => void,
): Arrival {
  const limit = tickCount(executionLimit({ instrument, side, orderType: 'Market', price: ticks(0), ...prices }));
  let left = amount;
  let fillLots = 0;
  let fillValue = ZERO_MONEY;
  for (let tick = levels.best(); tick >= 0; tick = levels.next(tick)) {
    if (side === 'Buy' ? tick > limit : tick < limit) break;
    const offered = levels.lotsAt(tick, Infinity);
    const here = Math.min(offered, lotsForAmount(instrument, left, tick));
    const value = valueAtTick(instrument, lots(here), ticks(tick));
    if (here > 0) onFill?.(tick, here);
    fillLots += here;
    fillValue = addMoney(fillValue, value);
    left = subtractMoney(left, value);
    if (here < offered) break;
  }
  return { fillLots, fillValue, restLots: 0, restValue: ZERO_MONEY };
}

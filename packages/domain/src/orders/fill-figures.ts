import type { Instrument } from '../instruments/instrument.ts';
import { averageClosePrice, priceSumsOf } from '../margin/average-price.ts';
import { gainsWithValue, valueAtPrice, valueAtTick } from '../margin/contract-value.ts';
import { addMoney, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import { lots, price, priceOfTicks, priceUnits, ticks } from '../values/quantities.ts';
import type { Lots, Money, Price } from '../values/types.ts';
import type { Side } from './order.ts';

/** A part of an order that executes at one price, in ticks and lots. */
export interface LevelFill {
  readonly tick: number;
  readonly count: number;
}

/** Totals over the fills of an order. */
export interface FillFigures {
  readonly filled: Lots;
  readonly value: Money;
  /** From the prices of the parts, to 1e-8: never outside the best and the worst of them. */
  readonly averagePrice: Price;
  readonly worstPrice: Price;
  /** Shortfall of the average price against the mark price; negative if it is better. */
  readonly slippage: Price;
  /** The same in the settle coin: the immediate loss, before fees, at the mark price. */
  readonly slippageCost: Money;
}

function averageOf(instrument: Instrument, fills: readonly LevelFill[], filled: Lots): Price {
  let sums = { priceSum: 0n, inverseSum: 0n };
  for (const { tick, count } of fills) {
    const { priceSum, inverseSum } = priceSumsOf(priceOfTicks(ticks(tick), instrument.tickSize), lots(count));
    sums = { priceSum: sums.priceSum + priceSum, inverseSum: sums.inverseSum + inverseSum };
  }
  return averageClosePrice(instrument, filled, sums);
}

/** Totals over fills in execution order; `undefined` without fills. */
export function fillFigures(instrument: Instrument, side: Side, fills: readonly LevelFill[], mark: Price): FillFigures | undefined {
  const last = fills.at(-1);
  if (last === undefined) return undefined;
  const filled = lots(fills.reduce((sum, { count }) => sum + count, 0));
  const value = fills.reduce((sum, fill) => addMoney(sum, valueAtTick(instrument, lots(fill.count), ticks(fill.tick))), ZERO_MONEY);
  const averagePrice = averageOf(instrument, fills, filled);
  const above = priceUnits(averagePrice) - priceUnits(mark);
  const atMark = valueAtPrice(instrument, filled, mark);
  return {
    filled,
    value,
    averagePrice,
    worstPrice: priceOfTicks(ticks(last.tick), instrument.tickSize),
    slippage: price(side === 'Buy' ? above : -above),
    slippageCost: gainsWithValue(instrument, side) ? subtractMoney(value, atMark) : subtractMoney(atMark, value),
  };
}

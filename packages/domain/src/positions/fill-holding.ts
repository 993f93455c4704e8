import { isOption, type Instrument } from '../instruments/instrument.ts';
import { valueAtTick } from '../margin/contract-value.ts';
import { feeToClose, initialMarginOf, tradingFee } from '../margin/order-cost.ts';
import type { Holding } from '../margin/position-margin.ts';
import { profit } from '../margin/profit.ts';
import { optionFee } from '../options/option-margin.ts';
import type { Side } from '../orders/order.ts';
import { addMoney, moneyShare, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import { lotCount, lots, priceOfTicks, ticks } from '../values/quantities.ts';
import type { Leverage, Money, Price, Rate } from '../values/types.ts';

export interface HoldingFill {
  readonly side: Side;
  /** Price in ticks and quantity in lots. */
  readonly tick: number;
  readonly count: number;
  readonly feeRate: Rate;
  /** Leverage of a position of the fill's side. */
  readonly leverage: Leverage;
  /** Options only: their fee is a share of the index price. */
  readonly index?: Price;
}

/** Effect of one fill on a position and its account. */
export interface FilledHolding {
  /** After the fill; size 0 if flat. */
  readonly holding: Holding;
  /** Closed lots, and their P&L before the fee. */
  readonly closed: number;
  readonly earned: Money;
  /** Isolated margin released by closing and taken by opening. */
  readonly released: Money;
  readonly reserved: Money;
  /** Value of the opened part. */
  readonly openedValue: Money;
  /** Total fee of the fill, and the part of it for the closed quantity. */
  readonly fee: Money;
  readonly closingFee: Money;
}

/** Margin of an isolated position of this entry value: initial margin and the reserved closing fee. */
export function isolatedNeed(instrument: Instrument, side: Side, entryValue: Money, leverage: Leverage): Money {
  return addMoney(initialMarginOf(entryValue, leverage), feeToClose(instrument, side, entryValue, leverage));
}

interface Reduction {
  readonly holding: Holding;
  readonly earned: Money;
  readonly released: Money;
}

/** `value` is the trade value of the closed lots. */
function reduce(instrument: Instrument, holding: Holding, closed: number, value: Money): Reduction {
  const size = lotCount(holding.size);
  const whole = closed === size;
  const entryShare = whole ? holding.entryValue : moneyShare(holding.entryValue, closed, size, 'down');
  const released = whole || holding.margin === ZERO_MONEY ? holding.margin : moneyShare(holding.margin, closed, size, 'down');
  return {
    holding: {
      side: holding.side,
      size: lots(size - closed),
      entryValue: subtractMoney(holding.entryValue, entryShare),
      marginMode: holding.marginMode,
      leverage: holding.leverage,
      margin: subtractMoney(holding.margin, released),
    },
    earned: profit(instrument, holding.side, entryShare, value),
    released,
  };
}

function feeOf(instrument: Instrument, { count, tick, feeRate, index }: HoldingFill, value: Money): Money {
  if (!isOption(instrument) || index === undefined) return tradingFee(value, feeRate);
  return optionFee(instrument, lots(count), feeRate, { index, price: priceOfTicks(ticks(tick), instrument.tickSize) });
}

/**
 * A fill first closes the opposite position, then opens or increases one with the remainder, and pays its fee
 * (docs/concepts/profit.md). The values of both parts add up to the value of the fill, so that its two sides cancel to
 * the unit.
 */
export function fillHolding(instrument: Instrument, before: Holding, fill: HoldingFill): FilledHolding {
  const size = lotCount(before.size);
  const total = valueAtTick(instrument, lots(fill.count), ticks(fill.tick));
  const fee = feeOf(instrument, fill, total);
  const closed = size === 0 || before.side === fill.side ? 0 : Math.min(size, fill.count);
  const opened = fill.count - closed;
  const closedValue = closed === 0 ? ZERO_MONEY : opened === 0 ? total : valueAtTick(instrument, lots(closed), ticks(fill.tick));
  const reduced =
    closed === 0 ? { holding: before, earned: ZERO_MONEY, released: ZERO_MONEY } : reduce(instrument, before, closed, closedValue);
  const { earned, released } = reduced;
  if (opened === 0)
    return { holding: reduced.holding, closed, earned, released, reserved: ZERO_MONEY, openedValue: ZERO_MONEY, fee, closingFee: fee };
  const value = subtractMoney(total, closedValue);
  const reserved = before.marginMode === 'isolated' ? isolatedNeed(instrument, fill.side, value, fill.leverage) : ZERO_MONEY;
  const { holding } = reduced;
  return {
    closed,
    earned,
    released,
    fee,
    holding: {
      side: fill.side,
      size: lots(lotCount(holding.size) + opened),
      entryValue: addMoney(holding.entryValue, value),
      marginMode: before.marginMode,
      leverage: fill.leverage,
      margin: addMoney(holding.margin, reserved),
    },
    reserved,
    openedValue: value,
    closingFee: closed === 0 ? ZERO_MONEY : moneyShare(fee, closed, fill.count, 'down'),
  };
}

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
  /** Of options, whose fee is a share of it. */
  readonly index?: Price;
}

/** What one fill does to a position and to the money around it. */
export interface FilledHolding {
  /** After the fill; size 0 when nothing is open. */
  readonly holding: Holding;
  /** Lots that closed what was open, and what they earned before the fee. */
  readonly closed: number;
  readonly earned: Money;
  /** Isolated margin that the closing set free, and that the opening took. */
  readonly released: Money;
  readonly reserved: Money;
  /** Value of what was opened. */
  readonly openedValue: Money;
  /** Of the whole fill, and the part of it that belongs to what was closed. */
  readonly fee: Money;
  readonly closingFee: Money;
}

/** Money that an isolated position of this entry value needs: initial margin and the reserved fee to close. */
export function isolatedNeed(instrument: Instrument, side: Side, entryValue: Money, leverage: Leverage): Money {
  return addMoney(initialMarginOf(entryValue, leverage), feeToClose(instrument, side, entryValue, leverage));
}

interface Reduction {
  readonly holding: Holding;
  readonly earned: Money;
  readonly released: Money;
}

/** `value` is what the closed lots were traded at. */
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
 * A fill closes first what is open against it, then opens or enlarges with what is left, and costs its fee (reference, section 6.7).
 * The values of both parts add up to the value of the fill, so that its two sides cancel to the unit.
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

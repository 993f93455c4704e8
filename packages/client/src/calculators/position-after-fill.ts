import {
  ZERO_MONEY,
  addMoney,
  feeToClose,
  initialMarginOf,
  lotCount,
  lots,
  moneyShare,
  profit,
  subtractMoney,
  tradingFee,
} from '@tapedeck/domain';
import type { Holding, Instrument, Leverage, Lots, MarginMode, Money, Rate, Side } from '@tapedeck/domain';

export interface FillTerms {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly quantity: Lots;
  readonly value: Money;
  readonly feeRate: Rate;
  readonly marginMode: MarginMode;
  /** Of a position of the fill's side. */
  readonly leverage: Leverage;
}

export interface AfterFill {
  /** `undefined` when nothing is open. */
  readonly holding: Holding | undefined;
  /** What the cash outside isolated positions gained or lost. */
  readonly cash: Money;
}

function reduced(holding: Holding, fill: FillTerms, closed: number): { after: AfterFill; left: number } {
  const size = lotCount(holding.size);
  const entryShare = closed === size ? holding.entryValue : moneyShare(holding.entryValue, closed, size, 'down');
  const exitValue = closed === lotCount(fill.quantity) ? fill.value : moneyShare(fill.value, closed, lotCount(fill.quantity), 'down');
  const released = holding.marginMode === 'isolated' ? moneyShare(holding.margin, closed, size, 'down') : ZERO_MONEY;
  const cash = addMoney(released, profit(holding.side, entryShare, exitValue));
  const rest: Holding = {
    ...holding,
    size: lots(size - closed),
    entryValue: subtractMoney(holding.entryValue, entryShare),
    margin: subtractMoney(holding.margin, released),
  };
  return { after: { holding: closed === size ? undefined : rest, cash }, left: lotCount(fill.quantity) - closed };
}

function enlarged(holding: Holding | undefined, fill: FillTerms, count: number): AfterFill {
  const { instrument, side, marginMode } = fill;
  const leverage = holding?.leverage ?? fill.leverage;
  const value = count === lotCount(fill.quantity) ? fill.value : moneyShare(fill.value, count, lotCount(fill.quantity), 'up');
  const margin =
    marginMode === 'isolated'
      ? addMoney(initialMarginOf(value, leverage), feeToClose(value, side, leverage, instrument.takerFee))
      : ZERO_MONEY;
  const after: Holding = {
    side,
    size: lots((holding === undefined ? 0 : lotCount(holding.size)) + count),
    entryValue: addMoney(holding?.entryValue ?? ZERO_MONEY, value),
    marginMode,
    leverage,
    margin: addMoney(holding?.margin ?? ZERO_MONEY, margin),
  };
  return { holding: after, cash: subtractMoney(ZERO_MONEY, margin) };
}

/** The position and the cash after one fill, as the exchange settles it: close first, open what is left, pay the fee. */
export function afterFill(holding: Holding | undefined, fill: FillTerms): AfterFill {
  const fee = tradingFee(fill.value, fill.feeRate);
  const closed = holding === undefined || holding.side === fill.side ? 0 : Math.min(lotCount(holding.size), lotCount(fill.quantity));
  const first =
    holding === undefined || closed === 0
      ? { after: { holding, cash: ZERO_MONEY }, left: lotCount(fill.quantity) }
      : reduced(holding, fill, closed);
  if (first.left === 0) return { holding: first.after.holding, cash: subtractMoney(first.after.cash, fee) };
  const second = enlarged(first.after.holding, fill, first.left);
  return { holding: second.holding, cash: subtractMoney(addMoney(first.after.cash, second.cash), fee) };
}

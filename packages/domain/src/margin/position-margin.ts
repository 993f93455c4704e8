import { isOption, type Instrument } from '../instruments/instrument.ts';
import { optionPositionMargin } from '../options/option-margin.ts';
import type { Side } from '../orders/order.ts';
import type { MarginMode } from '../positions/position.ts';
import type { Leverage, Lots, Money, Price } from '../values/types.ts';
import { valueAtPrice } from './contract-value.ts';
import { isolatedFreeMargin } from './liquidation.ts';
import { feeToClose, initialMarginOf } from './order-cost.ts';
import { profit } from './profit.ts';
import { maintenanceMarginOf } from './risk-tier.ts';

const raw = (value: Money): bigint => value as unknown as bigint;
const wrap = (value: bigint): Money => value as unknown as Money;

/** The fields of a position that determine its margin. */
export interface Holding {
  readonly side: Side;
  readonly size: Lots;
  readonly entryValue: Money;
  readonly marginMode: MarginMode;
  readonly leverage: Leverage;
  /** Margin of an isolated position; 0 in cross margin. */
  readonly margin: Money;
}

export interface PositionMargin {
  readonly value: Money;
  readonly unrealisedPnl: Money;
  readonly feeToClose: Money;
  /** Cross: value at mark ÷ leverage + closing fee. Isolated: its own margin. */
  readonly initialMargin: Money;
  /** Value at mark × tier rate − deduction + fee to close. */
  readonly maintenanceMargin: Money;
  /** Options only: the position's contribution to equity, below 0 for a short. */
  readonly optionValue?: Money;
}

/**
 * Margin of one position at a mark price (docs/concepts/cost.md and docs/concepts/margin.md); options also need the
 * index price (docs/concepts/options.md).
 */
export function positionMargin(instrument: Instrument, holding: Holding, mark: Price, index: Price = mark): PositionMargin {
  if (isOption(instrument)) return optionPositionMargin(instrument, holding, { index, mark });
  const value = valueAtPrice(instrument, holding.size, mark);
  const isolated = holding.marginMode === 'isolated';
  const closing = isolated
    ? wrap(raw(holding.margin) - raw(isolatedFreeMargin(instrument, holding.side, holding.entryValue, holding.margin)))
    : feeToClose(instrument, holding.side, holding.entryValue, holding.leverage);
  return {
    value,
    unrealisedPnl: profit(instrument, holding.side, holding.entryValue, value),
    feeToClose: closing,
    initialMargin: isolated ? holding.margin : wrap(raw(initialMarginOf(value, holding.leverage)) + raw(closing)),
    maintenanceMargin: wrap(raw(maintenanceMarginOf(instrument.tiers, value)) + raw(closing)),
  };
}

/** An isolated position is liquidated when its margin and P&L no longer exceed its maintenance margin. */
export function isolatedLiquidatable(
  holding: Pick<Holding, 'margin'>,
  at: Pick<PositionMargin, 'unrealisedPnl' | 'maintenanceMargin'>,
): boolean {
  return raw(holding.margin) + raw(at.unrealisedPnl) <= raw(at.maintenanceMargin);
}

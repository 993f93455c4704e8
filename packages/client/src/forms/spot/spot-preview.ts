import {
  ZERO_MONEY,
  addMoney,
  feeCoinOf,
  lotCount,
  lots,
  spotFill as settledFill,
  subtractMoney,
  tickCount,
  ticks,
  type Coin,
  type Money,
  type Rate,
} from '@tapedeck/domain';
import { fillSimulation, type FillSimulation } from '../../calculators/fill-simulation.ts';
import type { SpotReading } from './spot-reading.ts';

/** Change of the account's coins if the tradable part of the order fills. */
export interface SpotAmounts {
  readonly base: Money;
  /** In quote coin. */
  readonly value: Money;
  /** Taker fee for the part that executes immediately, maker fee for the rest; deducted from the received coin. */
  readonly fee: Money;
  readonly feeCoin: Coin;
  /** Amount of the received coin, after the fee. */
  readonly received: Money;
}

interface Part {
  readonly tick: number;
  readonly count: number;
  readonly feeRate: Rate;
}

/** Preview of the order; unknown figures are `undefined`. */
export interface SpotPreview {
  readonly amounts: SpotAmounts | undefined;
  /** Orders without a trigger only, matched against the visible book. */
  readonly fill: FillSimulation | undefined;
}

function partsOf({ draft, context, price, quantity, fills }: SpotReading): readonly Part[] {
  const { takerFee, makerFee } = context.instrument;
  if (draft.trigger !== undefined) {
    // After a trigger, only the price is known.
    return quantity === undefined || price === undefined ? [] : [{ tick: tickCount(price), count: lotCount(quantity), feeRate: takerFee }];
  }
  if (fills === undefined) return [];
  const taken = fills.fills.map((fill) => ({ ...fill, feeRate: takerFee }));
  const rest = price === undefined ? 0 : fills.restLots;
  return rest === 0 || price === undefined ? taken : [...taken, { tick: tickCount(price), count: rest, feeRate: makerFee }];
}

/** By the exchange's settlement functions; `undefined` without a tradable quantity. */
function amountsOf(order: SpotReading): SpotAmounts | undefined {
  const { instrument } = order.context;
  const { side } = order.draft;
  const fills = partsOf(order)
    .filter(({ count }) => count > 0)
    .map(({ tick, count, feeRate }) => settledFill(instrument, { side, tick: ticks(tick), count: lots(count), feeRate }));
  if (fills.length === 0) return undefined;
  const sum = (of: 'base' | 'quote' | 'fee'): Money => fills.reduce((total, fill) => addMoney(total, fill[of]), ZERO_MONEY);
  const [base, value, fee] = [sum('base'), sum('quote'), sum('fee')];
  return { base, value, fee, feeCoin: feeCoinOf(instrument, side), received: subtractMoney(side === 'Buy' ? base : value, fee) };
}

export function spotPreview(order: SpotReading): SpotPreview {
  return { amounts: amountsOf(order), fill: order.fills && fillSimulation(order.fills) };
}

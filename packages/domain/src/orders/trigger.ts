import { divCeil, divFloor } from '../values/integer.ts';
import { priceUnits, tickCount } from '../values/quantities.ts';
import type { Price, Ticks } from '../values/types.ts';
import type { Side } from './order.ts';

/** Price source of a trigger; `LastPrice` by default. */
export type TriggerSource = 'LastPrice' | 'IndexPrice' | 'MarkPrice';
export const DEFAULT_TRIGGER_SOURCE: TriggerSource = 'LastPrice';

/** `Rising` is reached at the trigger price or above it, `Falling` at it or below. */
export type TriggerDirection = 'Rising' | 'Falling';

/** A price level on a source that an order waits for. */
export interface Trigger {
  readonly price: Ticks;
  readonly direction: TriggerDirection;
  readonly source: TriggerSource;
}

/** Current price of a source between ticks: the index need not be on one. */
export interface SourceTicks {
  /** The last tick at or below the price, and the first at or above it. */
  readonly floor: number;
  readonly ceil: number;
}

export function sourceTicks(price: Price, tickSize: Price): SourceTicks {
  return {
    floor: Number(divFloor(priceUnits(price), priceUnits(tickSize))),
    ceil: Number(divCeil(priceUnits(price), priceUnits(tickSize))),
  };
}

/** Whether the source has reached the trigger. */
export function triggerReached(trigger: Pick<Trigger, 'price' | 'direction'>, at: SourceTicks): boolean {
  const tick = tickCount(trigger.price);
  return trigger.direction === 'Rising' ? at.floor >= tick : at.ceil <= tick;
}

/** A take-profit of a long position waits for a rise, its stop-loss for a fall; for a short, the opposite. */
export function exitDirection(positionSide: Side, leg: 'takeProfit' | 'stopLoss'): TriggerDirection {
  return (positionSide === 'Buy') === (leg === 'takeProfit') ? 'Rising' : 'Falling';
}

/** Stop order types. */
export type StopOrderType =
  | 'TakeProfit'
  | 'StopLoss'
  | 'PartialTakeProfit'
  | 'PartialStopLoss'
  | 'TrailingStop'
  | 'TrailingProfit'
  | 'TakeProfitStopLoss'
  | 'TakeProfitStopLossOCO'
  | 'BidirectionalTpSl'
  | 'MmRateClose'
  | 'Stop';

/** Whether an order of a kind belongs to a position. */
const POSITION_EXITS: Readonly<Record<StopOrderType, boolean>> = {
  TakeProfit: true,
  StopLoss: true,
  PartialTakeProfit: true,
  PartialStopLoss: true,
  TrailingStop: true,
  TrailingProfit: true,
  TakeProfitStopLoss: false,
  TakeProfitStopLossOCO: false,
  BidirectionalTpSl: false,
  MmRateClose: true,
  Stop: false,
};

/** Orders of a position: they end with it. */
export const isPositionExit = (kind: StopOrderType): boolean => POSITION_EXITS[kind];

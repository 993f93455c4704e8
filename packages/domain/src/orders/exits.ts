import { isOption, type Instrument } from '../instruments/instrument.ts';
import { priceBound, priceRangeRefusal } from '../refusals/bounds.ts';
import { refusal, type Refusal } from '../refusals/refusal.ts';
import { tickCount } from '../values/quantities.ts';
import type { Price, Rate, Ticks } from '../values/types.ts';
import type { OrderType, Side } from './order.ts';
import { slippageInRange, shareInTicks, type SlippageLimit } from './slippage.ts';
import { exitDirection, type SourceTicks, type TriggerSource } from './trigger.ts';

/** `Full` closes the entire remaining position, `Partial` its own quantity. */
export type TpSlMode = 'Full' | 'Partial';

/** A take-profit or a stop-loss: its trigger and its exit order. */
export interface ExitLeg {
  readonly trigger: Ticks;
  readonly source: TriggerSource;
  readonly orderType: OrderType;
  /** 0 for a market exit. */
  readonly limit: Ticks;
  /** Market exits only. */
  readonly slippage?: SlippageLimit;
}

/** Attached TP/SL: they become the position's as the order fills. */
export interface AttachedExits {
  readonly mode: TpSlMode;
  readonly takeProfit?: ExitLeg;
  readonly stopLoss?: ExitLeg;
}

/** A stop that follows the last price at a distance: in ticks, or as a share of the best price (then `distance` is 0). */
export interface TrailingTerms {
  readonly distance: Ticks;
  readonly share: Rate;
  /** The last price that activates it; 0 for at once. */
  readonly activation: Ticks;
}

/** The stop of a position of `side` whose best price so far is `best`: best − distance for a long, + for a short, at least one tick. */
export function trailingStopTick(positionSide: Side, best: number, terms: Pick<TrailingTerms, 'distance' | 'share'>): number {
  const distance = tickCount(terms.distance);
  const away = distance > 0 ? distance : shareInTicks(best, terms.share);
  return Math.max(1, positionSide === 'Buy' ? best - away : best + away);
}

/** The grid and bounds of the prices of one instrument. */
export interface PriceGrid {
  readonly tickSize: Price;
  readonly minPrice: Ticks;
  readonly maxPrice: Ticks;
}

/** Required side of the reference price for a leg, and the refusal otherwise. */
const SIDE_RULE = {
  takeProfit: { Buy: 'takeProfitTooLow', Sell: 'takeProfitTooHigh' },
  stopLoss: { Buy: 'stopLossTooHigh', Sell: 'stopLossTooLow' },
} as const;

export interface ExitReference {
  /** Side of the position, or of the order that opens it. */
  readonly side: Side;
  /** The order's price, or the current price of the leg's source for a market order and for a position. */
  readonly base: SourceTicks;
  readonly grid: PriceGrid;
}

/**
 * Refuses a leg on the wrong side of its reference price (a long's take-profit belongs above it, a stop-loss below), outside the price
 * range, or with an invalid limit.
 */
export function exitLegRefusal(leg: ExitLeg, which: 'takeProfit' | 'stopLoss', { side, base, grid }: ExitReference): Refusal | undefined {
  const trigger = tickCount(leg.trigger);
  const outside = priceRangeRefusal(leg.trigger, grid) ?? (leg.orderType === 'Limit' ? priceRangeRefusal(leg.limit, grid) : undefined);
  if (outside !== undefined) return outside;
  if (leg.slippage !== undefined && !slippageInRange(leg.slippage)) return slippageRefusal(leg.slippage);
  const right = exitDirection(side, which) === 'Rising' ? trigger > base.floor : trigger < base.ceil;
  if (right) return undefined;
  return refusal(SIDE_RULE[which][side], {
    trigger: priceBound(trigger, grid),
    current: priceBound(exitDirection(side, which) === 'Rising' ? base.floor : base.ceil, grid),
    triggerBy: leg.source,
  });
}

export function slippageRefusal(limit: SlippageLimit): Refusal | undefined {
  if (slippageInRange(limit)) return undefined;
  return refusal(limit.type === 'TickSize' ? 'slippageTicksOutOfRange' : 'slippagePercentOutOfRange');
}

/**
 * Exits of an option: only a market exit of the entire position, triggered by the mark price. Many options never trade,
 * so their last price carries no information, and a partial or limit exit could rest beside an empty book.
 */
function optionShapeRefusal(mode: TpSlMode, { takeProfit, stopLoss }: Pick<AttachedExits, 'takeProfit' | 'stopLoss'>): Refusal | undefined {
  if (mode === 'Partial') return refusal('optionExits', { field: 'tpSlMode' });
  if (takeProfit !== undefined && takeProfit.source !== 'MarkPrice') return refusal('optionExits', { field: 'tpTriggerBy' });
  return stopLoss !== undefined && stopLoss.source !== 'MarkPrice' ? refusal('optionExits', { field: 'slTriggerBy' }) : undefined;
}

/**
 * Rules of attached and position TP/SL other than prices: at least one leg, market exits only in `Full` mode, and for
 * options nothing else.
 */
export function exitsShapeRefusal(exits: AttachedExits, instrument: Pick<Instrument, 'kind'>): Refusal | undefined {
  const legs = [exits.takeProfit, exits.stopLoss].filter((leg) => leg !== undefined);
  if (legs.length === 0) return refusal('exitsNotModified');
  if (exits.mode === 'Full' && legs.some((leg) => leg.orderType === 'Limit')) return refusal('fullExitsAreMarket');
  if (legs.some((leg) => leg.orderType === 'Limit' && leg.slippage !== undefined)) return refusal('slippageNotMarket');
  return isOption(instrument) ? optionShapeRefusal(exits.mode, exits) : undefined;
}

/** Why a position of this instrument may not have a trailing stop: it follows the last price, which an option may never have. */
export const trailingShapeRefusal = (instrument: Pick<Instrument, 'kind'>): Refusal | undefined =>
  isOption(instrument) ? refusal('optionExits', { field: 'trailingStop' }) : undefined;

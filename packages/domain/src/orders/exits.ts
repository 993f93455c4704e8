import { isOption, type Instrument } from '../instruments/instrument.ts';
import { priceBound, priceRangeRefusal } from '../refusals/bounds.ts';
import { refusal, type Refusal } from '../refusals/refusal.ts';
import { tickCount } from '../values/quantities.ts';
import type { Price, Rate, Ticks } from '../values/types.ts';
import type { OrderType, Side } from './order.ts';
import { slippageInRange, shareInTicks, type SlippageLimit } from './slippage.ts';
import { exitDirection, type SourceTicks, type TriggerSource } from './trigger.ts';

/** `Full` closes what is left of the position, `Partial` a quantity of its own (specification, section 3). */
export type TpSlMode = 'Full' | 'Partial';

/** A take-profit or a stop-loss: what it waits for, and how it then leaves. */
export interface ExitLeg {
  readonly trigger: Ticks;
  readonly source: TriggerSource;
  readonly orderType: OrderType;
  /** 0 for a market exit. */
  readonly limit: Ticks;
  /** Of a market exit. */
  readonly slippage?: SlippageLimit;
}

/** TP/SL that an order brings along: it becomes the position's as the order fills. */
export interface AttachedExits {
  readonly mode: TpSlMode;
  readonly takeProfit?: ExitLeg;
  readonly stopLoss?: ExitLeg;
}

/** A stop that follows the last price at a distance: in ticks, or as a share of the best price (then `distance` is 0). */
export interface TrailingTerms {
  readonly distance: Ticks;
  readonly share: Rate;
  /** The last price from which it follows; 0 for at once. */
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

/** Which side of the reference price a leg has to be on, and the refusal when it is not. */
const SIDE_RULE = {
  takeProfit: { Buy: 'takeProfitTooLow', Sell: 'takeProfitTooHigh' },
  stopLoss: { Buy: 'stopLossTooHigh', Sell: 'stopLossTooLow' },
} as const;

export interface ExitReference {
  /** Side of the position, or of the order that opens it. */
  readonly side: Side;
  /** The order's price, or where the leg's source stands for a market order and for a position. */
  readonly base: SourceTicks;
  readonly grid: PriceGrid;
}

/**
 * Refuses a leg on the wrong side of its reference price, outside the price range, or with a limit that is none (reference,
 * section 3.1: a take-profit of a long is above it, a stop-loss below).
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
 * What an option may have as a way out: a market exit of the whole position that the mark price triggers. Many options never trade, so
 * their last price says nothing, and a part or a limit could wait beside an empty book.
 */
function optionShapeRefusal(mode: TpSlMode, { takeProfit, stopLoss }: Pick<AttachedExits, 'takeProfit' | 'stopLoss'>): Refusal | undefined {
  if (mode === 'Partial') return refusal('optionExits', { field: 'tpSlMode' });
  if (takeProfit !== undefined && takeProfit.source !== 'MarkPrice') return refusal('optionExits', { field: 'tpTriggerBy' });
  return stopLoss !== undefined && stopLoss.source !== 'MarkPrice' ? refusal('optionExits', { field: 'slTriggerBy' }) : undefined;
}

/**
 * What an attached or position TP/SL may look like apart from prices: at least one leg, market exits only when it is `Full`, and of an
 * option nothing but those.
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

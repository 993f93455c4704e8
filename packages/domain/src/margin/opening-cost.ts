import type { Instrument } from '../instruments/instrument.ts';
import type { Arrival } from '../orders/arrival.ts';
import type { Side } from '../orders/order.ts';
import { addMoney, maxMoney, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import { lots } from '../values/quantities.ts';
import type { PositionIndex } from '../positions/position.ts';
import { WIDE, narrow } from '../values/narrow.ts';
import type { Leverage, Money, Price } from '../values/types.ts';
import { valueAtPrice } from './contract-value.ts';
import { CostShares } from './order-cost.ts';
import { heldOf, marginOf, openingValue, sideMargins, type OrderMarginInput, type SideMargins } from './order-margin.ts';
import { positionMargin, type Holding } from './position-margin.ts';
import { profit } from './profit.ts';
import { maxLeverageFor } from './risk-tier.ts';

/** A new order, with the orders and position of its position index. */
export interface OpeningOrder extends OrderMarginInput {
  readonly side: Side;
  readonly arrival: Arrival;
  /** The full position of the index: needed only for an order that reverses it. */
  readonly holder: { holding(index: PositionIndex): Holding };
  readonly mark: Price;
}

/** The open orders of one side of a position index, and their own reservation. */
export interface OpenSide {
  readonly lots: number;
  readonly value: Money;
  readonly margin: Money;
}

/** The open orders of the order's side, including the order as if all of it rested. */
export function sideWith(order: OpeningOrder): OpenSide {
  const { orders, side, arrival } = order;
  const count = (side === 'Buy' ? orders.buyLots : orders.sellLots) + arrival.fillLots + arrival.restLots;
  // Most orders match nothing.
  const arriving = arrival.fillLots === 0 ? arrival.restValue : addMoney(arrival.fillValue, arrival.restValue);
  const value = addMoney(side === 'Buy' ? orders.buyValue : orders.sellValue, arriving);
  return { lots: count, value, margin: marginOf(order, side, count, value) };
}

/** An order that closes the entire position at once and opens the other side may use the released margin. */
function releasedByFlip({ position, positionIndex, holder, side, arrival, instrument, mark }: OpeningOrder): Money {
  const size = position.size as unknown as number;
  const flips = position.side !== side && size > 0 && arrival.restLots === 0 && arrival.fillLots > size;
  return flips ? positionMargin(instrument, holder.holding(positionIndex), mark).initialMargin : ZERO_MONEY;
}

/** The loss of the fills of an order against the mark price. */
export function lossAtMark(instrument: Instrument, side: Side, { fillLots, fillValue }: Arrival, mark: Price): Money {
  return maxMoney(ZERO_MONEY, profit(instrument, side, valueAtPrice(instrument, lots(fillLots), mark), fillValue));
}

/**
 * Cost of an order: the increase of the money held for open orders (`before` are the sides without it, `own` is its side with it), plus the
 * loss against the mark price, less the margin released by turning the position (docs/concepts/cost.md and docs/concepts/liquidation.md).
 * At least 0: a reduce-only order is always affordable.
 */
export function openingCost(order: OpeningOrder, before: SideMargins = sideMargins(order), own: OpenSide = sideWith(order)): Money {
  const { positionIndex, side } = order;
  const after = side === 'Buy' ? { buy: own.margin, sell: before.sell } : { buy: before.buy, sell: own.margin };
  const more = subtractMoney(heldOf(positionIndex, after), heldOf(positionIndex, before));
  // The margin held for options covers any execution price: buyers pay a premium, and short options are margined by the higher of price and
  // mark.
  if (more <= ZERO_MONEY || order.optionPrices !== undefined) return maxMoney(more, ZERO_MONEY);
  const { arrival, instrument, mark } = order;
  if (arrival.fillLots === 0) return more;
  const loss = lossAtMark(instrument, side, arrival, mark);
  return maxMoney(ZERO_MONEY, subtractMoney(addMoney(more, loss), releasedByFlip(order)));
}

/** Whether position and orders of the order's side would be above the risk limit of their leverage (docs/concepts/margin.md). */
export function exceedsRiskLimit(order: OpeningOrder, own: OpenSide = sideWith(order)): boolean {
  const { instrument, side, position, mark } = order;
  if (order.optionPrices !== undefined) return false;
  const opening = openingValue(side, own.lots, own.value, position);
  if (opening === ZERO_MONEY) return false;
  const held = position.side === side ? valueAtPrice(instrument, position.size, mark) : ZERO_MONEY;
  const leverage: Leverage = side === 'Buy' ? order.longLeverage : order.shortLeverage;
  // Most values are in the lowest tier: its check of the leverage is faster than the limit.
  const most = maxLeverageFor(instrument.tiers, addMoney(held, opening));
  return most === undefined || leverage > most;
}

/** Terms of one side at one leverage for the check of its orders in narrow amounts. */
export class SideTerms extends CostShares {
  /** The limit of the lowest risk tier, if it allows the leverage. */
  readonly #lowest: number;

  constructor(
    instrument: Instrument,
    side: Side,
    readonly leverage: Leverage,
  ) {
    super(instrument, side, leverage);
    const [tier] = instrument.tiers;
    this.#lowest = tier === undefined || leverage > tier.maxLeverage ? WIDE : narrow(tier.limit);
  }

  /** Whether this value is in the lowest risk tier, which allows the leverage. Higher tiers may allow more. */
  withinLowestTier(value: number): boolean {
    return value <= this.#lowest;
  }
}

interface BothSides {
  readonly buy: SideTerms;
  readonly sell: SideTerms;
}

const known = new WeakMap<Instrument, Map<Leverage, BothSides>>();

/** Thousands of accounts have equal terms: one shared object stays in the cache. */
export function sideTermsOf(instrument: Instrument, side: Side, leverage: Leverage): SideTerms {
  const chosen = known.get(instrument) ?? new Map<Leverage, BothSides>();
  known.set(instrument, chosen);
  let terms = chosen.get(leverage);
  if (terms === undefined) {
    terms = { buy: new SideTerms(instrument, 'Buy', leverage), sell: new SideTerms(instrument, 'Sell', leverage) };
    chosen.set(leverage, terms);
  }
  return side === 'Buy' ? terms.buy : terms.sell;
}

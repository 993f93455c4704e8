import { isOption, isSpot, type Instrument } from '../instruments/instrument.ts';
import { SCALE, divCeil, divFloor } from '../values/integer.ts';
import { price, priceUnits, rateUnits, tickCount, ticks, ticksOfPrice } from '../values/quantities.ts';
import type { Price, Rate, Ticks } from '../values/types.ts';
import type { Side } from './order.ts';

/** Prices that determine a market's price limit. */
export interface LimitPrices {
  readonly mark: Price;
  /** The mark price if unknown. */
  readonly index?: Price | undefined;
  /** Average of the mid price less the mark price (for spot pairs over 2 minutes, else over 30 seconds); signed, 0 if absent. */
  readonly premium?: Price | undefined;
}

/**
 * The worst price an order may have, on a tick and within the instrument's own bounds (docs/concepts/price-limits.md). With X the price limit
 * rate, Y twice as much, and P the average premium: a buy of a contract at most min(mark × (1 + Y), max(index, mark × (1 + X) + max(0, P))),
 * a buy of a spot pair at most min(mark × (1 + Y), max(mark, mark × (1 + X) + P)); a sell is the mirror.
 */
export function orderPriceLimit(instrument: Instrument, side: Side, prices: LimitPrices): Ticks {
  return limitBy(instrument, side, prices, instrument.priceLimitRate);
}

/** The worst fill price of a market order: a spot pair has a separate rate for it, all other instruments that of limit orders. */
export function marketPriceLimit(instrument: Instrument, side: Side, prices: LimitPrices): Ticks {
  return limitBy(instrument, side, prices, instrument.spot?.marketPriceLimitRate ?? instrument.priceLimitRate);
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function limitBy(instrument: Instrument, side: Side, { mark, index = mark, premium }: LimitPrices, rate: Rate): Ticks {
  const at = priceUnits(mark);
  const share = rateUnits(rate);
  const above = (product: bigint): bigint => at + divFloor(product, SCALE);
  const below = (product: bigint): bigint => at + divCeil(-product, SCALE);
  // Options may trade away from their mark price by a share of the index: a share of their own price would be
  // negligible.
  if (isOption(instrument)) {
    const room = priceUnits(index) * share;
    return onTick(instrument, side, side === 'Buy' ? above(room) : below(room));
  }
  const average = premium === undefined ? 0n : priceUnits(premium);
  const spot = isSpot(instrument);
  const floor = spot ? at : priceUnits(index);
  if (side === 'Buy') {
    const near = above(at * share) + (spot ? average : larger(0n, average));
    return onTick(instrument, side, smaller(above(at * share * 2n), larger(floor, near)));
  }
  const near = below(at * share) + (spot ? average : smaller(0n, average));
  return onTick(instrument, side, larger(below(at * share * 2n), smaller(floor, near)));
}

function onTick(instrument: Instrument, side: Side, wanted: bigint): Ticks {
  const tick = tickCount(ticksOfPrice(price(larger(wanted, 0n)), instrument.tickSize, side === 'Buy' ? 'down' : 'up'));
  return ticks(Math.min(Math.max(tick, tickCount(instrument.minPrice)), tickCount(instrument.maxPrice)));
}

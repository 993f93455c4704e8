import { isOption, type Instrument } from '../instruments/instrument.ts';
import { SCALE, divFloor } from '../values/integer.ts';
import { price, priceUnits, rateUnits, tickCount, ticks, ticksOfPrice } from '../values/quantities.ts';
import type { Price, Rate, Ticks } from '../values/types.ts';
import type { Side } from './order.ts';

/**
 * The worst price an order may have: mark × (1 ± price limit rate), plus for a buy, on the tick nearest to the mark, within the
 * instrument's own bounds (reference, section 6.17).
 */
export function orderPriceLimit(instrument: Instrument, side: Side, mark: Price, index: Price = mark): Ticks {
  return limitWithin(instrument, side, mark, roomOf(instrument, mark, index, instrument.priceLimitRate));
}

/** The worst price a market order executes at: a spot pair has a rate of its own for it, everything else that of limit orders. */
export function marketPriceLimit(instrument: Instrument, side: Side, mark: Price, index: Price = mark): Ticks {
  const share = instrument.spot?.marketPriceLimitRate ?? instrument.priceLimitRate;
  return limitWithin(instrument, side, mark, roomOf(instrument, mark, index, share));
}

/** Options may trade away from their mark by a share of the index: a share of their own price would be next to nothing. */
function roomOf(instrument: Instrument, mark: Price, index: Price, share: Rate): bigint {
  return divFloor(priceUnits(isOption(instrument) ? index : mark) * rateUnits(share), SCALE);
}

function limitWithin(instrument: Instrument, side: Side, mark: Price, room: bigint): Ticks {
  const wanted = side === 'Buy' ? priceUnits(mark) + room : priceUnits(mark) - room;
  const limit = wanted > 0n ? wanted : 0n;
  const onTick = tickCount(ticksOfPrice(price(limit), instrument.tickSize, side === 'Buy' ? 'down' : 'up'));
  return ticks(Math.min(Math.max(onTick, tickCount(instrument.minPrice)), tickCount(instrument.maxPrice)));
}

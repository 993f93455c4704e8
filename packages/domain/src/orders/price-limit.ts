import type { Instrument } from '../instruments/instrument.ts';
import { SCALE, divFloor } from '../values/integer.ts';
import { price, priceUnits, rateUnits, tickCount, ticks, ticksOfPrice } from '../values/quantities.ts';
import type { Price, Rate, Ticks } from '../values/types.ts';
import type { Side } from './order.ts';

/**
 * The worst price an order may have: mark × (1 ± price limit rate), plus for a buy, on the tick nearest to the mark, within the
 * instrument's own bounds (reference, section 6.17).
 */
export function orderPriceLimit(instrument: Instrument, side: Side, mark: Price): Ticks {
  return limitWithin(instrument, side, mark, instrument.priceLimitRate);
}

/** The worst price a market order executes at: a spot pair has a rate of its own for it, everything else that of limit orders. */
export function marketPriceLimit(instrument: Instrument, side: Side, mark: Price): Ticks {
  return limitWithin(instrument, side, mark, instrument.spot?.marketPriceLimitRate ?? instrument.priceLimitRate);
}

function limitWithin(instrument: Instrument, side: Side, mark: Price, share: Rate): Ticks {
  const room = divFloor(priceUnits(mark) * rateUnits(share), SCALE);
  const limit = side === 'Buy' ? priceUnits(mark) + room : priceUnits(mark) - room;
  const onTick = tickCount(ticksOfPrice(price(limit), instrument.tickSize, side === 'Buy' ? 'down' : 'up'));
  return ticks(Math.min(Math.max(onTick, tickCount(instrument.minPrice)), tickCount(instrument.maxPrice)));
}

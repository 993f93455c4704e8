import { SCALE, divCeil, divFloor, priceOfTicks, priceUnits, type Instrument, type Price, type Side } from '@tapedeck/domain';

/** Tolerance of a trigger on the wrong side of the market price, in units of 1e-8: 0.1 percent. */
export const TRIGGER_TOLERANCE = SCALE / 1_000n;

/** Above the lowest price and below the highest. */
export function isBetween(trigger: Price, { minPrice, maxPrice, tickSize }: Instrument): boolean {
  return trigger > priceOfTicks(minPrice, tickSize) && trigger < priceOfTicks(maxPrice, tickSize);
}

/**
 * Whether a trigger price is valid at a market price: above 0, strictly between the lowest and the highest price, and
 * at most `tolerance` above the market for a buy, below it for a sell.
 */
export function isTriggerValid(
  trigger: Price,
  { instrument, side, market, tolerance = TRIGGER_TOLERANCE }: { instrument: Instrument; side: Side; market: Price; tolerance?: bigint },
): boolean {
  if (priceUnits(trigger) <= 0n || !isBetween(trigger, instrument)) return false;
  const units = priceUnits(market);
  return side === 'Buy'
    ? priceUnits(trigger) <= divFloor(units * (SCALE + tolerance), SCALE)
    : priceUnits(trigger) >= divCeil(units * (SCALE - tolerance), SCALE);
}

import { invariant } from '../values/assert.ts';
import type { Instrument } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { milliseconds, price, priceUnits, quantityOfLots, quantityUnits } from '../values/quantities.ts';
import type { Lots, Price, Timestamp } from '../values/types.ts';
import { optionGreeks, optionPrice, yearsBetween, type Greeks, type OptionInput } from './black-76.ts';
import { forwardOf, surfaceVolatility, type VolatilitySurface } from './volatility-surface.ts';

const UNIT = 100_000_000;
/** Option marks are whole hundredths of a cent: multiplied by a lot they are exact. */
const MARK_STEPS = 10_000;
const STEP_UNITS = 10_000n;

/** A price as a double, for the formulas of options: exact up to 90 million. */
export function priceNumber(value: Price): number {
  return Number(priceUnits(value)) / UNIT;
}

/** The price nearest to a double, on a step of 0.0001. */
export function priceOfNumber(value: number): Price {
  return price(BigInt(Math.round(value * MARK_STEPS)) * STEP_UNITS);
}

/** The model's figures for an option at one point in time. */
export interface OptionModel {
  readonly input: OptionInput;
  /** Mark price of the option, a multiple of 0.0001 and at least 0.0001. */
  readonly mark: Price;
}

/** An option by its surface: forward of its expiry, volatility of its strike, Black-76 (docs/concepts/options.md). */
export function modelOption(instrument: Instrument, surface: VolatilitySurface, index: Price, now: Timestamp): OptionModel {
  const { option, deliveryAt } = instrument;
  invariant(option !== undefined && deliveryAt !== undefined, 'an option has a strike and a date');
  const years = yearsBetween(milliseconds(now), milliseconds(deliveryAt));
  const strike = priceNumber(option.strike);
  const forward = forwardOf(surface, priceNumber(index), years);
  const volatility = surfaceVolatility(surface, forward, strike, years);
  const input: OptionInput = { right: option.right, forward, strike, years, volatility };
  return { input, mark: priceOfNumber(Math.max(optionPrice(input), 1 / MARK_STEPS)) };
}

/** Greeks of one unit of the base coin by the model. */
export const modelGreeks = (model: OptionModel): Greeks => optionGreeks(model.input);

/** Greeks of a position: those of a unit times its quantity, with the opposite sign for a short. */
export function positionGreeks(
  instrument: Pick<Instrument, 'lotSize'>,
  position: { readonly side: Side; readonly size: Lots },
  { delta, gamma, vega, theta }: Greeks,
): Greeks {
  const units = Number(quantityUnits(quantityOfLots(position.size, instrument.lotSize))) / UNIT;
  const times = position.side === 'Buy' ? units : -units;
  return { delta: delta * times, gamma: gamma * times, vega: vega * times, theta: theta * times };
}

/** Payoff of one unit of the base coin at a delivery price: max(0, S − K) for a call, max(0, K − S) for a put. Exact. */
export function exercisePayoff(instrument: Pick<Instrument, 'option'>, delivery: Price): Price {
  const { option } = instrument;
  invariant(option !== undefined, 'only an option is exercised');
  const difference = priceUnits(delivery) - priceUnits(option.strike);
  const earned = option.right === 'Call' ? difference : -difference;
  return price(earned > 0n ? earned : 0n);
}

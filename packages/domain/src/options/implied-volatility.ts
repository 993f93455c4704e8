import { intrinsicValue, pricesByVolatility, type OptionInput } from './black-76.ts';

/** Search range of volatilities: 0.01 % to 2,000 %. */
const VOLATILITY_MIN = 0.0001;
const VOLATILITY_MAX = 20;
const STEPS = 60;

/**
 * The volatility at which Black-76 gives `price`, to 1e-12; bisection always ends and gives the same result on every machine. `undefined`
 * if no volatility does: the price is at or below the intrinsic value, above the price at the highest volatility, or the option has
 * expired.
 */
export function impliedVolatility(option: Omit<OptionInput, 'volatility'>, price: number): number | undefined {
  if (!(option.years > 0) || !(price > intrinsicValue(option))) return undefined;
  const priceAt = pricesByVolatility(option);
  let low = VOLATILITY_MIN;
  let high = VOLATILITY_MAX;
  if (price < priceAt(low) || price > priceAt(high)) return undefined;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (priceAt(middle) < price) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

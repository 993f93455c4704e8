import {
  impliedVolatility,
  milliseconds,
  optionPrice,
  price,
  priceOfTicks,
  priceUnits,
  tickCount,
  ticks,
  yearsBetween,
  type Instrument,
  type MarketState,
  type OptionInput,
  type Price,
} from '@tapedeck/domain';
import { numberIn } from '../../inputs/number-input.ts';

const UNIT = 1e8;
const PERCENT = 100;
/** Decimals of a volatility in percent, typed and displayed. */
export const VOLATILITY_DIGITS = 2;

type Market = Pick<MarketState, 'option' | 'time'>;

/** Inputs of the option model, as in the exchange's mark price: with the current forward. */
function inputOf({ option, deliveryAt }: Instrument, market: Market): Omit<OptionInput, 'volatility'> | undefined {
  if (option === undefined || deliveryAt === undefined || market.option === undefined) return undefined;
  return {
    right: option.right,
    forward: market.option.forward,
    strike: Number(priceUnits(option.strike)) / UNIT,
    years: yearsBetween(milliseconds(market.time), milliseconds(deliveryAt)),
  };
}

/** The price of an option at a volatility, typed in percent: on the nearest tick, within the instrument's price range. */
export function priceOfVolatility(instrument: Instrument, market: Market, percent: string): Price | undefined {
  const typed = numberIn(percent);
  const input = inputOf(instrument, market);
  if (typed === undefined || typed <= 0n || input === undefined) return undefined;
  const exact = optionPrice({ ...input, volatility: Number(typed) / UNIT / PERCENT });
  const nearest = Math.round(exact / (Number(priceUnits(instrument.tickSize)) / UNIT));
  const [min, max] = [tickCount(instrument.minPrice), tickCount(instrument.maxPrice)];
  return priceOfTicks(ticks(Math.min(Math.max(nearest, min), max)), instrument.tickSize);
}

/** The volatility of a typed price in percent; '' if no volatility yields it. */
export function volatilityOfPrice(instrument: Instrument, market: Market, text: string): string {
  const typed = numberIn(text);
  const input = inputOf(instrument, market);
  if (typed === undefined || typed <= 0n || input === undefined) return '';
  const volatility = impliedVolatility(input, Number(priceUnits(price(typed))) / UNIT);
  return volatility === undefined ? '' : (volatility * PERCENT).toFixed(VOLATILITY_DIGITS);
}

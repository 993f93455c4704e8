import { price, ticksOfPrice, type Instrument, type Ticks } from '@tapedeck/domain';

/** The nearest tradable price for a plain number of the chart. */
export const chartTicks = (value: number, { tickSize }: Pick<Instrument, 'tickSize'>): Ticks =>
  ticksOfPrice(price(BigInt(Math.round(value * 1e8))), tickSize, 'nearest');
